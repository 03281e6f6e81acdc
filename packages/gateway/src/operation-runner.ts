import { admit } from './admission.ts';
import { CallContext } from './call-context.ts';
import type { OperationDescriptor, ResponseDescriptor } from './descriptor.ts';
import { GatewayError } from './gateway-error.ts';
import { handlerOf } from './handlers.ts';
import type { HttpExchange, HttpResponse } from './http-exchange.ts';
import { prove } from './message-encoder.ts';
import { textFromScalar } from './parameters.ts';
import { answerOfThrown, type ServiceRuntime } from './service-runtime.ts';

export type EndpointRunner = (exchange: HttpExchange) => Promise<void>;

const JSON_TYPE = 'application/json';

/** Runs one HTTP operation: admit, handle, prove the result against the contract, answer. */
export function createOperationRunner(runtime: ServiceRuntime, operation: OperationDescriptor): EndpointRunner {
  const handler = handlerOf(runtime.handlers, operation.name);
  return async (exchange) => {
    const admission = await admit(runtime, operation, exchange, JSON_TYPE);
    if (!admission.ok) {
      exchange.respond(admission.answer);
      return;
    }
    const { caller, request, rawBody } = admission.value;
    const context = new CallContext(operation.name, caller, exchange, rawBody);
    const forget = exchange.onClosed(() => {
      context.abort();
    });
    try {
      exchange.respond(encodeResult(operation, await handler(request, context)));
    } catch (error) {
      exchange.respond(answerOfThrown(runtime, operation.name, error));
    } finally {
      forget();
    }
  };
}

/** What a handler returns where the contract has a choice of statuses, or headers. */
interface FullResult {
  readonly status: number;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** Whether a handler returns the body itself: one status, no headers. The generated types say the same. */
export function returnsBody(responses: readonly ResponseDescriptor[]): boolean {
  return responses.length === 1 && responses[0]?.headers.length === 0;
}

function encodeResult(operation: OperationDescriptor, result: unknown): HttpResponse {
  const [only] = operation.responses;
  const full = returnsBody(operation.responses) ? { status: only?.status ?? 200, body: result } : fullResult(operation, result);
  const response = operation.responses.find(({ status }) => status === full.status);
  if (response === undefined) throw invalid(operation, `status ${full.status}`);
  const headers: [string, string][] = [['cache-control', 'no-store']];
  for (const header of response.headers) {
    const value = full.headers?.[header.name];
    if (value === undefined && !header.required) continue;
    const text = textFromScalar(header.node, value);
    if (text === undefined || !fieldValue.test(text)) throw invalid(operation, `header ${header.name}`);
    headers.push([header.name, text]);
  }
  const { decode } = response;
  if (decode === undefined) {
    if (full.body !== undefined) throw invalid(operation, 'a body where none is declared');
    return { status: response.status, headers };
  }
  const json = JSON.stringify(full.body) as string | undefined;
  if (json === undefined) throw invalid(operation, 'no body');
  prove(() => decode(json, { maxBytes: Number.MAX_SAFE_INTEGER }), 'invalid-response', `operation ${operation.name}`);
  return { status: response.status, headers: [['content-type', JSON_TYPE], ...headers], body: Buffer.from(json) };
}

/** RFC 9110 section 5.5, without obs-text. */
const fieldValue = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;

function fullResult(operation: OperationDescriptor, result: unknown): FullResult {
  if (typeof result === 'object' && result !== null && 'status' in result && typeof result.status === 'number') return result as FullResult;
  throw invalid(operation, 'no status');
}

function invalid(operation: OperationDescriptor, what: string): GatewayError {
  return new GatewayError('invalid-response', `operation ${operation.name}: ${what}`);
}
