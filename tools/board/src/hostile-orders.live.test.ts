import { join } from 'node:path';
import { ValidationError, type NewOrder } from '@tidemark/orders-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Board } from './server.ts';
import { clientOf, largestOrder, plainOrder, serveBoard, temporaryFolder } from './test-support/serve-board.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let board: Board;
beforeAll(async () => {
  folder = await temporaryFolder();
  board = await serveBoard(join(folder.path, 'board.sqlite'));
});
afterAll(async () => {
  await board.close();
  await folder.remove();
});

let lastKey = 0;
const key = () => `hostile-${++lastKey}`;
const line = (minor: string, quantity = 1, currency: 'EUR' | 'USD' | 'JPY' = 'EUR') => ({
  sku: 's',
  quantity,
  unitPrice: { minor, currency },
});
const ofLines = (...lines: NewOrder['lines']): NewOrder => ({ ...plainOrder, lines });

const REFUSED: readonly (readonly [string, NewOrder, { readonly code: string; readonly path: string }])[] = [
  ['one line beyond 64 bits', ofLines(line('9200000000000000000', 9_999)), { code: 'out-of-range', path: '/body/lines' }],
  ['one line below 64 bits', ofLines(line('-9200000000000000000', 9_999)), { code: 'out-of-range', path: '/body/lines' }],
  ['a sum one above the largest', ofLines(line('9223372036854775807'), line('1')), { code: 'out-of-range', path: '/body/lines' }],
  ['two currencies', ofLines(line('1'), line('1', 1, 'USD')), { code: 'mixed-currencies', path: '/body/lines/1/unitPrice/currency' }],
  [
    'three currencies that cancel out',
    ofLines(line('1'), line('1'), line('-1', 1, 'JPY'), line('-1', 1, 'USD')),
    { code: 'mixed-currencies', path: '/body/lines/2/unitPrice/currency' },
  ],
];

const KEPT: readonly (readonly [string, NewOrder, string])[] = [
  ['the largest sum', ofLines(line('9223372036854775807')), '9223372036854775807'],
  ['the smallest sum', ofLines(line('-9223372036854775808')), '-9223372036854775808'],
  ['parts beyond 64 bits whose sum is not', ofLines(line('9223372036854775807', 2), line('-9223372036854775807', 2)), '0'],
  ['the largest body', largestOrder, String(-18446744073709n * 9_999n * 50n)],
];

/** Board as its users see it: the list, a stream from before to now, and the desk. Whatever was sent before, all three work. */
async function expectWorking(before: string): Promise<void> {
  const client = clientOf(board.url);
  const placed = await client.placeOrder({ 'idempotency-key': key(), body: plainOrder });
  const { orderId } = placed.body;
  expect((await client.listOrders({ limit: 50 })).orders[0]).toEqual(placed.body);
  const seen: string[] = [];
  for await (const event of client.watchOrders({ lastEventId: before })) {
    if (event.event === 'order-placed') seen.push(event.data.order.orderId);
    if (seen.includes(orderId)) break;
  }
  const desk = client.desk({ onChallenge: ({ challenge }) => ({ type: 'sign-in', v: 1, challenge, token: 'demo-token' }) });
  await desk.opened;
  expect(await desk.request({ type: 'get-order', v: 1, orderId })).toMatchObject({ type: 'order-found', order: { orderId } });
  desk.close();
}

/** Id of an event from which the next streams resume. */
async function position(): Promise<string> {
  const stream = clientOf(board.url).watchOrders();
  const iterator = stream[Symbol.asyncIterator]();
  const next = iterator.next();
  const placing = new AbortController();
  // A stream starts at the head it finds, so orders are placed until one is behind it.
  const place = async (): Promise<void> => {
    if (placing.signal.aborted) return;
    await clientOf(board.url).placeOrder({ 'idempotency-key': key(), body: plainOrder });
    await place();
  };
  const [event] = await Promise.all([next.finally(() => placing.abort()), place()]);
  await iterator.return?.();
  return event.done === true ? '' : (event.value.id ?? '');
}

describe('an order that nobody could read is refused before it is stored', () => {
  test.each(REFUSED)('[B1.3, C3.3] %s', async (_name, body, details) => {
    const before = await position();
    const error: unknown = await clientOf(board.url)
      .placeOrder({ 'idempotency-key': key(), body })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ code: 'validation_error', details });
    await expectWorking(before);
  });
});

describe('an order at the edge is kept, and everybody reads it', () => {
  test.each(KEPT)('[C1.4, B2.1] %s', async (_name, body, minor) => {
    const before = await position();
    const client = clientOf(board.url);
    const placed = await client.placeOrder({ 'idempotency-key': key(), body });
    expect(placed.body.total).toEqual({ minor, currency: 'EUR' });
    expect(await client.getOrder({ orderId: placed.body.orderId })).toEqual(placed.body);
    await expectWorking(before);
  });

  test('[B1.1] a list of many large orders stays within what a client reads', async () => {
    const client = clientOf(board.url);
    for (let at = 0; at < 50; at += 1) await client.placeOrder({ 'idempotency-key': key(), body: largestOrder });
    const { orders, more } = await client.listOrders({ limit: 50 });
    expect(more).toBe(true);
    expect(orders.length).toBeGreaterThan(10);
    expect(orders.length).toBeLessThan(50);
  });
});
