import { expect, test } from 'vitest';
import { startPostgres } from '../../../tools/vitest/postgres.ts';
import { startHost } from './test-support/host.ts';
import { read } from './test-support/reading.ts';

test('[H2.8, S9] a database that is away is 503 after a bounded wait, also when the clock of the envelopes stands still', async () => {
  const server = await startPostgres();
  const host = await startHost(await server.createDatabase(), { clock: { now: () => 1_000 }, publishedLimits: { catchUpMs: 200 } });
  try {
    const { eventId } = await host.service.trigger('durable', 'acme');
    await server.stop();
    await expect(read(host.url, { lastEventId: eventId })).rejects.toThrow('503 {"error":"temporarily_unavailable"');
    await server.start();
  } finally {
    await host.close();
    await server.end();
  }
}, 60_000);
