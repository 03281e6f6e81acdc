import { createAbortScope } from './abort-scope.ts';
import type { AbortScope } from './abort-scope.ts';
import { backOffMs, clampTold } from './back-off.ts';
import type { ClientContext } from './context.ts';
import { checkCount, maxTimerMs } from './context.ts';
import type { OperationDescriptor } from './descriptor.ts';
import { errorFromResponse } from './error-response.ts';
import { failureOf } from './failure.ts';
import type { CallOptions } from './options.ts';
import { prepareRequest, prepareValues } from './request.ts';
import type { RequestValues } from './request.ts';
import { readResult } from './result.ts';
import { retryClass, toldMs } from './retry-decision.ts';
import { send } from './send.ts';
import { TransportError } from './transport-error.ts';
import { waitForRetry } from './wait.ts';

/** Methods that may happen twice (RFC 9110 section 9.2.2). PATCH is not among them. */
const idempotent: readonly string[] = ['GET', 'PUT', 'DELETE'];

interface Call {
  readonly context: ClientContext;
  readonly operation: OperationDescriptor;
  readonly request: RequestValues & CallOptions;
  readonly what: string;
  readonly scope: AbortScope;
  readonly deadline: number;
}

/**
 * The client method of one operation. It rejects with a `ServiceError` subclass (registered errors) or a `TransportError`, never with anything else.
 *
 * Repetition (C4.2a): every attempt is prepared anew. One 401 is repeated at once with a fresh credential. 408, 425 and 429 are repeated for every method, after the wait that the server asks for;
 * network failures and 5xx for idempotent methods, or all with `retry: 'always'`; nothing else ever. Attempts are bounded by `maxAttempts` and by `timeoutMs` in all:
 * a wait that would pass it is not begun.
 */
export function operationMethod<Request, Result>(
  context: ClientContext,
  operation: OperationDescriptor<Request, Result>,
): (request?: Request & CallOptions<Request>) => Promise<Result> {
  return (request) => call(context, operation, (request ?? {}) as RequestValues & CallOptions) as Promise<Result>;
}

async function call(context: ClientContext, operation: OperationDescriptor, request: RequestValues & CallOptions): Promise<unknown> {
  const what = `${operation.method} ${operation.path}`;
  const timeoutMs = checkCount('timeoutMs', request.timeoutMs ?? context.timeoutMs, maxTimerMs);
  const scope = createAbortScope(request.signal);
  const timer = context.timers.setTimeout(() => scope.abort(new TransportError('timeout', `${what}: over ${timeoutMs} ms`)), timeoutMs);
  try {
    return await attempts({ context, operation, request, what, scope, deadline: context.now() + timeoutMs });
  } catch (error) {
    const failure = failureOf(error, scope.signal, what);
    scope.abort(failure);
    throw failure;
  } finally {
    context.timers.clearTimeout(timer);
    scope.dispose();
  }
}

async function attempts(run: Call): Promise<unknown> {
  let renew = false;
  let failures = 0;
  for (let number = 1; ; number += 1) {
    try {
      return await attempt(run, number, renew);
    } catch (error) {
      const failure = failureOf(error, run.scope.signal, run.what);
      if (retryClass(failure) === 'renew' && !renew && run.context.options.credential !== undefined) {
        renew = true;
        continue;
      }
      failures += 1;
      if (!mayRepeat(run, failure, failures)) throw failure;
      await pause(run, failure, failures);
    }
  }
}

async function attempt(run: Call, number: number, renew: boolean): Promise<unknown> {
  const { context, operation, request, scope, what } = run;
  const { signal } = scope;
  const values = await prepareValues(request, { number, position: undefined, signal }, what);
  const wire = await prepareRequest(context, operation, values, renew, signal);
  if (signal.aborted) throw failureOf(undefined, signal, what);
  const answer = await send(context, wire, { method: operation.method, accept: 'application/json', noStore: false }, what, signal);
  const described = operation.responses[answer.response.status];
  if (described === undefined) throw await errorFromResponse(context, answer);
  return readResult(context, operation, described, answer);
}

function mayRepeat(run: Call, failure: unknown, failures: number): boolean {
  const { operation, request, scope, context } = run;
  if (scope.signal.aborted || failures >= context.maxAttempts || request.retry === 'never') return false;
  const kind = retryClass(failure);
  return kind === 'unprocessed' || (kind === 'ambiguous' && (request.retry === 'always' || idempotent.includes(operation.method)));
}

/** @throws the failure itself, where waiting for its sake would pass the deadline */
async function pause(run: Call, failure: unknown, failures: number): Promise<void> {
  const { context, scope, deadline } = run;
  const told = toldMs(failure);
  const delayMs = backOffMs(failures - 1, told, context.random(), context.backOff);
  if (context.now() + delayMs >= deadline) throw failure;
  await waitForRetry(context, { delayMs, earliestMs: clampTold(told, context.backOff) }, scope.signal);
  if (scope.signal.aborted) throw failure;
}
