import { afterEach, expect, test } from 'vitest';
import { describeEngines } from '../../../tools/vitest/engines.ts';
import {
  bulk,
  bulkStatement,
  type Database,
  type DatabaseOptions,
  migrate,
  NOW,
  openDatabase,
  type Query,
  type Transaction,
} from './index.ts';
import { deferred } from './test-support/deferred.ts';

interface Tables {
  item: { key: string; amount: number; note: string | null };
}

const CREATE = ['CREATE TABLE item (key text PRIMARY KEY, amount bigint NOT NULL, note text)'];

const addItems = bulkStatement<{ key: string; amount: number }>()(
  { key: 'text', amount: 'bigint' },
  (rows) => `INSERT INTO item (key, amount, note) SELECT r.key, r.amount, NULL FROM ${rows} WHERE true ORDER BY r.key
    ON CONFLICT (key) DO UPDATE SET amount = item.amount + excluded.amount RETURNING key, amount`,
);

function add(database: Database, key: string, amount = 1): Query {
  return database.builder<Tables>().insertInto('item').values({ key, amount, note: null }).compile();
}

async function keysOf(database: Database): Promise<readonly string[]> {
  const rows = await database.run(database.builder<Tables>().selectFrom('item').select('key').orderBy('key').compile());
  return rows.map(({ key }) => key);
}

describeEngines('a database', (engine) => {
  const open: Database[] = [];
  afterEach(async () => {
    for (const database of open.splice(0)) await database.close();
  });

  async function connect(url: string, options: DatabaseOptions = {}): Promise<Database> {
    const database = await openDatabase(url, options);
    open.push(database);
    return database;
  }

  async function create(options: DatabaseOptions = {}): Promise<Database> {
    const database = await connect(await engine.createDatabase(), options);
    await migrate(database, 'test', [CREATE]);
    return database;
  }

  test('[S1] writes, and reads what was acknowledged', async () => {
    const database = await create();
    await database.write([add(database, 'a', 9_007_199_254_740_991), add(database, 'b')]);
    const rows = await database.run(database.builder<Tables>().selectFrom('item').selectAll().orderBy('key').compile());
    expect(rows).toEqual([
      { key: 'a', amount: 9_007_199_254_740_991, note: null },
      { key: 'b', amount: 1, note: null },
    ]);
  });

  test('[S1] a bulk statement gives the rows of each of its rows', async () => {
    const database = await create();
    const first = await database.write([
      bulk(addItems, [
        { key: 'b', amount: 1 },
        { key: 'a', amount: 2 },
      ]),
    ]);
    expect(first[0].toSorted((one, other) => (one.key < other.key ? -1 : 1))).toEqual([
      { key: 'a', amount: 2 },
      { key: 'b', amount: 1 },
    ]);
    expect(await database.write([bulk(addItems, [{ key: 'a', amount: 5 }])])).toEqual([[{ key: 'a', amount: 7 }]]);
  });

  test('[S4] a batch commits whole or not at all', async () => {
    const database = await create();
    await expect(database.write([add(database, 'a'), add(database, 'a')])).rejects.toMatchObject({ code: 'conflict' });
    expect(await keysOf(database)).toEqual([]);
    await database.write([add(database, 'a')]);
    expect(await keysOf(database)).toEqual(['a']);
  });

  test('[S4] a transaction commits what its work did, and nothing when it throws', async () => {
    const database = await create();
    await database.transaction(async (tx) => {
      await tx.run(add(database, 'a'));
      const [row] = await tx.run(database.builder<Tables>().selectFrom('item').select('amount').where('key', '=', 'a').compile());
      await tx.run(add(database, 'b', (row?.amount ?? 0) + 1));
    });
    const failing = database.transaction(async (tx) => {
      await tx.run(add(database, 'c'));
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await keysOf(database)).toEqual(['a', 'b']);
  });

  test('[S4] one that fails takes none of those that share its commit with it', async () => {
    const database = await create();
    await database.write([add(database, 'taken')]);
    const outcomes = await Promise.allSettled([
      database.write([add(database, 'a')]),
      database.transaction((tx) => tx.run(add(database, 'b'))),
      database.write([add(database, 'taken')]),
      database.transaction(async (tx) => {
        await tx.run(add(database, 'c'));
        await tx.run(add(database, 'taken'));
      }),
      database.write([add(database, 'd')]),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(await keysOf(database)).toEqual(['a', 'b', 'd', 'taken']);
  });

  test('[S4] a refused statement fails its transaction, even where the work swallows the error', async () => {
    const database = await create();
    const swallowing = database.transaction(async (tx) => {
      await tx.run(add(database, 'a'));
      await tx.run({ sql: 'SELECT nonsense FROM nowhere', parameters: [] }).catch(() => {});
      return 'done';
    });
    await expect(swallowing).rejects.toMatchObject({ code: 'failed' });
    expect(await keysOf(database)).toEqual([]);
  });

  test('[S4] hooks run last, in the order of their keys, once each', async () => {
    const database = await create();
    const order: string[] = [];
    await database.transaction(async (tx) => {
      for (const key of ['b', 'a', 'b']) {
        tx.beforeCommit?.(key, async () => {
          order.push(key);
          await tx.run(add(database, key));
        });
      }
      order.push('work');
      await tx.run(add(database, 'w'));
    });
    expect(order).toEqual(['work', 'a', 'b']);
    expect(await keysOf(database)).toEqual(['a', 'b', 'w']);
  });

  test('[S4] a transaction that has ended accepts nothing more', async () => {
    const database = await create();
    let kept: Transaction | undefined;
    await database.transaction(async (tx) => {
      kept = tx;
      await tx.run(add(database, 'a'));
    });
    await expect(kept?.run(add(database, 'b'))).rejects.toMatchObject({ code: 'closed' });
    expect(await keysOf(database)).toEqual(['a']);
  });

  test('[S8] work that takes too long is rolled back, and others go on', async () => {
    const database = await create({ transactionMs: 1_000 });
    const stuck = database.transaction(async (tx) => {
      await tx.run(add(database, 'a'));
      await new Promise(() => {});
    });
    await expect(stuck).rejects.toMatchObject({ code: 'timeout' });
    await database.write([add(database, 'b')]);
    expect(await keysOf(database)).toEqual(['b']);
  });

  test('[S6] a snapshot sees one state', async () => {
    const database = await create();
    const count = database
      .builder<Tables>()
      .selectFrom('item')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .compile();
    const writing = Promise.all(Array.from({ length: 50 }, (_, index) => database.write([add(database, `k${index}`)])));
    for (let round = 0; round < 20; round++) {
      const [first, , second] = await database.snapshot([count, count, count]);
      expect(second).toEqual(first);
    }
    await writing;
    expect(await database.snapshot([count])).toEqual([[{ count: 50 }]]);
  });

  test('[S9] an injected clock is read wherever time is', async () => {
    let now = 1_000;
    const database = await create({ clock: { now: () => now } });
    expect(await database.now()).toBe(1_000);
    const stamp = {
      sql: database.builder<Tables>().insertInto('item').values({ key: 'a', amount: 5, note: null }).compile().sql,
      parameters: ['a', NOW, null],
    };
    now = 2_000;
    await database.write([stamp]);
    const rows = await database.run(database.builder<Tables>().selectFrom('item').select('amount').compile());
    expect(rows).toEqual([{ amount: 2_000 }]);
  });

  test('[S9] without one, the time is that of the database', async () => {
    const database = await create();
    const before = Date.now() - 5_000;
    await database.write([{ sql: add(database, 'a').sql, parameters: ['a', NOW, null] }]);
    const [row] = await database.run(database.builder<Tables>().selectFrom('item').select('amount').compile());
    expect(row?.amount).toBeGreaterThan(before);
    expect(await database.now()).toBeGreaterThanOrEqual(row?.amount ?? 0);
  });

  test('[S5] whoever listens is woken after the commit, and only for its channel', async () => {
    const database = await create();
    const seen: string[] = [];
    const { promise: woken, resolve } = deferred();
    await database.listen('one', (hint) => {
      seen.push(`one ${hint}`);
      if (hint === 'committed') resolve();
    });
    await database.listen('other', (hint) => {
      if (hint === 'committed') seen.push('other');
    });
    await database.write([add(database, 'a')]);
    await database.transaction(async (tx) => {
      await tx.run(add(database, 'b'));
      await tx.wake(['one', 'one']);
    });
    await woken;
    expect(seen.filter((entry) => entry !== 'one reconnected')).toEqual(['one committed']);
  });

  test('[S5] a rollback wakes nobody', async () => {
    const database = await create();
    const seen: string[] = [];
    await database.listen('one', (hint) => seen.push(hint));
    seen.length = 0;
    const failing = database.transaction(async (tx) => {
      await tx.wake(['one']);
      await tx.run(add(database, 'a'));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    const { promise: woken, resolve } = deferred();
    await database.listen('sentinel', (hint) => {
      if (hint === 'committed') resolve();
    });
    await database.write([add(database, 'b')], ['sentinel']);
    await woken;
    expect(seen).toEqual([]);
  });

  test('[P3.5] migrations run once, forward only, also from many processes at once', async () => {
    const url = await engine.createDatabase();
    const databases = await Promise.all([connect(url), connect(url), connect(url)]);
    await Promise.all(databases.map((database) => migrate(database, 'test', [CREATE])));
    const [database] = databases;
    await migrate(database, 'test', [CREATE, ['ALTER TABLE item ADD COLUMN more text']]);
    await database.run({ sql: 'SELECT more FROM item', parameters: [] });
    await expect(migrate(database, 'test', [CREATE])).rejects.toMatchObject({ code: 'newer-schema' });
  });

  test('[S8] a closed database says so', async () => {
    const database = await create();
    await database.close();
    for (const call of [database.write([add(database, 'a')]), database.run(add(database, 'b')), database.transaction(async () => 1)])
      await expect(call).rejects.toMatchObject({ code: 'closed' });
  });
});
