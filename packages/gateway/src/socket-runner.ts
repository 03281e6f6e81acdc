import { checkUpgrade, type UpgradePolicy } from '@tidemark/wire';
import { authenticated } from './admission.ts';
import { CallContext } from './call-context.ts';
import type { OpeningContext } from './context.ts';
import { GATEWAY_FAULTS, type GatewayFault, type SocketDescriptor } from './descriptor.ts';
import { openerOf, type SocketHandler, type SocketService } from './handlers.ts';
import { headerValues } from './headers.ts';
import type { HttpRequest, HttpResponse } from './http-exchange.ts';
import { limitOf } from './limits.ts';
import { createMessageEncoder } from './message-encoder.ts';
import { decodeParameters, type DecodedParameters } from './parameters.ts';
import { answerOfThrown, reportThrown, type ServiceRuntime } from './service-runtime.ts';
import { ServiceError } from './service-error.ts';
import type { UpgradeExchange } from './socket-exchange.ts';
import { createFrameCache, type FrameCache } from './socket-frames.ts';
import { SocketSession } from './socket-session.ts';

/** Decides about one handshake, and serves the socket if it is accepted. */
export interface SocketRunner {
  readonly subprotocol: string;
  run(exchange: UpgradeExchange, policy: UpgradePolicy): Promise<void>;
}

interface Endpoint {
  readonly runtime: ServiceRuntime;
  readonly socket: SocketDescriptor;
  readonly opener: SocketHandler;
  readonly frames: FrameCache;
  /** Sockets whose opening exchange is not complete. */
  readonly pending: { count: number };
}

/** Everything that can fail fails before the 101, as a status with the closed body. */
export function createSocketRunner(runtime: ServiceRuntime, socket: SocketDescriptor): SocketRunner {
  const opener: SocketHandler = openerOf(
    runtime.handlers,
    socket.name,
    socket.server.some(({ terminal }) => terminal !== undefined),
  );
  const encode = createMessageEncoder({
    tag: socket.tag,
    messages: socket.server,
    maxBytes: limitOf(runtime.limits, socket.limits.messageBytes),
    errorCode: 'invalid-message',
    subject: `socket ${socket.name}`,
  });
  const endpoint: Endpoint = { runtime, socket, opener, frames: createFrameCache(encode), pending: { count: 0 } };
  return { subprotocol: socket.subprotocol, run: (exchange, policy) => run(endpoint, exchange, policy) };
}

async function run(endpoint: Endpoint, exchange: UpgradeExchange, policy: UpgradePolicy): Promise<void> {
  const { runtime, socket } = endpoint;
  const { request } = exchange;
  const decision = checkUpgrade(
    { method: request.method, httpVersion: request.httpVersion, url: request.target, rawHeaders: request.rawHeaders },
    policy,
  );
  if (!decision.accepted) {
    const headers = decision.headers.map(([name, value]) => [name.toLowerCase(), value] as const);
    exchange.refuse(runtime.answers.fault(faultOfStatus(decision.status), { message: decision.reason, headers }));
    return;
  }
  const caller = await callerOf(endpoint, exchange);
  if ('answer' in caller) {
    exchange.refuse(caller.answer);
    return;
  }
  const parameters = decodeParameters(socket.parameters, request);
  if (!parameters.ok) {
    exchange.refuse(runtime.answers.fault('invalid', { message: parameters.problem, violation: parameters.violation }));
    return;
  }
  await open(endpoint, exchange, { caller, parameters: parameters.value, head: decision.head });
}

function faultOfStatus(status: number): GatewayFault {
  if (status === 405) return 'methodNotAllowed';
  if (status === 426) return 'upgradeRequired';
  return status === 403 ? 'forbidden' : 'invalid';
}

type Caller = { readonly principal: unknown; readonly caller: string };

/**
 * Browsers cannot put a credential on a handshake. Where the contract has an opening exchange, a handshake without one goes on to that,
 * unauthenticated and bounded; one that does carry a credential is decided here, like everybody else's.
 */
async function callerOf({ runtime, socket }: Endpoint, exchange: UpgradeExchange): Promise<Caller | { readonly answer: HttpResponse }> {
  const carried = runtime.descriptor.security.some((scheme) => {
    const name = scheme.kind === 'bearer' ? 'authorization' : scheme.header.toLowerCase();
    return headerValues(exchange.request.rawHeaders, name).length > 0;
  });
  if (socket.opening !== undefined && !carried) return { principal: null, caller: exchange.request.remoteAddress };
  return authenticated(runtime, socket, exchange);
}

/** The authenticator sees what it would see on a handshake, and decides by the same rules. */
class OpeningCallContext extends CallContext implements OpeningContext<unknown> {
  readonly #endpoint: Endpoint;
  readonly #request: HttpRequest;

  constructor(endpoint: Endpoint, caller: Caller, exchange: UpgradeExchange) {
    super(endpoint.socket.name, caller, exchange);
    this.#endpoint = endpoint;
    this.#request = exchange.request;
  }

  async authenticate(secret: string): Promise<unknown> {
    const { runtime, socket } = this.#endpoint;
    const { security, gatewayErrors } = runtime.descriptor;
    const carried = security.flatMap((scheme) =>
      scheme.kind === 'bearer' ? ['authorization', `Bearer ${secret}`] : [scheme.header, secret],
    );
    const decision = await runtime.authenticator(socket, { ...this.#request, rawHeaders: carried });
    if (decision.ok) return decision.principal;
    if (decision.cause !== undefined) reportThrown(runtime, socket.name, decision.cause);
    throw new ServiceError(gatewayErrors[decision.fault] ?? GATEWAY_FAULTS[decision.fault]);
  }
}

interface Accepted {
  readonly caller: Caller;
  readonly parameters: DecodedParameters;
  readonly head: Uint8Array;
}

async function open(endpoint: Endpoint, exchange: UpgradeExchange, { caller, parameters, head }: Accepted): Promise<void> {
  const { runtime, socket, opener, pending } = endpoint;
  const crowded = socket.opening !== undefined && pending.count >= runtime.limits.pendingOpenings;
  const slot = crowded || runtime.draining() ? 'total' : runtime.slots.take(caller.caller);
  if (typeof slot === 'string') {
    exchange.refuse(runtime.answers.fault(slot === 'caller' ? 'rateLimited' : 'unavailable', { retryAfterSeconds: 1 }));
    return;
  }
  const context = new OpeningCallContext(endpoint, caller, exchange);
  let service: SocketService;
  try {
    service = await opener.open(parameters, context);
  } catch (error) {
    slot();
    exchange.refuse(answerOfThrown(runtime, socket.name, error));
    return;
  }
  const release = (): void => {
    slot();
    context.abort();
  };
  if (exchange.closed || runtime.draining()) {
    release();
    exchange.refuse(runtime.answers.fault('unavailable', { retryAfterSeconds: 1 }));
    return;
  }
  serve(endpoint, exchange, { service, head, release });
}

function serve(
  endpoint: Endpoint,
  exchange: UpgradeExchange,
  { service, head, release }: { readonly service: SocketService; readonly head: Uint8Array; readonly release: () => void },
): void {
  const { runtime, socket, opener, frames, pending } = endpoint;
  let opening = socket.opening !== undefined;
  if (opening) pending.count += 1;
  const opened = (): void => {
    if (opening) pending.count -= 1;
    opening = false;
  };
  const session: SocketSession = new SocketSession({
    runtime,
    socket,
    service,
    frames,
    terminal: (reason) => opener.terminal?.(reason),
    report: (error) => {
      reportThrown(runtime, socket.name, error);
    },
    opened,
    ended: () => {
      opened();
      release();
      runtime.open.delete(session);
      runtime.changed();
    },
  });
  runtime.open.add(session);
  session.start((events) => exchange.accept(head, events));
}
