import { setTimeout as delay } from 'node:timers/promises';
import { type Database, DatabaseError, openDatabase } from '@tidemark/database';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { repetitions, seed } from '../../../tools/vitest/needs.ts';
import { startPostgres, type TestPostgres } from '../../../tools/vitest/postgres.ts';
import { type Logs, openLogs } from './index.ts';
import { type Acknowledged, checkContiguous, checkNothingLost, checkReader, readAll, START } from './test-support/history.ts';
import { random } from './test-support/random.ts';

let server: TestPostgres;
let database: Database;
let logs: Logs;
beforeEach(async () => {
  server = await startPostgres();
  database = await openDatabase(await server.createDatabase(), { connectMs: 1_000 });
  logs = await openLogs(database, { pollMs: 500 });
});
afterEach(async () => {
  logs.close();
  await database.close();
  await server.end();
});

/** Backends of the killed server hold its memory for a moment longer. */
async function restart(): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await server.start();
      return;
    } catch (error) {
      if (attempt === 50) throw error;
      await delay(100);
    }
  }
}

/** Appends without end, and notes each answer. */
class Writer {
  readonly acknowledged: Acknowledged[] = [];
  /** Who was told that nothing was written. */
  readonly refused: string[] = [];
  readonly codes = new Set<string>();
  #running = true;
  #last = 0;
  readonly #all: Promise<unknown>;

  constructor(name: string) {
    this.#all = Promise.all([0, 1, 2, 3].map((each) => this.#run(`${name}.${each}`)));
  }

  async stop(): Promise<void> {
    this.#running = false;
    await this.#all;
  }

  async #run(name: string): Promise<void> {
    while (this.#running) {
      const id = `${name}.${++this.#last}`;
      try {
        const { position } = await logs.append('a', { id, label: '', body: '{}' });
        this.acknowledged.push({ log: 'a', id, position });
      } catch (error) {
        const { code } = error as DatabaseError;
        this.codes.add(code);
        if (code !== 'outcome-unknown') this.refused.push(id);
        await delay(20);
      }
    }
  }
}

async function follow(): Promise<{
  readonly seen: readonly string[];
  readonly until: (id: string) => Promise<void>;
  readonly release: () => void;
}> {
  const followed = await logs.follow('a');
  const reader = followed.read(START);
  const seen: string[] = [];
  let waiting: { readonly id: string; readonly resolve: () => void } | null = null;
  const take = (id: string): boolean => {
    seen.push(id);
    if (waiting?.id === id) waiting.resolve();
    return true;
  };
  let step = await reader.next();
  while (step.done !== true) {
    take(step.value.id);
    step = await reader.next();
  }
  step.value.attach(
    ({ id }) => take(id),
    (error) => seen.push(error.code),
  );
  return {
    seen,
    until: (id) =>
      new Promise((resolve) => {
        waiting = { id, resolve };
        if (seen.includes(id)) resolve();
      }),
    release: () => followed.release(),
  };
}

/** The first that works again. */
async function appendOnceUp(id: string): Promise<void> {
  for (;;) {
    try {
      await logs.append('a', { id, label: '', body: '{}' });
      return;
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code === 'conflict') throw error;
      await delay(50);
    }
  }
}

async function check(writers: readonly Writer[], seen: readonly string[]): Promise<number> {
  const stored = await readAll(logs, 'a');
  checkContiguous(stored);
  const ids = new Set(stored.map(({ id }) => id));
  for (const { acknowledged, refused } of writers) {
    checkNothingLost(stored, acknowledged);
    expect(
      refused.filter((id) => ids.has(id)),
      'told that it is not there, and there',
    ).toEqual([]);
  }
  checkReader(seen, stored, 0);
  return stored.length;
}

const allowed = ['unavailable', 'outcome-unknown', 'timeout'];

test(
  '[S5, S7, S8] PostgreSQL killed at any moment: nothing acknowledged is lost or doubled, and the reader goes on',
  { timeout: 3_600_000 },
  async () => {
    const rounds = repetitions(2, 200);
    const next = random(seed());
    const reader = await follow();
    const writers: Writer[] = [];
    for (let round = 0; round < rounds; round++) {
      const writer = new Writer(`w${round}`);
      writers.push(writer);
      await delay(next() * 120);
      process.kill(server.pid, 'SIGKILL');
      await delay(next() * 100);
      await restart();
      await appendOnceUp(`up${round}`);
      await writer.stop();
      expect([...writer.codes].filter((code) => !allowed.includes(code))).toEqual([]);
    }
    await appendOnceUp('last');
    await reader.until('last');
    const stored = await check(writers, reader.seen);
    reader.release();
    process.stdout.write(`crash postgres server: ${rounds} kills, ${stored} entries, seed ${seed()}\n`);
  },
);

test(
  '[S5, S8] connections that are ended from outside, listener and writers alike, while events are appended',
  { timeout: 600_000 },
  async () => {
    const rounds = repetitions(10, 200);
    const next = random(seed());
    const reader = await follow();
    const writer = new Writer('w');
    const other = await openDatabase(await server.createDatabase());
    for (let round = 0; round < rounds; round++) {
      await delay(next() * 60);
      // The listener, one writer, or all of them.
      const which = ["query LIKE 'LISTEN%' OR query = 'SELECT 1'", 'random() < 0.3', 'true'][round % 3] as string;
      await other.run({
        sql: `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = 'test_1' AND (${which})`,
        parameters: [],
      });
      // What is appended right after is seen within a poll, and not only after the listener is back.
      await appendOnceUp(`after${round}`);
      await reader.until(`after${round}`);
    }
    await writer.stop();
    await appendOnceUp('last');
    await reader.until('last');
    expect([...writer.codes].filter((code) => !allowed.includes(code))).toEqual([]);
    const stored = await check([writer], reader.seen);
    expect(stored).toBeGreaterThan(rounds);
    reader.release();
    await other.close();
  },
);

test('[S5, S8] PostgreSQL is away for a while: typed errors, then everything goes on without a restart', { timeout: 120_000 }, async () => {
  const reader = await follow();
  const writer = new Writer('w');
  await delay(50);
  await server.stop();
  await delay(repetitions(1_000, 10_000));
  await restart();
  await appendOnceUp('back');
  await reader.until('back');
  await writer.stop();
  await appendOnceUp('last');
  await reader.until('last');
  expect(writer.codes.has('unavailable')).toBe(true);
  expect([...writer.codes].filter((code) => !allowed.includes(code))).toEqual([]);
  await check([writer], reader.seen);
  reader.release();
});
