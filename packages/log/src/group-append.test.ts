import { type Database, DatabaseError, type DatabaseErrorCode, type Step, type Transaction } from '@tidemark/database';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { repetitions, seed } from '../../../tools/vitest/needs.ts';
import type { NewEntry } from './entry.ts';
import { GroupAppend } from './group-append.ts';
import type { LogQueries } from './log-queries.ts';

interface Row {
  readonly log: string;
  readonly id: string;
  readonly position: number;
  readonly at: number;
}

type Fate = 'commits' | 'commits, answer lost' | 'lost' | Exclude<DatabaseErrorCode, 'outcome-unknown'>;

/** As much of a database as GroupAppend asks: heads, entries, and a fate for each write. */
class FakeDatabase {
  readonly rows: Row[] = [];
  readonly fates: Fate[] = [];
  readonly groups: number[] = [];
  /** Whether it can be asked what happened. */
  answers = true;

  async write(steps: readonly Step[]): Promise<readonly unknown[]> {
    const [heads, entries] = steps.map((step) => ('rows' in step ? step.rows : [])) as unknown as [
      readonly { log: string; count: number }[],
      readonly { log: string; id: string }[],
    ];
    this.groups.push(entries.length);
    await Promise.resolve();
    const fate = this.fates.shift() ?? 'commits';
    if (fate === 'lost') throw new DatabaseError('outcome-unknown', 'fake');
    if (fate !== 'commits' && fate !== 'commits, answer lost') throw new DatabaseError(fate, 'fake');
    const keys = new Set(entries.map(({ log, id }) => `${log} ${id}`));
    if (keys.size < entries.length || entries.some(({ log, id }) => this.find(log, id) !== undefined))
      throw new DatabaseError('conflict', 'fake');
    for (const { log, id } of entries) this.rows.push({ log, id, position: this.head(log) + 1, at: 7 });
    if (fate === 'commits, answer lost') throw new DatabaseError('outcome-unknown', 'fake');
    return [heads.map(({ log }) => ({ log, head: this.head(log), head_at: 7 })), []];
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    if (!this.answers) throw new DatabaseError('unavailable', 'fake');
    return work({
      run: async (step: Step) => ('ids' in step ? this.rows.filter(({ id }) => (step.ids as readonly string[]).includes(id)) : []),
    } as unknown as Transaction);
  }

  find(log: string, id: string): Row | undefined {
    return this.rows.find((row) => row.log === log && row.id === id);
  }

  head(log: string): number {
    return this.rows.filter((row) => row.log === log).length;
  }
}

function setUp(lanes = 1): { database: FakeDatabase; group: GroupAppend } {
  const database = new FakeDatabase();
  const queries = { known: (ids: readonly string[]) => ({ ids }) } as unknown as LogQueries;
  const group = new GroupAppend(Object.assign(database, { parallelWrites: lanes }) as unknown as Database, queries);
  return { database, group };
}

const entry = (id: string): NewEntry => ({ id, label: '', body: '{}' });

test('[S7] after an unknown outcome each caller learns the truth of its own log, also where another log has the same id', async () => {
  const { database, group } = setUp();
  await group.append('a', entry('same'));
  database.fates.push('lost');
  await expect(group.append('b', entry('same'))).rejects.toMatchObject({ code: 'unavailable' });
  database.fates.push('commits, answer lost');
  expect(await group.append('b', entry('same'))).toEqual({ position: 1, at: 7 });
});

test('[S7] where it cannot be found out, the caller is told just that', async () => {
  const { database, group } = setUp();
  database.fates.push('commits, answer lost');
  database.answers = false;
  await expect(group.append('a', entry('1'))).rejects.toMatchObject({ code: 'outcome-unknown' });
});

test('[S4] an entry that is refused takes nobody of its group with it, and costs few writes', async () => {
  const { database, group } = setUp();
  await group.append('a', entry('taken'));
  database.groups.length = 0;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 1_000 }, (_, index) => group.append('a', entry(index === 333 ? 'taken' : `e${index}`))),
  );
  expect(outcomes.filter(({ status }) => status === 'rejected').length).toBe(1);
  expect(outcomes[333]).toMatchObject({ status: 'rejected', reason: { code: 'conflict' } });
  expect(database.rows.map(({ id }) => id)).toEqual([
    'taken',
    ...Array.from({ length: 1_000 }, (_, index) => `e${index}`).filter((_, index) => index !== 333),
  ]);
  // Halves, not one by one: a thousand flushes for one bad entry would hold everybody up.
  expect(database.groups.length).toBeLessThan(25);
});

const fates: readonly Fate[] = [
  'commits',
  'commits',
  'commits, answer lost',
  'lost',
  'conflict',
  'failed',
  'unavailable',
  'storage-full',
  'timeout',
  'busy',
];

test('[S3, S7] whatever happens to its writes, what it says is what is there, in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ log: fc.constantFrom('a', 'b', 'c'), pause: fc.boolean(), again: fc.boolean() }), { maxLength: 60 }),
      fc.array(fc.constantFrom(...fates), { maxLength: 30 }),
      fc.integer({ min: 1, max: 4 }),
      async (appends, fate, lanes) => {
        const { database, group } = setUp(lanes);
        database.fates.push(...fate);
        const calls: {
          readonly log: string;
          readonly id: string;
          readonly settled: Promise<PromiseSettledResult<{ position: number }>>;
        }[] = [];
        for (const [index, { log, pause, again }] of appends.entries()) {
          const id = again ? `e${Math.max(index - 1, 0)}` : `e${index}`;
          const settled = Promise.allSettled([group.append(log, entry(id))]).then(([outcome]) => outcome);
          calls.push({ log, id, settled });
          if (pause) await new Promise((resolve) => setImmediate(resolve));
        }
        const acknowledged = new Set<string>();
        const wrong: string[] = [];
        for (const { log, id, settled } of calls) {
          const outcome = await settled;
          const row = database.find(log, id);
          if (outcome.status === 'rejected') {
            const { code } = outcome.reason as DatabaseError;
            // Refused because it is there already, or because another call has the same id.
            const isAlone = !calls.some((call) => call.id === id && call.log === log && call.settled !== settled);
            if (code !== 'conflict' && isAlone && row !== undefined) wrong.push(`${log} ${id} ${code}`);
            continue;
          }
          expect(row?.position).toBe(outcome.value.position);
          acknowledged.add(`${log} ${id}`);
        }
        expect(wrong).toEqual([]);
        expect(database.rows.filter(({ log, id }) => !acknowledged.has(`${log} ${id}`))).toEqual([]);
      },
    ),
    { numRuns: repetitions(300, 10_000), seed: seed() },
  );
});
