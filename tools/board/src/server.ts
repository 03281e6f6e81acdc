import { readFile } from 'node:fs/promises';
import { createServer, secretsEqual, staticTokens } from '@tidemark/gateway';
import { ordersPlugin } from '@tidemark/orders-server';
import type { Clerk } from './orders/clerk.ts';
import { createFeed } from './orders/feed.ts';
import { ordersHandlers } from './orders/handlers.ts';
import { openOrderStore, type OrderStore } from './orders/store.ts';
import { ASSETS, PAGES } from './pages.ts';
import { StartError, type StartErrorCode } from './start-error.ts';

/** A demo credential: whoever reaches the loopback address may use it. */
export const DEMO_TOKEN = 'demo-token';

export interface BoardOptions {
  /** SQLite file of the orders; its folder is made where it is missing. */
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

type Server = Awaited<ReturnType<typeof createServer>>;

/**
 * Starts the demo: the orders service, its descriptions and the page that uses them through the generated client.
 * @throws {StartError} for what a person can put right: the port, the database. Nothing is left open then.
 */
export async function startBoard(options: BoardOptions): Promise<Board> {
  const server = await createServer(options.log === true ? { log: { level: 'info', stream: process.stderr } } : {});
  let store: OrderStore | undefined;
  const close = async (): Promise<void> => {
    await server.close();
    await store?.close();
  };
  try {
    store = await openOrderStore(options.database, (error) => server.log.error(error));
    await mountOrders(server, store);
    await mountPages(server);
    return { url: await listen(server, options), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function mountOrders(server: Server, store: OrderStore): Promise<void> {
  const clerk: Clerk = { tenant: 'demo', subject: 'clerk-1' };
  const tokens = [{ token: DEMO_TOKEN, principal: clerk, caller: 'demo/clerk-1', scopes: ['orders:read', 'orders:write'] }];
  const signIn = (token: string): Clerk | null => (secretsEqual(token, DEMO_TOKEN) ? clerk : null);
  await server.register(
    ordersPlugin(ordersHandlers(store, createFeed(store), signIn), { authenticate: staticTokens(tokens), descriptions: 'public' }),
  );
}

async function mountPages(server: Server): Promise<void> {
  for (const { path, file, type } of [...PAGES, ...ASSETS]) {
    const body = await readFile(new URL(`./public/${file}`, import.meta.url));
    server.route({
      method: ['GET', 'HEAD'],
      url: path,
      handler: (_request, reply) =>
        reply.type(type).header('content-security-policy', CONTENT_SECURITY_POLICY).header('cache-control', 'no-cache').send(body),
    });
  }
}

const LISTEN_ERRORS: Readonly<Record<string, { readonly code: StartErrorCode; readonly why: string }>> = {
  EADDRINUSE: { code: 'port-in-use', why: 'is in use, perhaps by another Board' },
  EACCES: { code: 'port-forbidden', why: 'may not be opened by this user' },
};

async function listen(server: Server, { host, port }: BoardOptions): Promise<string> {
  try {
    return await server.listen({ host, port });
  } catch (error) {
    const known = LISTEN_ERRORS[(error as NodeJS.ErrnoException).code ?? ''];
    if (known === undefined) throw error;
    const fix = `PORT=${port < 1_024 ? 4_400 : port + 1} npm start (or PORT=0 for any free port)`;
    throw new StartError(known.code, `Port ${port} of ${host} ${known.why}. Fix: ${fix}.`, { cause: error });
  }
}

/** No eval anywhere; Scalar writes its own styles into the page. */
const CONTENT_SECURITY_POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:";
