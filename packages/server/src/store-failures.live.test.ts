import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tools/vitest/postgres.ts';
import { emit, eventually, metricsOf, openReader, SERVED } from './test-support/clients.ts';
import { serveHere } from './test-support/serve-here.ts';

describe('with a real PostgreSQL', () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.end());

  test('[S8, S1, H2.8] PostgreSQL goes and comes back: 503 with Retry-After meanwhile, and the stream goes on by itself', async () => {
    const { url, admin, log } = await serveHere({
      ...SERVED,
      database: await server.createDatabase(),
      limits: { ...SERVED.limits, catchUpMs: 200 },
    });
    const stream = await openReader(url);
    const first = (await (await emit(url)).json()) as { readonly eventId: string };
    await stream.until((text) => text.includes(first.eventId));
    await server.stop();
    const refused = await emit(url);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    const reopened = await fetch(`${url}/host/events?replay=required`, {
      headers: { authorization: 'Bearer t-acme', 'last-event-id': first.eventId },
    });
    // H2.8: a database that cannot be asked says nothing about the cursor.
    expect([reopened.status, reopened.headers.get('retry-after')]).toEqual([503, '1']);
    const ready = await fetch(`${admin}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([503, '{"status":"database-unavailable"}']);
    expect([(await fetch(`${url}/healthz`)).status, (await metricsOf(admin))['tidemark_database_up']]).toEqual([200, 0]);
    await server.start();
    await eventually(
      () => fetch(`${admin}/readyz`),
      ({ status }) => status === 200,
    );
    const second = (await (
      await eventually(
        () => emit(url),
        ({ status }) => status === 202,
      )
    ).json()) as { readonly eventId: string };
    await stream.until((text) => text.includes(second.eventId));
    expect((await openReader(url, first.eventId)).status).toBe(200);
    expect(log()).toContain('"msg":"database works again"');
    expect((await metricsOf(admin))['tidemark_database_errors_total{code="unavailable"}']).toBeGreaterThan(0);
  });

  test('[S10, H5.1] two processes on one database: what one emits, the other streams and resumes', async () => {
    const database = await server.createDatabase();
    const [one, other] = await Promise.all([serveHere({ ...SERVED, database }), serveHere({ ...SERVED, database })]);
    const stream = await openReader(other.url);
    const { eventId } = (await (await emit(one.url)).json()) as { readonly eventId: string };
    await stream.until((text) => text.includes(eventId));
    const resumed = await openReader(one.url, eventId);
    const next = (await (await emit(other.url)).json()) as { readonly eventId: string };
    expect(await resumed.until((text) => text.includes(next.eventId))).not.toContain(eventId);
  });
});

test('[S8] PostgreSQL away at start is said, without its password', async () => {
  const serving = serveHere({ ...SERVED, database: 'postgres://user:canary@127.0.0.1:1/x' });
  const error = await serving.then(
    () => null,
    (caught: unknown) => caught as Error,
  );
  expect(error).toMatchObject({ name: 'StartError', code: 'database', cause: { code: 'unavailable' } });
  expect(error?.message).not.toContain('canary');
});
