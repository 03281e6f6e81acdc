import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { runBoard } from './test-support/launch-board.ts';
import { temporaryFolder } from './test-support/serve-board.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

const lines =
  (...all: string[]) =>
  (host: string) =>
    [all[0], `Host: ${host}`, ...all.slice(1)].join('\r\n');
const authorization = 'Authorization: Bearer demo-token';

/** What a client sends and leaves at that, and whether it is answered before the signal. */
const HELD: readonly (readonly [string, (host: string) => string, boolean])[] = [
  ['nothing', () => '', false],
  ['half a request line', () => 'GET / HT', false],
  ['half a head', lines('GET / HTTP/1.1', 'Acc'), false],
  [
    'half a body',
    lines(
      'POST /orders HTTP/1.1',
      authorization,
      'Idempotency-Key: held-by-half',
      'Content-Type: application/json',
      'Content-Length: 99',
      '',
      '{',
    ),
    false,
  ],
  ['a request, and keeps the connection', lines('GET / HTTP/1.1', '', ''), true],
  ['a stream', lines('GET /orders/events HTTP/1.1', authorization, '', ''), true],
  [
    'a socket whose close it never answers',
    lines(
      'GET /orders/desk HTTP/1.1',
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Protocol: tidemark.orders.v1',
      '',
      '',
    ),
    true,
  ],
];

test.each(HELD)(
  '[B1.4, P1.1] Board ends although somebody holds %s',
  async (name, text, answered) => {
    const board = await runBoard(folder.path, { TIDEMARK_BOARD_DATABASE: `${name}.sqlite` });
    onTestFinished(async () => {
      await board.stop('SIGKILL');
    });
    const { host, hostname, port } = new URL(board.url);
    const held: Socket = connect(Number(port), hostname);
    const closed = once(held, 'close');
    held.on('error', () => {});
    await once(held, 'connect');
    held.write(text(host));
    if (answered) await once(held, 'data');
    // A later connection is answered after what came before it was read.
    else await fetch(board.url);
    held.resume();
    expect(await board.stop('SIGTERM')).toEqual([0, null]);
    await closed;
    expect(board.errors()).toBe('');
  },
  15_000,
);
