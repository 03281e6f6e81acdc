import { afterAll, beforeAll, expect, test } from 'vitest';
import { repetitions } from '../../../../tools/vitest/needs.ts';
import { startPostgres, type TestPostgres } from '../../../../tools/vitest/postgres.ts';
import { type Database, type DatabaseError, openDatabase } from '../index.ts';
import { type CuttingProxy, startProxy } from '../test-support/cutting-proxy.ts';

let server: TestPostgres;
let proxy: CuttingProxy;
let direct: Database;
beforeAll(async () => {
  server = await startPostgres();
  const url = await server.createDatabase();
  proxy = await startProxy(url);
  direct = await openDatabase(url);
  await direct.write([{ sql: 'CREATE TABLE item (key text PRIMARY KEY)', parameters: [] }]);
});
afterAll(async () => {
  await direct.close();
  await proxy.close();
  await server.end();
});

const add = (key: string): { sql: string; parameters: string[] } => ({ sql: 'INSERT INTO item (key) VALUES ($1)', parameters: [key] });

for (const direction of ['to-server', 'to-client'] as const) {
  test(`[S7, S8] a connection that is cut at any byte ${direction} of a write: what is said of it is true`, async () => {
    const database = await openDatabase(proxy.url, { connections: 1 });
    const every = repetitions(7, 1);
    const codes = new Set<string>();
    const wrong: string[] = [];
    for (let bytes = 0; ; bytes += every) {
      const key = `${direction}.${bytes}`;
      // The connection is there before: what is counted is the write alone.
      await database.now();
      proxy.arm({ direction, bytes });
      const code = await database.write([add(`${key}.1`), add(`${key}.2`)], ['one']).then(
        () => 'written',
        (error: unknown) => (error as DatabaseError).code,
      );
      if (!proxy.hasCut) break;
      codes.add(code);
      // A COMMIT that is under way has ended when its lock can be taken.
      await direct.write([{ sql: 'LOCK TABLE item IN ACCESS EXCLUSIVE MODE', parameters: [] }]);
      const rows = await direct.run({ sql: 'SELECT key FROM item WHERE key LIKE $1', parameters: [`${key}.%`] });
      const isTrue = code === 'outcome-unknown' ? rows.length !== 1 : rows.length === (code === 'written' ? 2 : 0);
      if (!isTrue) wrong.push(`${key}: ${code}, ${rows.length} rows`);
    }
    expect(wrong).toEqual([]);
    expect([...codes].filter((code) => !['outcome-unknown', 'unavailable', 'written'].includes(code))).toEqual([]);
    expect(codes).toContain('outcome-unknown');
    await database.close();
  });
}
