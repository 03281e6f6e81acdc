import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { emit, openReader, SERVED } from './test-support/clients.ts';
import { LEAST } from './test-support/example-config.ts';
import { endedServer, runServer } from './test-support/run-server.ts';

test('[H5.1, H5.2] it says where it listens in one line, and serves a stream end to end', async () => {
  const server = await runServer({ config: SERVED });
  expect([server.url, server.admin]).toEqual([
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
  ]);
  const stream = await openReader(server.url);
  expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  const { eventId } = (await (await emit(server.url, { order: 1 })).json()) as { readonly eventId: string };
  const received = await stream.until((text) => text.includes('\ndata: '));
  expect(received).toContain(`id: ${eventId}\nevent: example.order-paid\ndata: {`);
  expect(received).toContain('"payload":{"order":1}');
  const resumed = await openReader(server.url, eventId);
  const second = (await (await emit(server.url, { order: 2 })).json()) as { readonly eventId: string };
  const replayed = await resumed.until((text) => text.includes(second.eventId));
  expect(replayed).not.toContain(eventId);
  await server.stop();
  expect(server.out()).toBe(`${JSON.stringify({ event: 'listening', url: server.url, admin: server.admin })}\n`);
});

test('[P3.3] SIGTERM ends 50 streams between events and the process with 0, within the deadline', async () => {
  const server = await runServer({ config: SERVED });
  const streams = await Promise.all(Array.from({ length: 50 }, () => openReader(server.url)));
  for (let index = 0; index < 20; index++) await emit(server.url, { index });
  const texts = streams.map((stream) => stream.ended());
  const { code, signal, milliseconds } = await server.stop('SIGTERM');
  expect([code, signal]).toEqual([0, null]);
  expect(milliseconds).toBeLessThan(3_000 + 1_000 + 3_000);
  for (const text of await Promise.all(texts)) {
    expect(text.endsWith('\n\n')).toBe(true);
    expect(text.match(/^data: /gm)?.length).toBe(20);
  }
});

test('[P3.3] SIGINT does the same; while it drains it takes nobody, and is not ready', async () => {
  const server = await runServer({
    config: { ...SERVED, limits: { ...SERVED.limits, drainMs: 2_000, queueEvents: 100_000, queueBytes: 100_000_000 } },
  });
  // A reader that takes nothing keeps it draining.
  const { port } = new URL(server.url);
  const stuck = connect(Number(port), '127.0.0.1');
  stuck.on('error', () => {});
  stuck.write(`GET /host/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer t-acme\r\n\r\n`);
  await once(stuck, 'data');
  stuck.pause();
  for (let index = 0; index < 60; index++) await emit(server.url, { text: 'x'.repeat(250_000) });
  server.process.kill('SIGINT');
  const exited = once(server.process, 'exit');
  let ready = await fetch(`${server.admin}/readyz`);
  while (ready.status === 200) ready = await fetch(`${server.admin}/readyz`);
  expect([ready.status, await ready.text()]).toEqual([503, '{"status":"draining"}']);
  expect((await fetch(`${server.admin}/healthz`)).status).toBe(200);
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow('fetch failed');
  expect(await exited).toEqual([0, null]);
  stuck.destroy();
});

test('[P3.3] a second signal ends it at once', async () => {
  const server = await runServer({ config: { ...SERVED, limits: { ...SERVED.limits, drainMs: 60_000 } } });
  await openReader(server.url);
  const { signal, milliseconds } = await server.stop('SIGTERM', 'SIGINT');
  expect(['SIGTERM', 'SIGINT', null]).toContain(signal);
  expect(milliseconds).toBeLessThan(10_000);
});

test('[P3.4] a refused configuration: everything that is wrong, exit 2, nothing printed', async () => {
  const { code, out, log } = await endedServer({ config: { ...LEAST, lisen: 1, limits: { drainms: 1 } } });
  expect([code, out]).toEqual([2, '']);
  expect(log).toMatch(/server\.json#\/lisen: unknown-key: Did you mean listen\? .*\n$/);
  const json = await endedServer({ config: '{', args: ['--json'] });
  expect([json.code, JSON.parse(json.out)]).toMatchObject([
    2,
    { ok: false, code: 'malformed', problems: [{ code: 'malformed', path: '' }] },
  ]);
});

test('[P3.4] --check opens and prints nothing but its verdict', async () => {
  const { code, out, log } = await endedServer({ config: { ...SERVED, database: 'postgres://u:canary@127.0.0.1:1/x' }, args: ['--check'] });
  expect([code, log]).toEqual([0, '']);
  expect(out).toMatch(/server\.json: valid\n$/);
});

test('[P3.1] no token, cursor or payload of a busy life is in the log or in the metrics', async () => {
  const token = 'canary-token';
  const credentials = [{ ...SERVED.credentials[0], token }];
  const server = await runServer({ config: { ...SERVED, credentials, log: { level: 'debug' } } });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ type: 'example.order-paid', payload: { note: 'canary-payload' } });
  const emitted = await fetch(`${server.url}/conformance/seams/sample/host-events/emit`, { method: 'POST', headers, body });
  const { eventId } = (await emitted.json()) as { readonly eventId: string };
  expect(emitted.status).toBe(202);
  for (const cursor of [eventId, 'canary-cursor']) await openReader(server.url, cursor, token);
  await fetch(`${server.url}/host/events?access_token=canary-query`, { headers: { authorization: 'Bearer canary-other' } });
  await fetch(`${server.url}/canary-path`, { method: 'POST', headers, body: '{"canary-body"' });
  const metrics = await (await fetch(`${server.admin}/metrics`)).text();
  await server.stop();
  expect(server.log()).toContain('"msg":"listening"');
  for (const text of [server.log(), metrics]) expect([text.includes('canary'), text.includes(eventId)]).toEqual([false, false]);
});
