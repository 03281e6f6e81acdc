import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createOrdersClient, type NewOrder, type OrdersClient } from '@tidemark/orders-client';
import { WebSocket } from 'ws';
import type { Board, startBoard } from '../server.ts';

/** The built entry: the store is a worker thread, which Node 20 cannot start from TypeScript. */
export const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const SERVER = fileURLToPath(new URL('../../dist/server.js', import.meta.url));

export const TOKEN = 'demo-token';

/** The built server on a free port of the loopback address. */
export async function serveBoard(database: string): Promise<Board> {
  const { startBoard: start } = (await import(pathToFileURL(SERVER).href)) as { startBoard: typeof startBoard };
  return start({ database, host: '127.0.0.1', port: 0 });
}

/** A folder of the test's own. */
export async function temporaryFolder(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'tidemark-board-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

export function clientOf(url: string, token = TOKEN): OrdersClient {
  return createOrdersClient({ baseUrl: url, credential: () => token, WebSocket });
}

export const plainOrder = {
  reference: 'r',
  lines: [{ sku: 'TM-1', quantity: 2, unitPrice: { minor: '9007199254740993', currency: 'EUR' } }],
  payment: { method: 'transfer', reference: 'RF18' },
} as const satisfies NewOrder;

/** The largest order of the contract: every text as long as it may be, of characters that JSON escapes with six. */
export const largestOrder: NewOrder = {
  reference: '\u0001'.repeat(80),
  lines: Array.from({ length: 50 }, () => ({
    sku: '\u0001'.repeat(64),
    quantity: 9_999,
    unitPrice: { minor: '-18446744073709', currency: 'EUR' as const },
    discount: 0.123_456_789_012_345_68,
    gift: false,
  })),
  payment: { method: 'card', last4: '4242', token: 'a'.repeat(96) },
  deliverTo: [12.345_678_901_234_567, -123.456_789_012_345_67],
  labels: Object.fromEntries(
    Array.from({ length: 16 }, (_, at) => [`label-${'a'.repeat(17)}${'abcdefghijklmnop'[at]}`, '\u0001'.repeat(120)]),
  ),
  metadata: 'x'.repeat(1_022),
};
