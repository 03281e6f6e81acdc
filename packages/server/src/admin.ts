import { createServer, type Logger } from '@tidemark/gateway';
import type { ListenConfig } from './config/server-config.ts';
import type { Instruments } from './observability/instruments.ts';

export interface AdminOptions {
  readonly listen: ListenConfig;
  readonly logger: Logger;
  readonly instruments: Instruments;
  /** Whether the process is worth keeping. */
  readonly health: () => boolean;
  /** Why it should get no requests now; null: it should. */
  readonly unready: () => Promise<string | null>;
}

/** What a listener is, once it listens. */
export interface Listener {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** The administrative listener: `/healthz`, `/readyz`, `/metrics` (H5.2). No credential: it is reached by whoever reaches its address. */
export async function startAdmin({ listen, logger, instruments, health, unready }: AdminOptions): Promise<Listener> {
  const fastify = await createServer({ logger, health, ...(listen.hosts === null ? {} : { hosts: listen.hosts }), limits: LIMITS });
  fastify.get('/readyz', async (_request, reply) => {
    const why = await unready();
    return reply
      .code(why === null ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: why ?? 'ready' });
  });
  fastify.get('/metrics', async (request, reply) => {
    if (!isOwnHost(request.headers.host ?? '', listen, portOf(fastify.server.address())))
      return reply.code(421).send({ status: 'unknown-host' });
    const { contentType, body } = await instruments.text();
    return reply.header('content-type', contentType).header('cache-control', 'no-store').send(body);
  });
  await fastify.listen({ host: listen.host, port: listen.port });
  return { url: urlOf(fastify.server.address()), close: () => fastify.close() };
}

/** A scraper and a prober need few connections, and nobody else should be there. */
const LIMITS = { connections: 256, healthReserve: 16, drainMs: 100 };

type Address = { readonly address: string; readonly family: string; readonly port: number };

/** The address as a URL, brackets around IPv6. */
export function urlOf(address: Address | string | null): string {
  if (address === null || typeof address === 'string') throw new TypeError('not a TCP address');
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}

function portOf(address: Address | string | null): number {
  return address === null || typeof address === 'string' ? 0 : address.port;
}

/** Probers name pods by address; what is measured is only for those who know the name, so that no web page reads it by rebinding. */
function isOwnHost(host: string, { hosts }: ListenConfig, port: number): boolean {
  const known = hosts ?? ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`);
  return known.includes('*') || known.includes(host.toLowerCase());
}
