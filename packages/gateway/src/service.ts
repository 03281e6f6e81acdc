import { createAuthenticator, type Authenticate } from './authentication.ts';
import type { ServerDescriptor, SocketDescriptor } from './descriptor.ts';
import { createErrorAnswers } from './error-answers.ts';
import { GatewayError } from './gateway-error.ts';
import { checkHandlers } from './handlers.ts';
import type { HttpExchange } from './http-exchange.ts';
import { resolveLimits, type Limits } from './limits.ts';
import { createOperationRunner, type EndpointRunner } from './operation-runner.ts';
import { preflightHeaders } from './origin-policy.ts';
import type { ServiceRuntime, SharedRuntime } from './service-runtime.ts';
import { createSlots } from './slots.ts';
import { createSocketRunner, type SocketRunner } from './socket-runner.ts';
import { createStreamRunner } from './stream-runner.ts';

/** What an application gives beside its handlers. `P` is whatever `authenticate` makes of a credential. */
export interface ServiceOptions<P> {
  /** Needed unless every endpoint of the contract is public. */
  readonly authenticate?: Authenticate<P>;
  /** Overrides of `GATEWAY_LIMITS` and of the contract's limits, by name. */
  readonly limits?: Limits;
  /** Root keys of the discovery document that this service answers for: its families (H5.2). Asked for at every request. */
  readonly discovery?: () => Readonly<Record<string, unknown>>;
  /**
   * Who may read the description documents and their digests. Default: `authenticated` where any endpoint needs a credential, else `public`.
   * `off` serves none.
   */
  readonly descriptions?: 'public' | 'authenticated' | 'off';
}

/** One address: its endpoints by method. */
export interface ServicePath {
  /** Template such as `/orders/{orderId}`. */
  readonly path: string;
  readonly methods: ReadonlyMap<string, EndpointRunner>;
  readonly socket: SocketRunner | undefined;
}

export interface Service {
  readonly runtime: ServiceRuntime;
  readonly paths: readonly ServicePath[];
  /** Whether any endpoint needs a credential. */
  readonly guarded: boolean;
  /** Answers a request for one of its paths. Never rejects. */
  handle(path: ServicePath, exchange: HttpExchange): Promise<void>;
}

/** A contract with its handlers, ready to be mounted. Throws `GatewayError` for what would otherwise fail at the first request. */
export function createService<P>(
  shared: SharedRuntime,
  descriptor: ServerDescriptor,
  handlers: object,
  options: ServiceOptions<P>,
): Service {
  checkHandlers(descriptor, handlers);
  const guarded = endpointsOf(descriptor).some(({ access }) => access.length > 0);
  if (guarded && options.authenticate === undefined) throw new GatewayError('missing-authenticate', descriptor.id);
  const limits = resolveLimits(descriptor.limits, options.limits ?? {});
  const runtime: ServiceRuntime = {
    ...shared,
    descriptor,
    handlers,
    limits,
    answers: createErrorAnswers(descriptor),
    authenticator: createAuthenticator<unknown>({
      authenticate: options.authenticate,
      security: descriptor.security,
      limits,
      timers: shared.timers,
    }),
    slots: createSlots({ total: limits.streams, perCaller: limits.streamsPerCaller }),
  };
  return { runtime, guarded, paths: pathsOf(runtime), handle: (path, exchange) => handle(runtime, path, exchange) };
}

function endpointsOf(descriptor: ServerDescriptor): readonly { readonly access: readonly unknown[] }[] {
  return [...descriptor.operations, ...descriptor.streams, ...descriptor.sockets];
}

function pathsOf(runtime: ServiceRuntime): readonly ServicePath[] {
  const { operations, streams, sockets } = runtime.descriptor;
  const paths = new Map<string, { methods: Map<string, EndpointRunner>; socket: SocketRunner | undefined }>();
  const at = (path: string): { methods: Map<string, EndpointRunner>; socket: SocketRunner | undefined } => {
    const known = paths.get(path) ?? { methods: new Map<string, EndpointRunner>(), socket: undefined };
    paths.set(path, known);
    return known;
  };
  for (const operation of operations) addMethod(at(operation.path).methods, operation, createOperationRunner(runtime, operation));
  for (const stream of streams) addMethod(at(stream.path).methods, stream, createStreamRunner(runtime, stream));
  for (const socket of sockets) addSocket(at(socket.path), socket, createSocketRunner(runtime, socket));
  return [...paths].map(([path, { methods, socket }]) => ({ path, methods, socket }));
}

function addMethod(
  methods: Map<string, EndpointRunner>,
  { method, path }: { readonly method: string; readonly path: string },
  runner: EndpointRunner,
): void {
  if (methods.has(method)) throw new GatewayError('path-conflict', `${method} ${path}`);
  methods.set(method, runner);
  if (method === 'GET') methods.set('HEAD', runner);
}

function addSocket(entry: { socket: SocketRunner | undefined }, { path }: SocketDescriptor, runner: SocketRunner): void {
  if (entry.socket !== undefined) throw new GatewayError('path-conflict', path);
  entry.socket = runner;
}

async function handle(runtime: ServiceRuntime, path: ServicePath, exchange: HttpExchange): Promise<void> {
  try {
    const runner = path.methods.get(exchange.request.method);
    if (runner !== undefined) {
      await runner(exchange);
      return;
    }
    const preflight = preflightHeaders(exchange.request, [...path.methods.keys()]);
    if (preflight !== undefined) {
      exchange.respond({ status: 204, headers: preflight });
      return;
    }
    if (path.methods.size === 0) {
      exchange.respond(runtime.answers.fault('upgradeRequired', { headers: UPGRADE }));
      return;
    }
    const allow = [...path.methods.keys()].toSorted().join(', ');
    exchange.respond(runtime.answers.fault('methodNotAllowed', { headers: [['allow', allow]] }));
  } catch (error) {
    // A defect of the gateway itself still ends one request and nothing else.
    runtime.logger.error({ service: runtime.descriptor.id, path: path.path, err: error }, 'request failed');
    exchange.respond(runtime.answers.fault('internal'));
  }
}

const UPGRADE = [
  ['upgrade', 'websocket'],
  ['connection', 'Upgrade'],
  ['sec-websocket-version', '13'],
] as const;
