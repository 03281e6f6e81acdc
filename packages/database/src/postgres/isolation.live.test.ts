import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../../tools/vitest/postgres.ts';
import { openDatabase, type Query } from '../index.ts';

let server: TestPostgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.end());

const sql = (text: string): Query<{ n: number }> => ({ sql: text, parameters: [] });

for (const level of ['serializable', 'repeatable read']) {
  test(`[S11] a server whose default is ${level} serves concurrent writers all the same`, async () => {
    const url = await server.createDatabase();
    const name = new URL(url).pathname.slice(1);
    const first = await openDatabase(url);
    await first.write([sql('CREATE TABLE counter (n bigint)'), sql('INSERT INTO counter VALUES (0)')]);
    await first.write([sql(`ALTER DATABASE ${name} SET default_transaction_isolation = '${level}'`)]);
    await first.close();
    const database = await openDatabase(url);
    const count = sql('UPDATE counter SET n = n + 1');
    await Promise.all(Array.from({ length: 40 }, () => database.write([count])));
    expect(await database.run(sql('SELECT n FROM counter'))).toEqual([{ n: 40 }]);
    await database.close();
  });
}
