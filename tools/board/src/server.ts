import { readFile } from 'node:fs/promises';
import { createServer, secretsEqual, staticTokens } from '@tidemark/gateway';
import { ordersPlugin } from '@tidemark/orders-server';
import type { Clerk } from './orders/clerk.ts';
import { createFeed } from './orders/feed.ts';
import { ordersHandlers } from './orders/handlers.ts';
import { openOrderStore } from './orders/store.ts';
import { ASSETS, PAGES } from './pages.ts';

/** A demo credential: whoever reaches the loopback address may use it. */
export const DEMO_TOKEN = 'demo-token';

export interface BoardOptions {
  /** SQLite file of the orders. */
  readonly database: string;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Log lines (pino, on standard error); default none. */
  readonly log?: boolean;
}

export interface Board {
  readonly url: string;
  /** Ends streams and sockets with their terminals, then the store. */
  close(): Promise<void>;
}

/** Starts the demo: the orders service, its descriptions and the page that uses them through the generated client. */
export async function startBoard(options: BoardOptions): Promise<Board> {
  const store = openOrderStore(options.database);
  const clerk: Clerk = { tenant: 'demo', subject: 'clerk-1' };
  const tokens = [{ token: DEMO_TOKEN, principal: clerk, caller: 'demo/clerk-1', scopes: ['orders:read', 'orders:write'] }];
  const signIn = (token: string): Clerk | null => (secretsEqual(token, DEMO_TOKEN) ? clerk : null);
  const server = await createServer(options.log === true ? { log: { level: 'info', stream: process.stderr } } : {});
  await server.register(
    ordersPlugin(ordersHandlers(store, createFeed(store), signIn), { authenticate: staticTokens(tokens), descriptions: 'public' }),
  );
  for (const { path, file, type } of [...PAGES, ...ASSETS]) {
    const body = await readFile(new URL(`./public/${file}`, import.meta.url));
    server.get(path, (_request, reply) =>
      reply.type(type).header('content-security-policy', CONTENT_SECURITY_POLICY).header('cache-control', 'no-cache').send(body),
    );
  }
  const url = await server.listen({ host: options.host, port: options.port });
  return {
    url,
    async close() {
      await server.close();
      await store.close();
    },
  };
}

/** No eval anywhere; Scalar writes its own styles into the page. */
const CONTENT_SECURITY_POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:";
