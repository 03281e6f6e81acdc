import { afterEach, expect, test } from 'vitest';
import { describeEngines } from '../../../tools/vitest/engines.ts';
import { type Database, type DatabaseOptions, openDatabase, type Query, type Transaction } from './index.ts';
import { deferred } from './test-support/deferred.ts';

const create: Query = { sql: 'CREATE TABLE item (key text PRIMARY KEY)', parameters: [] };

/** Not a parameter: the statement is the same text on both engines. */
const add = (key: string): Query => ({ sql: `INSERT INTO item (key) VALUES ('${key}')`, parameters: [] });
const keysOf = async (database: Database): Promise<readonly string[]> =>
  (await database.run<{ key: string }>({ sql: 'SELECT key FROM item ORDER BY key', parameters: [] })).map(({ key }) => key);

describeEngines('transactions', (engine) => {
  const open: Database[] = [];
  afterEach(async () => {
    for (const database of open.splice(0)) await database.close();
  });

  async function connect(options: DatabaseOptions = {}, url?: string): Promise<Database> {
    const database = await openDatabase(url ?? (await engine.createDatabase()), options);
    open.push(database);
    return database;
  }

  async function createItems(options: DatabaseOptions = {}): Promise<Database> {
    const database = await connect(options);
    await database.write([create]);
    return database;
  }

  const endings: readonly {
    readonly title: string;
    readonly code: string | undefined;
    readonly end: (tx: Transaction) => Promise<unknown>;
  }[] = [
    { title: 'took too long', code: 'timeout', end: () => new Promise(() => {}) },
    { title: 'threw', code: undefined, end: () => Promise.reject(new Error('no')) },
    { title: 'had a statement refused', code: 'conflict', end: (tx) => Promise.all([tx.run(add('taken')), new Promise(() => {})]) },
  ];
  for (const { title, code, end } of endings) {
    test(`[S4] work that goes on after its transaction ${title} reaches nobody's connection`, async () => {
      const database = await createItems({ transactionMs: 500, connections: 1 });
      await database.write([add('taken')]);
      let kept: Transaction | undefined;
      const failed = database.transaction(async (tx) => {
        kept = tx;
        await tx.run(add('mine'));
        await end(tx);
      });
      await expect(failed).rejects.toMatchObject(code === undefined ? { message: 'no' } : { code });
      await expect(kept?.run(add('late'))).rejects.toMatchObject({ code: 'closed' });
      // In the middle of somebody else's, on the only connection.
      await database.transaction(async (other) => {
        await expect(kept?.run(add('later'))).rejects.toMatchObject({ code: 'closed' });
        await other.run(add('other'));
      });
      expect(await keysOf(database)).toEqual(['other', 'taken']);
    });
  }

  test('[S4] a refused statement that nobody waited for fails its transaction too', async () => {
    const database = await createItems();
    await database.write([add('taken')]);
    const swallowing = database.transaction(async (tx) => {
      await tx.run(add('mine'));
      tx.run(add('taken')).catch(() => {});
    });
    await expect(swallowing).rejects.toMatchObject({ code: 'conflict' });
    expect(await keysOf(database)).toEqual(['taken']);
  });

  test('[S4] a statement that nobody waited for is part of its transaction', async () => {
    const database = await createItems();
    await database.transaction(async (tx) => {
      tx.run(add('mine')).catch(() => {});
    });
    expect(await keysOf(database)).toEqual(['mine']);
  });

  test('[S5] a listener that throws changes nothing for who committed and for the others', async () => {
    const reported: Error[] = [];
    const database = await createItems({ report: (error) => reported.push(error) });
    const fault = new Error('a fault of the listener');
    await database.listen('one', (hint) => {
      if (hint === 'committed') throw fault;
    });
    const { promise: woken, resolve } = deferred();
    await database.listen('one', (hint) => {
      if (hint === 'committed') resolve();
    });
    await database.write([add('a')], ['one']);
    await woken;
    await database.transaction(async (tx) => {
      await tx.run(add('b'));
      await tx.wake(['one']);
    });
    expect(await keysOf(database)).toEqual(['a', 'b']);
    expect(reported[0]).toBe(fault);
  });

  test('[S8] a closed database does not listen', async () => {
    const database = await createItems();
    await database.close();
    await expect(database.listen('one', () => {})).rejects.toMatchObject({ code: 'closed' });
  });

  test('[S8] a value that cannot travel to the engine fails its own call alone', async () => {
    const database = await createItems();
    const odd: Query = { sql: add('odd').sql, parameters: [() => 'no value', Symbol('no value')] };
    const outcomes = await Promise.allSettled([database.write([add('a')]), database.write([odd]), database.write([add('b')])]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(outcomes[1]).toMatchObject({ reason: { code: 'failed' } });
    expect(await keysOf(database)).toEqual(['a', 'b']);
  });
});
