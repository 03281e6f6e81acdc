import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import type { ServerDescriptor } from '../descriptor.ts';
import { createServer, type CreateServerOptions } from '../create-server.ts';
import { gatewayOf, servicePlugin } from '../fastify-adapter.ts';
import type { Gateway } from '../gateway.ts';
import type { Logger } from '../logger.ts';
import { staticTokens } from '../secrets.ts';
import type { ServiceOptions } from '../service.ts';
import { createBroadcast } from '../broadcast.ts';
import { sample, type Principal } from './sample.ts';

/** Handlers of the sample contract that do the least; a test replaces what it is about. */
export function sampleHandlers(): Record<string, unknown> {
  return {
    echo: ({ body }: { body: { text: string } }) => ({ text: body.text }),
    getItem: ({ path, query }: { path: { itemId: string }; query: { limit?: number; tag?: string[] } }) => ({
      id: path.itemId,
      ...(query.limit === undefined ? {} : { limit: query.limit }),
      ...(query.tag === undefined ? {} : { tags: query.tag }),
    }),
    putItem: ({ path }: { path: { itemId: string } }) => ({
      status: 201,
      headers: { location: `/items/${path.itemId}` },
      body: { id: path.itemId },
    }),
    removeItem: () => undefined,
    ping: () => undefined,
    watch: { open: () => createBroadcast().subscribe(), terminal: (reason: string) => ({ type: 'ended', v: 1, reason }) },
    feed: { open: () => createBroadcast().subscribe() },
    desk: {
      open: () => ({ messages: { ask: answer, say: () => {} } }),
      terminal: (reason: string) => ({ type: 'ended', v: 1, reason }),
    },
    vault: {
      open: () => ({
        opening: { challenge: () => ({ type: 'challenge', v: 1, nonce: 'n' }), answer: () => ({ type: 'attached', v: 1 }) },
        messages: { ask: answer },
      }),
      terminal: (reason: string) => ({ type: 'ended', v: 1, reason }),
    },
  };
}

function answer({ requestId, question }: { requestId: string; question: string }): object {
  return { type: 'answer', v: 1, requestId, reply: question.toUpperCase() };
}

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

export interface Served {
  readonly fastify: FastifyInstance;
  readonly gateway: Gateway;
  readonly port: number;
  readonly url: string;
  readonly log: LogLine[];
  close(): Promise<void>;
}

export interface ServeOptions {
  readonly descriptor?: ServerDescriptor;
  readonly handlers?: Readonly<Record<string, unknown>>;
  readonly service?: Partial<ServiceOptions<Principal>>;
  readonly server?: CreateServerOptions;
}

/** Tokens `t-read` and `t-other` (scope read), `t-none` (no scope). */
export const authenticate = staticTokens<Principal>(
  ['read', 'other', 'none'].map((name) => ({
    token: `t-${name}`,
    principal: { subject: name },
    caller: name,
    scopes: name === 'none' ? [] : ['read'],
  })),
);

/** The sample contract on a free port of 127.0.0.1. */
export async function serve(options: ServeOptions = {}): Promise<Served> {
  const log: LogLine[] = [];
  const write =
    (level: LogLine['level']) =>
    (fields: object, message: string): void => {
      log.push({ level, fields: fields as LogLine['fields'], message });
    };
  const logger: Logger = { info: write('info'), warn: write('warn'), error: write('error') };
  const fastify = await createServer({ logger, ...options.server });
  const handlers = { ...sampleHandlers(), ...options.handlers };
  await fastify.register(servicePlugin(options.descriptor ?? sample, handlers, { authenticate, ...options.service }));
  await fastify.listen({ host: '127.0.0.1', port: 0 });
  const { port } = fastify.server.address() as AddressInfo;
  const gateway = gatewayOf(fastify);
  if (gateway === undefined) throw new Error('no gateway');
  return { fastify, gateway, port, url: `http://127.0.0.1:${port}`, log, close: () => fastify.close() };
}
