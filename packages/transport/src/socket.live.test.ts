import type { IncomingMessage } from 'node:http';
import { WebSocket, WebSocketServer } from 'ws';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repetitions } from '../../../tools/vitest/needs.ts';
import { createContext } from './context.ts';
import { socketMethod } from './socket.ts';
import { type LiveServer, startServer } from './test-support/live-server.ts';
import { failureOf } from './test-support/outcome.ts';
import { service, socket } from './test-support/service.ts';

const cycles = repetitions(250, 10_000);

let live: LiveServer;
const upgrades: IncomingMessage[] = [];

/** Answers `ask`, drops the connection at `drop`, closes with a code at `close`. */
function serve(connection: WebSocket): void {
  connection.on('message', (data) => {
    const message = JSON.parse((data as Buffer).toString()) as {
      readonly type: string;
      readonly requestId?: string;
      readonly code?: number;
    };
    if (message.type === 'ask') connection.send(JSON.stringify({ type: 'answer', requestId: message.requestId }));
    if (message.type === 'drop') connection.terminate();
    if (message.type === 'close') connection.close(message.code, 'as asked');
    if (message.type === 'binary') connection.send(new Uint8Array(2));
  });
  connection.send(JSON.stringify({ type: 'hello' }));
}

beforeAll(async () => {
  live = await startServer((_, response) => response.writeHead(404).end());
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: (offered) => [...offered][0] ?? false });
  live.server.on('upgrade', (request, stream, head) => {
    upgrades.push(request);
    sockets.handleUpgrade(request, stream, head, serve);
  });
});
afterAll(() => live.close());

const context = () => createContext(service, { baseUrl: live.url, WebSocket, backOff: { baseMs: 1, maxMs: 2 } });

describe('[B4.1] sockets over ws', () => {
  test('requests, pushes, a drop with reconnect, and typed closes', async () => {
    let openings = 0;
    const desk = socketMethod(context(), socket())({ reconnect: true, onOpen: () => void (openings += 1) });
    await desk.opened;
    expect(await desk.request({ type: 'ask' })).toEqual({ type: 'answer', requestId: 'r1' });
    desk.send({ type: 'drop' });
    expect(await failureOf(desk.request({ type: 'ask', requestId: 'x' }))).toMatchObject({ code: 'socket-closed', close: { code: 1006 } });
    const messages = desk[Symbol.asyncIterator]();
    expect((await messages.next()).value).toEqual({ type: 'hello' });
    expect((await messages.next()).value).toEqual({ type: 'hello' });
    expect(openings).toBe(2);
    desk.send({ type: 'close', code: 4001 });
    await expect(messages.next()).rejects.toMatchObject({
      code: 'socket-closed',
      close: { code: 4001, name: 'revoked', reason: 'as asked', reconnect: false },
    });
    await live.idle();
  });

  test('binary data is refused', async () => {
    const desk = socketMethod(context(), socket())();
    await desk.opened;
    desk.send({ type: 'binary' });
    const messages = desk[Symbol.asyncIterator]();
    await messages.next();
    await expect(messages.next()).rejects.toMatchObject({ code: 'unexpected-message' });
    await live.idle();
  });

  test('[P5.1] a credential travels in a header of the factory’s, never in the URL or the subprotocol', async () => {
    const credentialed = createContext(service, {
      baseUrl: live.url,
      credential: () => 'secret',
      socketFactory: ({ url, subprotocol, headers }) => new WebSocket(url, [subprotocol], { headers }),
    });
    upgrades.length = 0;
    const desk = socketMethod(credentialed, socket())();
    await desk.opened;
    desk.close();
    const [request] = upgrades;
    expect([request?.url, request?.headers['sec-websocket-protocol'], request?.headers.authorization]).toEqual([
      '/things/desk',
      'things.v1',
      'Bearer secret',
    ]);
    await live.idle();
  });

  test('[B2.3] every way to end a socket closes its connection', async () => {
    const ways = ['close', 'abort', 'break', 'early'] as const;
    for (let i = 0; i < cycles; i += 1) {
      const controller = new AbortController();
      const desk = socketMethod(context(), socket())({ signal: controller.signal });
      const way = ways[i % ways.length];
      if (way !== 'early') await desk.opened;
      if (way === 'abort') controller.abort();
      else if (way === 'break') for await (const _ of desk) break;
      else desk.close();
    }
    await live.idle();
    expect(live.connections.size).toBe(0);
  }, 900_000);

  test('a server that is not there is a typed close', async () => {
    const gone = await startServer(() => undefined);
    await gone.close();
    const desk = socketMethod(createContext(service, { baseUrl: gone.url, WebSocket }), socket())();
    await expect(desk.opened).rejects.toMatchObject({ code: 'socket-closed', close: { code: 1006, name: 'abnormal', reconnect: true } });
  });
});
