import { joinTransaction, openDatabase, type Database } from '@tidemark/database';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tools/vitest/postgres.ts';
import { type Logs, openLogs } from './index.ts';
import { START } from './test-support/history.ts';
import { type AnyClient, connectClient, GATED, NAIVE, PAIRED, type Scheme } from './test-support/naive-logs.ts';

let server: TestPostgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.end());

/** What a scenario needs of a log: append in a client's open transaction, and a reader that polls and keeps its place. */
interface Subject {
  append(client: AnyClient, id: string): Promise<void>;
  poll(): Promise<void>;
  readonly seen: readonly string[];
}

interface World {
  readonly subject: Subject;
  readonly clients: readonly AnyClient[];
  /** In another database of the same cluster. */
  readonly foreign: AnyClient;
}

interface Scenario {
  readonly title: string;
  readonly run: (world: World) => Promise<void>;
  /** In what order everything must have been seen in the end. */
  readonly wanted: readonly string[];
}

const [LATE, EARLY_XID, EARLY_TURN, FOREIGN, ROLLBACK] = [
  {
    title: 'a commit below a position that was delivered',
    async run({ subject, clients: [one, two], foreign }) {
      await one?.query('BEGIN');
      const first = subject.append(one as AnyClient, 'first');
      await settled(first, foreign);
      await two?.query('BEGIN');
      const second = subject.append(two as AnyClient, 'second').then(() => two?.query('COMMIT'));
      await settled(second, foreign);
      await subject.poll();
      await first;
      await one?.query('COMMIT');
      await second;
      await subject.poll();
    },
    wanted: ['first', 'second'],
  },
  {
    title: 'an early transaction id with a late event, which commits first',
    async run({ subject, clients: [early, late], foreign }) {
      await early?.query('BEGIN');
      await early?.query('SELECT pg_current_xact_id()');
      await late?.query('BEGIN');
      await subject.append(late as AnyClient, 'late');
      const appended = subject.append(early as AnyClient, 'early').then(() => early?.query('COMMIT'));
      await settled(appended, foreign);
      await subject.poll();
      await late?.query('COMMIT');
      await appended;
      await subject.poll();
    },
    wanted: ['late', 'early'],
  },
  {
    title: 'an early transaction id whose event is emitted after another was committed',
    async run({ subject, clients: [early, late] }) {
      await early?.query('BEGIN');
      await early?.query('SELECT pg_current_xact_id()');
      await late?.query('BEGIN');
      await subject.append(late as AnyClient, 'before');
      await late?.query('COMMIT');
      await subject.append(early as AnyClient, 'after');
      await early?.query('COMMIT');
      await subject.poll();
    },
    wanted: ['before', 'after'],
  },
  {
    title: 'a long write transaction in another database of the cluster',
    async run({ subject, clients: [one], foreign }) {
      await foreign.query('CREATE TABLE IF NOT EXISTS other (n int)');
      await foreign.query('BEGIN');
      await foreign.query('INSERT INTO other VALUES (1)');
      await one?.query('BEGIN');
      await subject.append(one as AnyClient, 'only');
      await one?.query('COMMIT');
      await subject.poll();
      await foreign.query('ROLLBACK');
    },
    wanted: ['only'],
  },
  {
    title: 'a rollback',
    async run({ subject, clients: [one] }) {
      await one?.query('BEGIN');
      await subject.append(one as AnyClient, 'undone');
      await one?.query('ROLLBACK');
      await one?.query('BEGIN');
      await subject.append(one as AnyClient, 'done');
      await one?.query('COMMIT');
      await subject.poll();
    },
    wanted: ['done'],
  },
] as const satisfies readonly Scenario[];

/** Done, or waiting for a lock that another holds. */
async function settled(work: Promise<unknown>, watcher: AnyClient): Promise<void> {
  let done = false;
  const end = (): void => {
    done = true;
  };
  work.then(end, end);
  for (;;) {
    const { rows } = await watcher.query("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
    if (done || rows.length > 0) return;
  }
}

describe('order', () => {
  const clients: AnyClient[] = [];
  let url = '';
  let foreign: AnyClient;
  let database: Database;
  let logs: Logs;
  beforeEach(async () => {
    url = await server.createDatabase();
    for (let index = 0; index < 4; index++) clients.push(await connectClient(url));
    foreign = await connectClient(await server.createDatabase());
    database = await openDatabase(url);
    logs = await openLogs(database);
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.end();
    await foreign.end();
    await database.close();
  });

  function ours(): Subject {
    const seen: string[] = [];
    let place = START;
    return {
      seen,
      append: (client, id) => logs.appendIn(joinTransaction(client), 'a', [{ id, label: '', body: '{}' }]),
      async poll() {
        const page = await logs.read('a', place);
        seen.push(...page.entries.map((entry) => entry.id));
        place = page.place;
      },
    };
  }

  async function naive(scheme: Scheme): Promise<Subject> {
    const reader = await connectClient(url);
    clients.push(reader);
    for (const statement of scheme.create) await reader.query(statement);
    const seen: string[] = [];
    let after = scheme.start;
    return {
      seen,
      append: async (client, id) => void (await client.query(scheme.append, [id])),
      async poll() {
        const { rows } = await reader.query(scheme.read, [...after]);
        for (const row of rows) {
          seen.push(row['id'] as string);
          after = scheme.placeOf(row);
        }
      },
    };
  }

  for (const scenario of [LATE, EARLY_XID, EARLY_TURN, FOREIGN, ROLLBACK]) {
    test(`[S3, H2.2] ${scenario.title}: ours loses, reorders and delays nothing`, async () => {
      const subject = ours();
      await scenario.run({ subject, clients, foreign });
      expect(subject.seen).toEqual(scenario.wanted);
      const { entries } = await logs.read('a', START);
      expect(entries.map(({ position }) => position)).toEqual(scenario.wanted.map((_, index) => index + 1));
    });
  }

  const fails: readonly {
    readonly scheme: Scheme;
    readonly scenario: Scenario;
    readonly seen: readonly string[];
    readonly what: string;
  }[] = [
    { scheme: NAIVE, scenario: LATE, seen: ['second'], what: 'loses the first' },
    { scheme: PAIRED, scenario: EARLY_TURN, seen: ['after', 'before'], what: 'reorders' },
    { scheme: GATED, scenario: FOREIGN, seen: [], what: 'stalls' },
    { scheme: PAIRED, scenario: FOREIGN, seen: [], what: 'stalls' },
  ];
  for (const { scheme, scenario, seen, what } of fails) {
    test(`[S3] ${scenario.title}: ${scheme.name} ${what}`, async () => {
      const subject = await naive(scheme);
      await scenario.run({ subject, clients, foreign });
      expect(subject.seen).toEqual(seen);
    });
  }

  test('[S3] a gate at the oldest running transaction still loses what took an early id, a lower position, and commits late', async () => {
    const subject = await naive(GATED);
    await gatedLoss({ subject, clients, foreign });
    expect(subject.seen).toEqual(['c']);
  });

  test('[S3] the same on ours: nothing is lost', async () => {
    const subject = ours();
    await gatedLoss({ subject, clients, foreign });
    expect(subject.seen).toEqual(['e', 'c']);
  });

  test('[S3] a sequence leaves a hole behind a rollback, which a reader cannot tell from what is still to come', async () => {
    const subject = await naive(NAIVE);
    await ROLLBACK.run({ subject, clients, foreign });
    const { rows } = await (clients[0] as AnyClient).query('SELECT pos FROM naive');
    expect(rows.map(({ pos }) => Number(pos))).toEqual([2]);
  });

  for (const level of ['READ COMMITTED', 'REPEATABLE READ', 'SERIALIZABLE']) {
    test(`[S4] an application's own transaction at ${level} appends in commit order, or is told to do it again`, async () => {
      const outcomes: string[] = [];
      const emit = async (client: AnyClient, id: string): Promise<void> => {
        for (;;) {
          await client.query(`BEGIN ISOLATION LEVEL ${level}`);
          try {
            await client.query('SELECT count(*) FROM tidemark_log');
            await logs.appendIn(joinTransaction(client), 'a', [{ id, label: '', body: '{}' }]);
            await client.query('COMMIT');
            return;
          } catch (error) {
            outcomes.push((error as { code: string }).code);
            await client.query('ROLLBACK');
          }
        }
      };
      await Promise.all(
        clients.map(async (client, writer) => {
          for (let n = 0; n < 10; n++) await emit(client, `w${writer}.${n}`);
        }),
      );
      const { entries } = await logs.read('a', START);
      expect(entries.map(({ position }) => position)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
      // `conflict` from the append; 40001 where the application's own COMMIT is refused.
      expect(outcomes.filter((code) => code !== 'conflict' && code !== '40001')).toEqual([]);
      expect(level !== 'READ COMMITTED' || outcomes.length === 0).toBe(true);
    });
  }
});

/** c takes its id early; e takes the position 1 with a later id; c takes 2 and commits; e commits. */
async function gatedLoss({ subject, clients: [c, e], foreign }: World): Promise<void> {
  await c?.query('BEGIN');
  await c?.query('SELECT pg_current_xact_id()');
  await e?.query('BEGIN');
  await subject.append(e as AnyClient, 'e');
  const appended = subject.append(c as AnyClient, 'c').then(() => c?.query('COMMIT'));
  await settled(appended, foreign);
  await subject.poll();
  await e?.query('COMMIT');
  await appended;
  await subject.poll();
}
