import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emit, metricsOf, openReader, SERVED } from './test-support/clients.ts';
import { temporaryFolder } from './test-support/run-server.ts';
import { serveHere } from './test-support/serve-here.ts';

test('[H5.2, H5.1] discovery: families at root keys, every bound with the value that holds', async () => {
  const { url } = await serveHere({ ...SERVED, limits: { drainMs: 1_234, streamMaxSeconds: 77 } });
  const document = (await (await fetch(`${url}/.well-known/tidemark`)).json()) as Record<string, never>;
  expect(document['hostEvents']).toEqual({ types: SERVED.hostEvents.types, replay: { minRetentionSeconds: 3600 } });
  expect(document['limits']).toMatchObject({
    drainMs: 1_234,
    streamMaxSeconds: 77,
    payloadBytes: 262_144,
    eventBytes: 266_240,
    heartbeatMs: 15_000,
  });
  // R1.9: bindings and digests only for those who may see them.
  expect(document['services']).toEqual([]);
});

const ANSWERS: readonly (readonly [what: string, path: string, init: RequestInit, status: number, error: string])[] = [
  ['no credential', '/host/events', {}, 401, 'unauthenticated'],
  ['an unknown token', '/host/events', { headers: { authorization: 'Bearer x' } }, 401, 'unauthenticated'],
  [
    'a scope that is missing',
    '/host/events/test',
    { method: 'POST', headers: { authorization: 'Bearer t-reader' }, body: '{}' },
    403,
    'forbidden',
  ],
  ['a mode that is none', '/host/events?replay=', { headers: { authorization: 'Bearer t-acme' } }, 400, 'validation_error'],
  [
    'an unknown cursor',
    '/host/events?replay=required',
    { headers: { authorization: 'Bearer t-acme', 'last-event-id': 'x' } },
    409,
    'host_event_resync_required',
  ],
];
test('[H5.4] each refusal has its status and code', async () => {
  const credentials = [...SERVED.credentials, { token: 't-reader', tenant: 'acme' }];
  const { url } = await serveHere({ ...SERVED, credentials });
  for (const [what, path, init, status, error] of ANSWERS) {
    const response = await fetch(url + path, init);
    expect([what, response.status, ((await response.json()) as { readonly error: string }).error]).toEqual([what, status, error]);
  }
});

async function get(address: string): Promise<readonly [number, string]> {
  const response = await fetch(address);
  return [response.status, await response.text()];
}

test('[H5.2, P3.2] health, readiness and metrics on the administrative listener, by its own names only', async () => {
  const { url, admin } = await serveHere(SERVED);
  expect(await get(`${url}/healthz`)).toEqual([200, '{"status":"ok"}']);
  expect(await get(`${admin}/healthz`)).toEqual([200, '{"status":"ok"}']);
  expect(await get(`${admin}/readyz`)).toEqual([200, '{"status":"ready"}']);
  expect((await get(`${url}/readyz`))[0]).toBe(404);
  expect((await get(`${url}/metrics`))[0]).toBe(404);
  const port = Number(new URL(admin).port);
  const socket = connect(port, '127.0.0.1');
  socket.end('GET /metrics HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(String(answer)).toMatch(/^HTTP\/1\.1 421 /);
});

test('[P3.2] what happens is counted, and causes stay inside', async () => {
  const { url, admin } = await serveHere(SERVED);
  const stream = await openReader(url);
  const { eventId } = (await (await emit(url)).json()) as { readonly eventId: string };
  await emit(url, {}, 'example.cursor-moved');
  await stream.until((text) => text.includes('example.cursor-moved'));
  for (const cursor of ['unknown', 'x'.repeat(129)]) expect((await openReader(url, cursor)).status).toBe(409);
  expect((await openReader(url, eventId)).status).toBe(200);
  expect((await emit(url, {}, 'example.unknown')).status).toBe(400);
  expect(await metricsOf(admin)).toMatchObject({
    tidemark_streams_open: 2,
    'tidemark_host_events_emitted_total{delivery="durable"}': 1,
    'tidemark_host_events_emitted_total{delivery="ephemeral"}': 1,
    'tidemark_host_events_delivered_total{delivery="durable"}': 1,
    'tidemark_host_events_delivered_total{delivery="ephemeral"}': 1,
    'tidemark_host_events_opened_total{start="live"}': 1,
    'tidemark_host_events_opened_total{start="cursor"}': 1,
    'tidemark_host_events_resync_total{cause="unknown"}': 1,
    'tidemark_host_events_resync_total{cause="malformed"}': 1,
    'tidemark_host_events_open_failed_total{code="resync-required"}': 2,
    'tidemark_host_events_emit_refused_total{code="unknown-type"}': 1,
    tidemark_host_events_append_seconds_count: 1,
    tidemark_host_events_replay_seconds_count: 2,
    tidemark_database_up: 1,
    'tidemark_requests_total{route="/host/events",method="GET",status="409"}': 2,
  });
});

test('[H5.2] IPv6 and a name are listened on', async () => {
  const config = { ...SERVED, listen: { host: '::1', port: 0 }, admin: { host: 'localhost', port: 0 } };
  const { url, admin } = await serveHere(config);
  expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect([(await fetch(`${url}/.well-known/tidemark`)).status, (await fetch(`${admin}/metrics`)).status]).toEqual([200, 200]);
});

const TAKEN = ['listen', 'admin'] as const;
test.each(TAKEN)('[H5.1] an address that is taken by another is said: %s', async (listener) => {
  const { url } = await serveHere(SERVED);
  const serving = serveHere({ ...SERVED, [listener]: { port: Number(new URL(url).port) } });
  await expect(serving).rejects.toMatchObject({ name: 'StartError', code: 'address-in-use' });
});

test('[S8] a damaged file: the process says so, answers for its health, and refuses', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'events.db'), 'this is no database, whatever its name says'.repeat(200));
  const { url, admin, log, close } = await serveHere(SERVED, folder);
  expect(log()).toContain('"code":"corrupt"');
  const healthz = await fetch(`${url}/healthz`);
  expect([healthz.status, await healthz.text()]).toEqual([503, '{"status":"failing"}']);
  const readyz = await fetch(`${admin}/readyz`);
  expect([readyz.status, await readyz.text()]).toEqual([503, '{"status":"database-corrupt"}']);
  const refused = await emit(url);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect((await openReader(url, 'x')).status).toBe(503);
  expect(await close()).toBe(true);
});
