import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createBroadcast, type Broadcast } from './broadcast.ts';
import { withId } from './event-encoder.ts';
import { AUTHORIZED, head, rawClient } from './test-support/raw-client.ts';
import { serve, type Served } from './test-support/serve.ts';
import { turn, until } from './test-support/until.ts';

const tick = (n: number, pad = ''): object => ({ type: 'tick', v: 1, n, pad });
const body = [AUTHORIZED, 'Content-Type: application/json', 'Content-Length: 2'];

let served: Served | null = null;
const sockets = new Set<Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await served?.close();
  served = null;
});

/** A client that opens a stream and never reads it. */
async function stuckReader({ port }: Served, target = '/watch'): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port });
  sockets.add(socket);
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.pause();
  socket.write(target === '/feed' ? `${head('POST', target, port, body)}{}` : head('GET', target, port, [AUTHORIZED]));
  return socket;
}

async function withHub(
  limits: Readonly<Record<string, number>>,
  server: Readonly<Record<string, number>> = {},
): Promise<{ hub: Broadcast<object>; served: Served }> {
  const hub = createBroadcast();
  served = await serve({
    service: { limits },
    server: { limits: server },
    handlers: {
      watch: { open: () => hub.subscribe(), terminal: (reason: string) => ({ type: 'ended', v: 1, reason }) },
      feed: { open: () => hub.subscribe() },
    },
  });
  return { hub, served };
}

describe('slow output', () => {
  test('[B1.4] a reader that reads nothing costs its bounded queue, and is cut by the deadline: 100 MB are published, the heap does not see them', async () => {
    const { hub, served: server } = await withHub({ queueBytes: 65_536, queueEvents: 16, writeMs: 400 });
    const socket = await stuckReader(server);
    await until(() => hub.size === 1);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    globalThis.gc?.();
    const before = process.memoryUsage();
    let published = 0;
    const pad = 'x'.repeat(100_000);
    for (let index = 0; index < 1_000; index += 1) {
      hub.publish(tick(index, pad));
      published += pad.length;
      await turn();
    }
    const after = process.memoryUsage();
    expect(published).toBe(100_000_000);
    expect(after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers).toBeLessThan(64_000_000);
    await until(() => server.gateway.openCount === 0);
    expect(server.log.map(({ fields, message }) => [fields['endpoint'], fields['outcome'], message])).toEqual([
      ['watch', 'slow-consumer', 'stream ended'],
    ]);
    socket.resume();
    await closed;
  });

  test('[B1.4] a slow reader that still reads gets its terminal, and every block whole', async () => {
    const { hub, served: server } = await withHub({ queueBytes: 8_192, queueEvents: 4, writeMs: 20_000 });
    const socket = await stuckReader(server);
    await until(() => hub.size === 1);
    const pad = 'y'.repeat(50_000);
    for (let index = 0; hub.size === 1; index += 1) {
      hub.publish(tick(index, pad));
      await turn();
    }
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
    });
    socket.resume();
    await until(() => text.endsWith('0\r\n\r\n'));
    const events = text
      .split('\n\n')
      .slice(1, -1)
      .map((block) => block.replace(/^[\r\n]*[0-9a-f]+\r\n/, ''));
    const numbers = events.slice(0, -1).map((block) => (JSON.parse(block.split('data: ')[1] ?? '') as { n: number }).n);
    expect(numbers).toEqual(numbers.map((_each, index) => index));
    expect(events.at(-1)).toBe('event: ended\ndata: {"type":"ended","v":1,"reason":"slow-consumer"}');
  });

  test('[B1.4] a source that can wait is asked no faster than its reader reads', async () => {
    let asked = 0;
    served = await serve({
      service: { limits: { queueBytes: 65_536, queueEvents: 4, writeMs: 300 } },
      handlers: {
        watch: {
          open: async function* () {
            for (;;) {
              asked += 1;
              yield tick(asked, 'z'.repeat(50_000));
            }
          },
          terminal: () => ({}),
        },
      },
    });
    const server = served;
    await stuckReader(server);
    await until(() => asked > 4);
    await until(() => server.gateway.openCount === 0);
    // What the kernel took for both ends, and four in the queue.
    expect(asked).toBeLessThan(400);
    expect(server.log.map(({ fields }) => fields['outcome'])).toEqual(['stalled']);
  });
});

describe('heartbeats and age', () => {
  test('[B1.2, B19] an idle stream gets a comment every heartbeatMs, whatever time-outs the server has', async () => {
    const { served: server } = await withHub({ heartbeatMs: 60, writeMs: 1_000 }, { requestMs: 100, keepAliveMs: 50, headersMs: 100 });
    server.fastify.server.setTimeout(40);
    const client = await rawClient(server.port);
    sockets.add(client.socket);
    client.send(head('GET', '/watch', server.port, [AUTHORIZED]));
    await client.until((received) => received.split('3\r\n:\n\n\r\n').length > 6);
    expect(server.gateway.openCount).toBe(1);
  });

  test('[H3.4] a stream ends cleanly, between events, at its published age', async () => {
    const { hub, served: server } = await withHub({ streamMaxSeconds: 1 });
    const client = await rawClient(server.port);
    sockets.add(client.socket);
    client.send(`${head('POST', '/feed', server.port, body)}{}`);
    await client.until((received) => received.includes(':\n\n'));
    hub.publish(withId('1', tick(1)));
    const text = await client.until((received) => received.endsWith('0\r\n\r\n'));
    expect(text).toContain('id: 1\nevent: tick\n');
  });
});

describe('fan-out', () => {
  test('[F2, B1.1] one event to 1,000 streams is encoded once, and every stream gets the same bytes', async () => {
    let encodings = 0;
    const hub = createBroadcast();
    served = await serve({
      service: { limits: { streamsPerCaller: 2_000 } },
      handlers: { watch: { open: () => hub.subscribe(), terminal: () => ({}) } },
    });
    const server = served;
    const counted = {
      type: 'tick',
      v: 1,
      n: 7,
      toJSON(): object {
        encodings += 1;
        return { type: 'tick', v: 1, n: 7 };
      },
    };
    const received = new Map<Socket, string>();
    const clients = await Promise.all(
      Array.from({ length: 1_000 }, async () => {
        const socket = connect({ host: '127.0.0.1', port: server.port });
        sockets.add(socket);
        received.set(socket, '');
        socket.on('data', (bytes) => received.set(socket, received.get(socket) + bytes.toString('latin1')));
        await new Promise((resolve) => socket.once('connect', resolve));
        socket.write(head('GET', '/watch', server.port, [AUTHORIZED]));
        return socket;
      }),
    );
    await until(() => hub.size === 1_000 && clients.every((socket) => received.get(socket)?.endsWith(':\n\n\r\n') === true));
    hub.publish(counted);
    const block = 'event: tick\ndata: {"type":"tick","v":1,"n":7}\n\n';
    const chunk = `${block.length.toString(16)}\r\n${block}\r\n`;
    await until(() => clients.every((socket) => received.get(socket)?.endsWith(chunk) === true));
    expect(encodings).toBe(1);
  });
});

describe('the health reserve', () => {
  test('[B5.1] with every slot taken by stuck readers, health is answered within its bound, and others are told to come back', async () => {
    const { hub, served: server } = await withHub(
      { streamsPerCaller: 100, writeMs: 60_000 },
      { connections: 8, healthReserve: 3, healthMs: 1_000 },
    );
    for (let index = 0; index < 5; index += 1) await stuckReader(server);
    await until(() => hub.size === 5);
    for (let index = 0; index < 50; index += 1) hub.publish(tick(index, 'x'.repeat(20_000)));
    const refused = await fetch(`${server.url}/public`);
    expect([refused.status, await refused.json()]).toEqual([
      503,
      { error: 'temporarily_unavailable', message: 'The server cannot answer now.' },
    ]);
    const started = performance.now();
    const health = await fetch(`${server.url}/healthz`);
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
    expect(performance.now() - started).toBeLessThan(server.gateway.limits.healthMs);
  });

  test.each([
    ['false', () => false],
    ['a rejection', () => Promise.reject(new Error('x'))],
    ['no answer', () => new Promise<boolean>(() => {})],
  ])('[B5.1] a health check that gives %s is 503', async (_case, health) => {
    served = await serve({ server: { health, limits: { healthMs: 200 } } });
    const answer = await fetch(`${served.url}/healthz`);
    expect([answer.status, await answer.json()]).toEqual([503, { status: 'failing' }]);
  });
});

describe('shutdown', () => {
  test('[B1.3, P3.3, B21] 50 open streams end with their terminal and a clean end, and close() resolves', async () => {
    const { hub, served: server } = await withHub({ streamsPerCaller: 100 });
    const clients = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const client = await rawClient(server.port);
        client.send(head('GET', '/watch', server.port, [AUTHORIZED]));
        await client.until((text) => text.includes(':\n\n'));
        return client;
      }),
    );
    const last = withId('9', tick(9));
    hub.publish(last);
    await server.close();
    const texts = await Promise.all(clients.map((client) => client.closed()));
    const ending =
      /id: 9\nevent: tick\ndata: [^\n]+\n\n\r\n[0-9a-f]+\r\nevent: ended\ndata: \{"type":"ended","v":1,"reason":"shutdown"\}\n\n\r\n0\r\n\r\n$/;
    expect(texts.filter((text) => !ending.test(text))).toEqual([]);
    expect(hub.size).toBe(0);
  });

  test('[B21] a stuck reader does not hold shutdown beyond drainMs', async () => {
    const { hub, served: server } = await withHub({ writeMs: 60_000 }, { drainMs: 300 });
    await stuckReader(server);
    await until(() => hub.size === 1);
    hub.publish(tick(1, 'x'.repeat(3_900_000)));
    hub.publish(tick(2, 'x'.repeat(3_900_000)));
    await turn();
    await server.close();
    expect(server.gateway.openCount).toBe(0);
  });

  test('[P3.3] while it drains, a server refuses what is new', async () => {
    const { served: server } = await withHub({});
    const client = await rawClient(server.port);
    sockets.add(client.socket);
    client.send(head('GET', '/public', server.port));
    await client.until((text) => text.includes('204'));
    void server.gateway.drain();
    client.send(head('GET', '/public', server.port));
    expect(await client.closed()).toMatch(/HTTP\/1\.1 503 [\s\S]*connection: close/i);
  });
});
