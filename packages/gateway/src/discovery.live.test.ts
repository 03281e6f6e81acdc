import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { createServer } from './create-server.ts';
import { servicePlugin } from './fastify-adapter.ts';
import { silentLogger } from './logger.ts';
import { sample } from './test-support/sample.ts';
import { authenticate, sampleHandlers, serve, type Served } from './test-support/serve.ts';

let served: Served | null = null;
afterEach(async () => {
  await served?.close();
  served = null;
});

const authorized = { headers: { authorization: 'Bearer t-none' } };

describe('discovery', () => {
  test('[H5.1, H5.2] families at root keys, and every bound as a named limit with its unit', async () => {
    served = await serve({
      service: { discovery: () => ({ hostEvents: { types: [] } }), limits: { queueEvents: 7 } },
      server: { limits: { drainMs: 3_000 } },
    });
    const answer = await fetch(`${served.url}/.well-known/tidemark`);
    const document = (await answer.json()) as {
      limits: Record<string, number>;
      limitUnits: Record<string, string>;
      services: unknown[];
      hostEvents: unknown;
    };
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(document.hostEvents).toEqual({ types: [] });
    expect(document.limits).toMatchObject({ bodyBytes: 200, drainMs: 3_000, healthMs: 1_000 });
    expect(document.limitUnits).toMatchObject({ drainMs: 'milliseconds', queueBytes: 'bytes' });
    expect(document.services).toEqual([]);
  });

  test('[H5.2, B3.7] bindings and digests only for callers who may see them', async () => {
    served = await serve({ service: { limits: { queueEvents: 7 } } });
    const { services } = (await (await fetch(`${served.url}/.well-known/tidemark`, authorized)).json()) as { services: unknown[] };
    expect(services).toMatchObject([
      {
        id: 'sample',
        version: '1.0.0',
        limits: { queueEvents: 7 },
        bindings: {
          http: true,
          sse: [
            { name: 'watch', method: 'GET', path: '/watch' },
            { name: 'feed', method: 'POST', path: '/feed' },
          ],
          webSocket: [
            { name: 'desk', path: '/desk/{room}', subprotocol: 'sample.v1', http2ExtendedConnect: false },
            { name: 'vault', path: '/vault', subprotocol: 'sample.v1', http2ExtendedConnect: false },
          ],
        },
        descriptions: [{ path: '/openapi.json', mediaType: 'application/json', digest: 'sha256:00' }],
      },
    ]);
  });
});

describe('descriptions', () => {
  test('[C4.3] the document, byte for byte, with the tag of its bytes', async () => {
    served = await serve();
    const answer = await fetch(`${served.url}/openapi.json`, authorized);
    const text = await answer.text();
    const tag = `"${createHash('sha256').update(text).digest('base64url')}"`;
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('etag'), text]).toEqual([
      200,
      'application/json',
      tag,
      '{"openapi":"3.2.1"}\n',
    ]);
    const again = await fetch(`${served.url}/openapi.json`, { headers: { ...authorized.headers, 'if-none-match': tag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await fetch(`${served.url}/openapi.json`, { method: 'POST', ...authorized })).status).toBe(405);
  });

  test.each([
    [undefined, 401],
    ['public', 200],
    ['off', 404],
  ] as const)('[P5.1] access %s: somebody without a credential gets %i', async (descriptions, status) => {
    served = await serve(descriptions === undefined ? {} : { service: { descriptions } });
    expect((await fetch(`${served.url}/openapi.json`)).status).toBe(status);
  });
});

describe('mounting', () => {
  const { getItem: _removed, ...lacking } = sampleHandlers();
  test.each([
    ['a missing handler', lacking, { authenticate }, 'missing-handler: getItem. '],
    ['a stream without open', { ...sampleHandlers(), watch: {} }, { authenticate }, 'missing-handler: watch.open. '],
    [
      'a stream without its terminal',
      { ...sampleHandlers(), watch: { open: () => {} } },
      { authenticate },
      'missing-handler: watch.terminal. ',
    ],
    ['no authenticator', sampleHandlers(), {}, 'missing-authenticate: sample. '],
    ['an unknown limit', sampleHandlers(), { authenticate, limits: { queue: 1 } }, 'unknown-limit: queue. '],
  ])('[C4.3, P5.1] %s is found at start-up', async (_case, handlers, options, message) => {
    const fastify = await createServer();
    await expect(fastify.register(servicePlugin(sample, handlers, options)).ready()).rejects.toThrow(message);
    await fastify.close();
  });

  test('[C4.3] two services share a listener under prefixes, and may not share a path', async () => {
    const fastify = await createServer();
    await fastify.register(servicePlugin(sample, sampleHandlers(), { authenticate }), { prefix: '/one' });
    await fastify.register(servicePlugin(sample, sampleHandlers(), { authenticate }), { prefix: '/two' });
    const address = await fastify.listen({ host: '127.0.0.1', port: 0 });
    expect([
      (await fetch(`${address}/one/public`)).status,
      (await fetch(`${address}/two/public`)).status,
      (await fetch(`${address}/public`)).status,
    ]).toEqual([204, 204, 404]);
    await fastify.close();
    const crowded = await createServer();
    await crowded.register(servicePlugin(sample, sampleHandlers(), { authenticate }));
    await expect(crowded.register(servicePlugin(sample, sampleHandlers(), { authenticate })).ready()).rejects.toThrow(
      'path-conflict: /echo. ',
    );
    await crowded.close();
  });

  test('[P5.1] beyond loopback, a server that was not told its hosts says so and closes', async () => {
    const errors: string[] = [];
    const logger = { ...silentLogger, error: ({ err }: { readonly err?: Error }) => errors.push(err?.message ?? '') };
    const fastify = await createServer({ logger });
    const closed = new Promise<void>((resolve) => {
      fastify.addHook('onClose', async () => {
        resolve();
      });
    });
    await fastify.listen({ host: '0.0.0.0', port: 0 });
    await closed;
    expect(errors).toEqual([
      'missing-hosts: 0.0.0.0. The server listens beyond loopback, and which Host values are its own was not said. Pass `hosts`, for example `["api.example.com"]`.',
    ]);
  });
});
