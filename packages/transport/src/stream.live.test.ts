import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repetitions } from '../../../tools/vitest/needs.ts';
import { createContext } from './context.ts';
import { operationMethod } from './operation.ts';
import { streamMethod } from './stream.ts';
import { type LiveServer, startServer } from './test-support/live-server.ts';
import { operation, service, stream } from './test-support/service.ts';

/** 10,000 in the soak run (B2.3); a few hundred show the same leak. */
const cycles = repetitions(250, 10_000);

let live: LiveServer;
let opened = 0;
let dropAfter = Number.POSITIVE_INFINITY;
const asked: (string | undefined)[] = [];

beforeAll(async () => {
  live = await startServer((request, response) => {
    if (request.url === '/things/t1') {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"name":"n"}');
      return;
    }
    opened += 1;
    const after = request.headers['last-event-id'];
    asked.push(typeof after === 'string' ? after : undefined);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
    const from = Number(after ?? 0);
    const numbers = Array.from({ length: Math.min(100 - from, dropAfter) }, (_, i) => from + i + 1);
    const blocks = numbers.map((n) => `event: changed\nid: ${n}\ndata: {"type":"changed","n":${n}}\n\n`);
    // A block is cut in the middle; what was written has left before the connection goes.
    const cut = numbers.length === dropAfter ? 'event: changed\nid: 10' : '';
    response.write(blocks.join('') + cut, () => {
      if (cut !== '') response.destroy();
    });
  });
});
afterAll(() => live.close());

describe('streams over real connections', () => {
  test('[B2.2, H4.1] a server that drops the connection every few events is read to the end, each event once', async () => {
    dropAfter = 7;
    asked.length = 0;
    const context = createContext(service, { baseUrl: live.url, backOff: { baseMs: 1, maxMs: 1 } });
    const seen: number[] = [];
    for await (const { data } of streamMethod(context, stream())()) {
      seen.push(data.n ?? 0);
      if (data.n === 100) break;
    }
    dropAfter = Number.POSITIVE_INFINITY;
    expect(seen).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
    expect(asked.length).toBeGreaterThanOrEqual(15);
    // A dropped connection may lose the tail of what was written: positions never go back, and never beyond what was seen.
    expect(asked.slice(1).every((id, i) => Number(id ?? 0) >= Number(asked[i] ?? 0))).toBe(true);
    await live.idle();
  });

  test('[B2.3, B50] every way to end a stream closes its connection at once', async () => {
    const context = createContext(service, { baseUrl: live.url });
    const before = opened;
    const ways = ['break', 'abort', 'close', 'return'] as const;
    for (let i = 0; i < cycles; i += 1) {
      const controller = new AbortController();
      const events = streamMethod(context, stream())({ signal: controller.signal });
      const iterator = events[Symbol.asyncIterator]();
      await iterator.next();
      const way = ways[i % ways.length];
      if (way === 'abort') controller.abort();
      else if (way === 'close') events.close();
      else await iterator.return?.();
    }
    await live.idle();
    expect([opened - before, live.connections.size]).toEqual([cycles, 0]);
  }, 900_000);

  test('[B2.3] an abort before the response head closes the connection too', async () => {
    const silent = await startServer(() => undefined);
    const context = createContext(service, { baseUrl: silent.url });
    for (let i = 0; i < 20; i += 1) {
      const events = streamMethod(context, stream())();
      const next = events[Symbol.asyncIterator]().next();
      await new Promise((resolve) => silent.server.once('request', resolve));
      events.close();
      expect(await next).toEqual({ done: true, value: undefined });
    }
    await silent.idle();
    expect(silent.connections.size).toBe(0);
    await silent.close();
  });

  test('[C4.2a] a server that is not there is waited for', async () => {
    const first = await startServer(() => undefined);
    await first.close();
    const states: string[] = [];
    const context = createContext(service, { baseUrl: first.url, backOff: { baseMs: 1, maxMs: 2 } });
    const events = streamMethod(context, stream())({ onState: ({ status }) => states.push(status) });
    const next = events[Symbol.asyncIterator]().next();
    while (states.filter((status) => status === 'waiting').length < 5) await new Promise((resolve) => setImmediate(resolve));
    events.close();
    await next;
    expect(states.slice(0, 4)).toEqual(['connecting', 'waiting', 'connecting', 'waiting']);
  });
});

test('[C4.2] a call leaves its connection for the next one', async () => {
  const context = createContext(service, { baseUrl: live.url });
  const call = operationMethod(context, operation());
  const before = live.connections.size;
  for (let i = 0; i < 50; i += 1) expect(await call({ thingId: 't1' })).toEqual({ name: 'n' });
  expect(live.connections.size - before).toBeLessThanOrEqual(2);
});
