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
import { createFrameCache } from './socket-frames.ts';
import type { SocketProfile } from './socket-options.ts';
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
  readonly profile: SocketProfile;
}

/** Everything that can fail fails before the 101, as a status with the closed body. */
export function createSocketRunner(runtime: ServiceRuntime, socket: SocketDescriptor): SocketRunner {
  const terminals = socket.server.some(({ terminal }) => terminal !== undefined);
  const opener: SocketHandler = openerOf(runtime.handlers, socket.name, terminals);
  const endpoint: Endpoint = { runtime, socket, opener, profile: profileOf(runtime, socket, opener) };
  return { subprotocol: socket.subprotocol, run: (exchange, policy) => run(endpoint, exchange, policy) };
}

function profileOf(runtime: ServiceRuntime, socket: SocketDescriptor, opener: SocketHandler): SocketProfile {
  const { limits } = runtime;
  const messageBytes = limitOf(limits, socket.limits.messageBytes);
  const encode = createMessageEncoder({
    tag: socket.tag,
    messages: socket.server,
    maxBytes: messageBytes,
    errorCode: 'invalid-message',
    subject: `socket ${socket.name}`,
  });
  return {
    runtime,
    socket,
    frames: createFrameCache(encode),
    bounds: {
      messageBytes,
      frameBytes: Math.min(limits.frameBytes, messageBytes),
      fragments: limits.fragments,
      controlFrames: { burst: limits.controlFramesPerSecond * 4, perSecond: limits.controlFramesPerSecond },
      dataFrames: { burst: limits.dataFramesPerSecond * 2, perSecond: limits.dataFramesPerSecond },
    },
    messageBytes,
    replyMs: limitOf(limits, socket.limits.replyMs),
    pending: { count: 0 },
    terminal: (reason) => opener.terminal?.(reason),
    report: (error) => {
      reportThrown(runtime, socket.name, error);
    },
  };
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
    // Without its headers, which this socket would otherwise keep for as long as it is open.
    this.#request = { ...exchange.request, rawHeaders: [] };
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
  const { runtime, socket, opener, profile } = endpoint;
  const crowded = socket.opening !== undefined && profile.pending.count >= runtime.limits.pendingOpenings;
  const slot = crowded || runtime.draining() ? 'total' : runtime.slots.take(caller.caller);
  if (typeof slot === 'string') {
    exchange.refuse(runtime.answers.fault(slot === 'caller' ? 'rateLimited' : 'unavailable', { retryAfterSeconds: 1 }));
    return;
  }
  const context =
    socket.opening === undefined ? new CallContext(socket.name, caller, exchange) : new OpeningCallContext(endpoint, caller, exchange);
  const release = releaser(slot, context);
  let service: SocketService;
  try {
    service = await opener.open(parameters, context);
  } catch (error) {
    release();
    exchange.refuse(answerOfThrown(runtime, socket.name, error));
    return;
  }
  if (exchange.closed || runtime.draining()) {
    release();
    exchange.refuse(runtime.answers.fault('unavailable', { retryAfterSeconds: 1 }));
    return;
  }
  // The session keeps itself: it is among what is open until its transport is gone.
  SocketSession.serve(profile, service, release, (events) => exchange.accept(head, events));
}

/** In a scope of its own: what `release` can see lives as long as the socket, and that should not be the request. */
function releaser(slot: () => void, context: CallContext): () => void {
  return () => {
    slot();
    context.abort();
  };
}
