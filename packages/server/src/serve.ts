import { metrics, trace } from '@opentelemetry/api';
import { createServer, GATEWAY_LIMITS, gatewayOf, type Limits, type Logger } from '@tidemark/gateway';
import { hostEventsHost } from '@tidemark/hosts';
import { type Listener, startAdmin, urlOf } from './admin.ts';
import type { ServerConfig } from './config/server-config.ts';
import { createAuthenticator } from './credentials/authenticator.ts';
import { createInstruments } from './observability/instruments.ts';
import { monotonicClock, settlesWithin, wallClock } from './platform.ts';
import { openServices, type Services, type Surroundings } from './services.ts';
import { StartError } from './start-error.ts';

export interface ServeOptions {
  readonly logger: Logger;
}

/** A server that accepts connections. */
export interface Server {
  /** Of the main listener, for example `http://127.0.0.1:40123`. */
  readonly url: string;
  readonly admin: string;
  /**
   * Accepts nothing more, ends every stream between two events, closes the services and the store (P3.3). Gives whether all of it was done within `drainMs`
   * and a margin; what was not is left to the end of the process.
   */
  close(): Promise<boolean>;
}

const NAME = 'tidemark';
/** Behind `drainMs`: for requests under way, the sweep, the last flush. */
const MARGIN_MS = 3_000;

/** Serves a configuration. Resolves when both listeners accept connections; throws `StartError` with nothing left open. */
export async function serve(config: ServerConfig, { logger }: ServeOptions): Promise<Server> {
  const instruments = createInstruments(metrics.getMeter(NAME));
  const surroundings: Surroundings = { instruments, tracer: trace.getTracer(NAME), logger, clock: monotonicClock };
  // Everything that may be refused without the store first.
  const authenticate = await createAuthenticator({ credentials: config.credentials, jwt: config.jwt, clock: wallClock });
  const services = await openServices(config, surroundings);
  const opened: (() => Promise<unknown>)[] = [() => services.close()];
  let draining = false;
  try {
    const main = await startMain(config, { authenticate, services, surroundings });
    opened.unshift(main.close);
    const admin = await startAdmin({
      listen: config.admin,
      logger,
      instruments,
      health: () => services.broken() === null,
      unready: () => (draining ? Promise.resolve('draining') : unreadyOf(services)),
    }).catch((error: unknown) => Promise.reject(listenError(error, config.admin)));
    opened.push(admin.close);
    const close = (): Promise<boolean> => {
      draining = true;
      return settlesWithin(closeInOrder(opened, logger), (config.limits['drainMs'] ?? 0) + (config.limits['graceMs'] ?? 0) + MARGIN_MS);
    };
    return { url: main.url, admin: admin.url, close };
  } catch (error) {
    await closeInOrder(opened, logger);
    throw error;
  }
}

interface MainOptions {
  readonly authenticate: Awaited<ReturnType<typeof createAuthenticator>>;
  readonly services: Services;
  readonly surroundings: Surroundings;
}

async function startMain(config: ServerConfig, { authenticate, services, surroundings }: MainOptions): Promise<Listener> {
  const { listen, origins, limits, conformanceSeams } = config;
  const { instruments, logger } = surroundings;
  const fastify = await createServer({
    logger,
    limits: gatewayLimits(limits),
    health: () => services.broken() === null,
    ...(listen.hosts === null ? {} : { hosts: listen.hosts }),
    ...(origins === null ? {} : { origins }),
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const labels = { route: request.routeOptions.url ?? 'unknown', method: request.method, status: String(reply.raw.statusCode) };
    instruments.add('tidemark_requests_total', labels);
    done();
  });
  instruments.observe('tidemark_streams_open', () => [[{}, gatewayOf(fastify)?.openCount ?? 0]]);
  await fastify.register(hostEventsHost({ service: services.hostEvents, authenticate, conformanceSeams, limits, clock: monotonicClock }));
  try {
    await fastify.listen({ host: listen.host, port: listen.port });
  } catch (error) {
    await fastify.close();
    throw listenError(error, listen);
  }
  const close = (): Promise<void> => {
    // Before the streams are ended: whoever comes now is not taken in only to be sent away.
    fastify.server.close();
    return fastify.close();
  };
  return { url: urlOf(fastify.server.address()), close };
}

/** The limits that the listener itself reads. One contract is served, so its values are the listener's too, and discovery's. */
function gatewayLimits(limits: Limits): Limits {
  return Object.fromEntries(Object.entries(limits).filter(([name]) => Object.hasOwn(GATEWAY_LIMITS, name)));
}

const READY_MS = 1_000;

async function unreadyOf(services: Services): Promise<string | null> {
  if (services.broken() !== null) return 'database-corrupt';
  let answered = false;
  const asking = services.ask().then(() => {
    answered = true;
    return null;
  });
  await settlesWithin(asking, READY_MS);
  return answered ? null : 'database-unavailable';
}

async function closeInOrder(opened: readonly (() => Promise<unknown>)[], logger: Logger): Promise<void> {
  for (const close of opened) {
    try {
      await close();
    } catch (err) {
      logger.error({ err }, 'closing failed');
    }
  }
}

function listenError(error: unknown, { host, port }: { readonly host: string; readonly port: number }): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return error;
  return new StartError(code === 'EADDRINUSE' ? 'address-in-use' : 'address-unavailable', `${host} port ${port}`, { cause: error });
}
