import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createServer } from './create-server.ts';
import { answersIn } from './test-support/http-answers.ts';
import { AUTHORIZED, head, rawClient, type RawClient } from './test-support/raw-client.ts';
import { serve, type Served, type ServeOptions } from './test-support/serve.ts';
import { upgradeHead } from './test-support/socket-client.ts';
import { until } from './test-support/until.ts';

let served: Served | null = null;
let held: RawClient | null = null;
afterEach(async () => {
  held?.destroy();
  held = null;
  await served?.close();
  served = null;
});

const never = (): Promise<never> => new Promise(() => {});
const json = [AUTHORIZED, 'Content-Type: application/json'];

async function start(options: ServeOptions = {}, graceMs = 200): Promise<{ server: Served; client: RawClient }> {
  served = await serve({ server: { limits: { drainMs: 200, graceMs } }, ...options });
  held = await rawClient(served.port);
  return { server: served, client: held };
}

/** What a client sends and leaves at that; how many answers it has got before the server closes. */
const HELD: readonly (readonly [what: string, bytes: (port: number) => string, answers: number])[] = [
  ['nothing', () => '', 0],
  ['half a request line', () => 'GET / HT', 0],
  ['half a head', (port) => head('GET', '/public', port).slice(0, -2), 0],
  ['half a body', (port) => `${head('POST', '/echo', port, [...json, 'Content-Length: 99'])}{`, 0],
  [
    'a request whose body it was not told to send',
    (port) => head('POST', '/echo', port, [...json, 'Content-Length: 9', 'Expect: 100-continue']),
    1,
  ],
  ['half a body that is refused already', (port) => `${head('POST', '/echo', port, ['Content-Length: 99'])}{`, 1],
  ['a kept connection', (port) => head('GET', '/public', port), 1],
  ['a kept connection and half a head', (port) => `${head('GET', '/public', port)}GET /`, 1],
  ['a request whose handler never answers', (port) => head('DELETE', '/items/a', port, [AUTHORIZED]), 0],
  ['a handshake whose handler never answers', (port) => upgradeHead(port), 0],
  [
    'an h2c request behind one that is never answered',
    (port) => `${head('DELETE', '/items/a', port, [AUTHORIZED])}${head('GET', '/public', port, ['Upgrade: h2c', 'Connection: Upgrade'])}`,
    0,
  ],
  ['a stream whose handler never opens it', (port) => head('GET', '/watch', port, [AUTHORIZED]), 0],
];

describe('close() resolves, and cuts the connection, although a client holds', () => {
  test.each(HELD)('[B1.4, B1.5, P3.3] %s', async (_what, bytes, answers) => {
    const stuck = { open: never, terminal: () => ({}) };
    const { server, client } = await start({ handlers: { removeItem: never, desk: stuck, watch: stuck } });
    client.send(bytes(server.port));
    await client.until((text) => answersIn(text, false).length >= answers);
    // Every byte was read before a later connection is answered.
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    await server.close();
    await client.closed();
  });

  test('[B1.4, P3.3] nothing, at each address of a name', async () => {
    const fastify = await createServer({ limits: { graceMs: 200 } });
    await fastify.listen({ host: 'localhost', port: 0 });
    const addresses = fastify.addresses() as readonly AddressInfo[];
    expect(addresses.length).toBeGreaterThan(0);
    const sockets = await Promise.all(
      addresses.map(async ({ address, port }) => {
        const socket = connect({ host: address, port });
        await once(socket, 'connect');
        return socket;
      }),
    );
    const closed = Promise.all(sockets.map((socket) => once(socket.resume(), 'close')));
    for (const { address, port } of addresses) {
      const host = address.includes(':') ? `[${address}]` : address;
      expect((await fetch(`http://${host}:${port}/healthz`)).status).toBe(200);
    }
    await fastify.close();
    expect(await closed).toHaveLength(addresses.length);
  });
});

describe('requests under way at shutdown', () => {
  test('[P3.3] a silent connection does not use up the grace of those that wait for nothing', async () => {
    const { server, client } = await start({}, 60_000);
    await server.close();
    expect(await client.closed()).toBe('');
  });

  test('[P3.3] a handler that ends within the grace has its answer sent, and no connection waits for its deadline', async () => {
    const answers: ((value?: undefined) => void)[] = [];
    const removeItem = (): Promise<undefined> =>
      new Promise((resolve) => {
        answers.push(resolve);
      });
    const { server, client } = await start({ handlers: { removeItem } }, 60_000);
    client.send(head('DELETE', '/items/a', server.port, [AUTHORIZED]));
    await until(() => answers.length === 1);
    const closing = server.close();
    await until(() => server.gateway.draining);
    answers[0]?.();
    await closing;
    expect(answersIn(await client.closed(), false).map(({ status }) => status)).toEqual([204]);
  });
});
