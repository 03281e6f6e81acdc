import { TransportError } from '@tidemark/orders-client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { runBoard, type RunningBoard } from './test-support/launch-board.ts';
import { clientOf, plainOrder, temporaryFolder } from './test-support/serve-board.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

const WRITERS = 8;
const ROUNDS = 3;

/** Writers place orders until the process is gone, which happens after `kills` acknowledgements. Gives what was acknowledged, and what was asked. */
async function placeUntilKilled(board: RunningBoard, round: number, kills: number) {
  const acknowledged = new Map<string, string>();
  const asked: string[] = [];
  let killed: Promise<unknown> | undefined;
  const write = async (writer: number): Promise<void> => {
    const client = clientOf(board.url);
    for (let at = 0; killed === undefined; at += 1) {
      const key = `key-${round}-${writer}-${at}`;
      asked.push(key);
      const { body } = await client.placeOrder({ 'idempotency-key': key, body: plainOrder });
      acknowledged.set(key, body.orderId);
      if (acknowledged.size === kills) killed = board.stop('SIGKILL');
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  for (const end of ends) if (end.status === 'rejected' && !(end.reason instanceof TransportError)) throw end.reason;
  await killed;
  return { acknowledged, asked };
}

test('[B2.1, P1.1] a killed process has lost and doubled no acknowledged order, in the list and in the stream', async () => {
  const environment = { TIDEMARK_BOARD_DATABASE: 'killed.sqlite' };
  const kept = new Map<string, string>();
  const asked: string[] = [];
  let board = await runBoard(folder.path, environment);
  onTestFinished(async () => {
    await board.stop('SIGKILL');
  });
  const first = clientOf(board.url).watchOrders()[Symbol.asyncIterator]();
  const next = first.next();
  for (let round = 0; round < ROUNDS; round += 1) {
    const placed = await placeUntilKilled(board, round, 40 + round * 13);
    for (const [key, orderId] of placed.acknowledged) kept.set(key, orderId);
    asked.push(...placed.asked);
    board = await runBoard(folder.path, environment);
  }
  const start = await next;
  await first.return?.();
  if (start.done === true || start.value.event !== 'order-placed') throw new Error('The stream began with no order.');

  const client = clientOf(board.url);
  const orders = new Set<string>();
  const again = new Map<string, string>();
  for (const key of asked) {
    const { status, body } = await client.placeOrder({ 'idempotency-key': key, body: plainOrder });
    if (status === 200) again.set(key, body.orderId);
    orders.add(body.orderId);
  }
  expect([...kept].filter(([key, orderId]) => again.get(key) !== orderId)).toEqual([]);
  expect(orders.size).toBe(asked.length);
  const streamed = [start.value.data.order.orderId];
  for await (const event of client.watchOrders({ lastEventId: start.value.id })) {
    if (event.event === 'order-placed') streamed.push(event.data.order.orderId);
    if (streamed.length >= asked.length) break;
  }
  expect(streamed.toSorted()).toEqual([...orders].toSorted());
  expect(await board.stop()).toEqual([0, null]);
  expect(board.errors()).toBe('');
});
