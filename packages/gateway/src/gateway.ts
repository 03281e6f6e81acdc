import { createDescriptionRunner, descriptionAccess } from './descriptions.ts';
import { DISCOVERY_PATH, discoveryDocument, type DiscoverySource } from './discovery.ts';
import type { ServerDescriptor } from './descriptor.ts';
import { createErrorAnswers, type ErrorAnswers } from './error-answers.ts';
import { GatewayError } from './gateway-error.ts';
import type { HttpExchange } from './http-exchange.ts';
import { resolveLimits, type GatewayLimits, type Limits } from './limits.ts';
import { silentLogger, type Logger } from './logger.ts';
import type { EndpointRunner } from './operation-runner.ts';
import { createOriginPolicy, type OriginPolicy } from './origin-policy.ts';
import { createFlushScheduler } from './outbox.ts';
import { compilePath, type PathMatcher } from './path-template.ts';
import { createService, type Service, type ServiceOptions } from './service.ts';
import type { Endable, SharedRuntime } from './service-runtime.ts';
import type { UpgradeExchange } from './socket-exchange.ts';
import type { SocketRunner } from './socket-runner.ts';
import { createTicker } from './ticker.ts';
import { systemClock, systemTimers, type Clock, type Timers } from './time.ts';

export interface GatewayOptions {
  /**
   * Exact `Host` values that this server answers for, port as clients send it; `['*']` any. Default: the loopback names with the port that
   * the server listens on. Needed when it listens beyond loopback.
   */
  readonly hosts?: readonly string[];
  /** Exact origins of browser pages that may use it; `['*']` any. Default: with default `hosts` the pages that the server itself serves, else none. */
  readonly origins?: readonly string[];
  /** Whether a WebSocket handshake without Origin is refused. Default false: programs send none. */
  readonly requireOrigin?: boolean;
  /** Overrides of `GATEWAY_LIMITS` for the listener as a whole. */
  readonly limits?: Limits;
  readonly logger?: Logger;
  readonly clock?: Clock;
  readonly timers?: Timers;
  /** Asked by `/healthz`, at most once at a time. False, a rejection, or no answer within `healthMs`: 503. */
  readonly health?: () => boolean | Promise<boolean>;
}

export interface MountedRoute {
  /** Template, prefix included. */
  readonly path: string;
  /** Never rejects. */
  readonly handle: EndpointRunner;
}

/** One listener's worth of services, free of any server framework. */
export interface Gateway {
  readonly limits: GatewayLimits;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly draining: boolean;
  /** Open streams and sockets. */
  readonly openCount: number;
  /** Which addresses are the server's own; asked once it listens. */
  setAddress(address: { readonly address: string; readonly port: number } | null): void;
  /** Whether the listener has only its health reserve left. */
  setConnections(count: number): void;
  mount<P>(descriptor: ServerDescriptor, handlers: object, options: ServiceOptions<P>, prefix?: string): readonly MountedRoute[];
  /** Health and discovery. */
  readonly ownRoutes: readonly MountedRoute[];
  /** For a request that nothing else answers. */
  handleUnknown: EndpointRunner;
  /** The socket endpoint at an address, and its path parameters. */
  findSocket(target: string): { readonly socket: SocketMount | null; readonly pathParameters: Readonly<Record<string, string>> };
  upgrade(mount: SocketMount | null, exchange: UpgradeExchange): Promise<void>;
  /** Refuses what is new, ends every stream and socket with its terminal, and resolves when the last is gone or `drainMs` has passed. */
  drain(): Promise<void>;
}

export interface SocketMount {
  readonly service: Service;
  readonly runner: SocketRunner;
}

export function createGateway(options: GatewayOptions = {}): Gateway {
  return new GatewayCore(options);
}

const LOOPBACK = new Set(['127.0.0.1', '::1']);

class GatewayCore implements Gateway {
  readonly limits: GatewayLimits;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly #options: GatewayOptions;
  readonly #logger: Logger;
  readonly #shared: SharedRuntime;
  readonly #answers: ErrorAnswers = createErrorAnswers(null);
  readonly #open = new Set<Endable>();
  readonly #sources: DiscoverySource[] = [];
  readonly #sockets: { readonly match: PathMatcher; readonly mount: SocketMount }[] = [];
  readonly #paths = new Set<string>();
  #policy: OriginPolicy | null = null;
  #connections = 0;
  #draining: Promise<void> | null = null;
  #drained: (() => void) | null = null;
  #health: Promise<boolean> | null = null;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#logger = options.logger ?? silentLogger;
    this.limits = resolveLimits({}, options.limits ?? {});
    this.clock = options.clock ?? systemClock;
    this.timers = options.timers ?? systemTimers;
    if (options.hosts !== undefined) this.#policy = policyOf(options, options.hosts, []);
    this.#shared = {
      clock: this.clock,
      timers: this.timers,
      ticker: createTicker(this.clock, this.timers),
      scheduler: createFlushScheduler(),
      logger: this.#logger,
      open: this.#open,
      draining: () => this.draining,
      changed: () => {
        if (this.#open.size === 0) this.#drained?.();
      },
    };
  }

  get draining(): boolean {
    return this.#draining !== null;
  }

  get openCount(): number {
    return this.#open.size;
  }

  setAddress(address: { readonly address: string; readonly port: number } | null): void {
    if (this.#policy !== null) return;
    if (address === null || !LOOPBACK.has(address.address))
      throw new GatewayError('missing-hosts', address?.address ?? 'not a TCP address');
    const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${address.port}`);
    this.#policy = policyOf(
      this.#options,
      hosts,
      hosts.map((host) => `http://${host}`),
    );
  }

  setConnections(count: number): void {
    this.#connections = count;
  }

  mount<P>(descriptor: ServerDescriptor, handlers: object, options: ServiceOptions<P>, prefix = ''): readonly MountedRoute[] {
    const service = createService(this.#shared, descriptor, handlers, options);
    const access = descriptionAccess(service, options.descriptions);
    this.#sources.push({ service, access, prefix, families: options.discovery ?? (() => ({})) });
    const routes = service.paths.map((path) => {
      if (path.socket !== undefined)
        this.#sockets.push({ match: compilePath(prefix + path.path), mount: { service, runner: path.socket } });
      return this.#route(prefix + path.path, (exchange) => service.handle(path, exchange));
    });
    const documents = access === 'off' ? [] : descriptor.descriptions;
    return [
      ...routes,
      ...documents.map((document) => this.#route(`${prefix}/${document.file}`, createDescriptionRunner(service, document, access))),
    ];
  }

  get ownRoutes(): readonly MountedRoute[] {
    return [
      { path: '/healthz', handle: (exchange) => this.#answerHealth(exchange) },
      this.#route(DISCOVERY_PATH, async (exchange) => {
        const document = await discoveryDocument(this.limits, this.#sources, exchange);
        exchange.respond({ status: 200, headers: JSON_HEADERS, body: Buffer.from(JSON.stringify(document)) });
      }),
    ];
  }

  readonly handleUnknown: EndpointRunner = (exchange) =>
    this.#guarded(exchange, async () => {
      const { method, target } = exchange.request;
      // RFC 9112 section 3.2.4: the asterisk is the server itself, and OPTIONS the only question about it.
      if (target !== '*') exchange.respond(this.#answers.fault('notFound'));
      else if (method === 'OPTIONS') exchange.respond({ status: 204, headers: [['cache-control', 'no-store']] });
      else exchange.respond(this.#answers.fault('invalid'));
    });

  findSocket(target: string): ReturnType<Gateway['findSocket']> {
    for (const { match, mount } of this.#sockets) {
      const pathParameters = match(target);
      if (pathParameters !== null) return { socket: mount, pathParameters };
    }
    return { socket: null, pathParameters: {} };
  }

  async upgrade(mount: SocketMount | null, exchange: UpgradeExchange): Promise<void> {
    const answers = mount?.service.runtime.answers ?? this.#answers;
    try {
      if (this.#policy === null || this.draining || this.#onlyReserveLeft)
        exchange.refuse(answers.fault('unavailable', { retryAfterSeconds: 1 }));
      else if (mount === null) exchange.refuse(answers.fault('notFound'));
      else await mount.runner.run(exchange, this.#policy.upgrade(mount.runner.subprotocol));
    } catch (error) {
      this.#logger.error({ err: error }, 'upgrade failed');
      exchange.refuse(answers.fault('internal'));
    }
  }

  drain(): Promise<void> {
    this.#draining ??= this.#drainOpen();
    return this.#draining;
  }

  async #drainOpen(): Promise<void> {
    // Before the first is ended: what opens meanwhile must see that it is too late.
    await Promise.resolve();
    for (const each of this.#open) each.endFor('shutdown');
    if (this.#open.size === 0) return;
    let timer: unknown = null;
    await new Promise<void>((resolve) => {
      this.#drained = resolve;
      timer = this.timers.set(resolve, this.limits.drainMs);
    });
    this.timers.clear(timer);
    for (const each of this.#open) each.destroy();
  }

  get #onlyReserveLeft(): boolean {
    return this.#connections > this.limits.connections - this.limits.healthReserve;
  }

  #route(path: string, run: EndpointRunner): MountedRoute {
    if (this.#paths.has(path) && path !== DISCOVERY_PATH) throw new GatewayError('path-conflict', path);
    this.#paths.add(path);
    return { path, handle: (exchange) => this.#guarded(exchange, run) };
  }

  /** What holds for every request before anybody looks at what it asks for: bounds of the connection, then exact Host and Origin. */
  async #guarded(exchange: HttpExchange, run: EndpointRunner): Promise<void> {
    try {
      if (exchange.pipelined > this.limits.pipelinedRequests) {
        exchange.destroy();
        return;
      }
      if (exchange.behindStream || this.draining || this.#onlyReserveLeft || this.#policy === null) {
        exchange.respond(this.#answers.fault('unavailable', { retryAfterSeconds: 1, headers: [['connection', 'close']] }));
        return;
      }
      const decision = this.#policy.check(exchange.request);
      if (!decision.ok) {
        exchange.respond(this.#answers.fault(decision.fault, { message: decision.message }));
        return;
      }
      exchange.addHeaders(decision.headers);
      await run(exchange);
    } catch (error) {
      this.#logger.error({ err: error }, 'request failed');
      exchange.respond(this.#answers.fault('internal'));
    }
  }

  /** Outside every bound but its own: no Host, no credential, no queue (B5.1). It says one word about the process. */
  async #answerHealth(exchange: HttpExchange): Promise<void> {
    const healthy = await this.#askHealth();
    exchange.respond({
      status: healthy ? 200 : 503,
      headers: JSON_HEADERS,
      body: Buffer.from(healthy ? '{"status":"ok"}' : '{"status":"failing"}'),
    });
  }

  #askHealth(): Promise<boolean> {
    const { health } = this.#options;
    if (health === undefined) return Promise.resolve(true);
    this.#health ??= new Promise<boolean>((resolve) => {
      // A little less than the bound: the answer has to be written too.
      const timer = this.timers.set(() => {
        resolve(false);
      }, this.limits.healthMs * 0.8);
      Promise.resolve()
        .then(health)
        .then(resolve, () => {
          resolve(false);
        })
        .finally(() => {
          this.timers.clear(timer);
        });
    }).finally(() => {
      this.#health = null;
    });
    return this.#health;
  }
}

const JSON_HEADERS = [
  ['content-type', 'application/json'],
  ['cache-control', 'no-store'],
] as const;

function policyOf(options: GatewayOptions, hosts: readonly string[], ownOrigins: readonly string[]): OriginPolicy {
  return createOriginPolicy({ hosts, origins: options.origins ?? ownOrigins, requireOrigin: options.requireOrigin ?? false });
}
