import { type Database, openDatabase } from '@tidemark/database';
import { afterEach, expect, test } from 'vitest';
import { describeEngines } from '../../../tools/vitest/engines.ts';
import { repetitions, seed } from '../../../tools/vitest/needs.ts';
import type { LogEntry, Place } from './entry.ts';
import type { Logs } from './logs.ts';
import { openLogs } from './index.ts';
import { checkContiguous, checkNothingLost, checkReader, checkWriterOrder, readAll, START } from './test-support/history.ts';
import { random } from './test-support/random.ts';
import { spawnWriter } from './test-support/spawn-writer.ts';

/** Reads until it has seen so many, cutting itself off wherever the dice say, and resuming behind the last that it took. */
async function readInPieces(logs: Logs, total: () => number | null, next: () => number): Promise<readonly string[]> {
  const seen: string[] = [];
  let place: Place = START;
  while (seen.length !== total()) {
    const followed = await logs.follow('a');
    const cutAfter = 1 + Math.floor(next() ** 3 * 3_000);
    let taken = 0;
    const take = (entry: LogEntry): boolean => {
      seen.push(entry.id);
      place = entry;
      taken += 1;
      return taken < cutAfter && seen.length !== total();
    };
    const reader = followed.read(place);
    let step = await reader.next();
    while (step.done !== true && take(step.value)) step = await reader.next();
    if (step.done === true) {
      const live = step.value;
      await new Promise<void>((resolve) => {
        const detach = live.attach(
          (entry) => {
            if (take(entry)) return true;
            resolve();
            return false;
          },
          () => resolve(),
        );
        setTimeout(() => {
          detach();
          resolve();
        }, next() * 200);
      });
    } else await reader.return(undefined as never);
    followed.release();
  }
  return seen;
}

describeEngines('histories', (engine) => {
  const open: Database[] = [];
  afterEach(async () => {
    for (const database of open.splice(0)) await database.close();
  });

  test(
    '[S3, H2.1, H2.2] eight writers in two processes, one live reader and others that are cut: each sees every entry once, in commit order',
    { timeout: 3_600_000 },
    async () => {
      const each = repetitions(150, 12_500);
      const url = await engine.createDatabase();
      const database = await openDatabase(url);
      open.push(database);
      const logs = await openLogs(database, { page: { entries: 64, bytes: 16_384 } });
      const followed = await logs.follow('a');
      const live: string[] = [];
      const first = followed.read(START);
      const step = await first.next();
      expect(step.done).toBe(true);
      if (step.done === true) {
        step.value.attach(
          ({ id }) => live.push(id) > 0,
          (error) => live.push(error.code),
        );
      }
      let total: number | null = null;
      const next = random(seed());
      const pieces = [1, 2, 3].map(() => readInPieces(logs, () => total, next));
      const sent: string[][] = [];
      // SQLite has one process that writes.
      const own = engine.name === 'sqlite' ? 8 : 4;
      const other = own === 8 ? null : spawnWriter({ url, name: 'other', logs: ['a'], count: each });
      for (let writer = 0; writer < own; writer++) sent.push(Array.from({ length: each }, (_, n) => `own.${writer}.${n}`));
      const positions: { log: string; id: string; position: number }[] = [];
      const writing = sent.map(async (ids) => {
        for (const id of ids) {
          const { position } = await logs.append('a', { id, label: '', body: JSON.stringify('x'.repeat(Math.floor(next() * 200))) });
          positions.push({ log: 'a', id, position });
          // A pause of some turns now and then, so that the writers do not keep step.
          for (let turns = next() < 0.02 ? next() * 50 : 0; turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve));
        }
      });
      await Promise.all(writing);
      let otherEnded = true;
      if (other !== null) {
        otherEnded = await other.ended;
        positions.push(...other.acknowledged);
        for (let writer = 0; writer < 4; writer++) sent.push(Array.from({ length: each }, (_, n) => `other.${writer}.${n}`));
      }
      expect(otherEnded).toBe(true);
      total = 8 * each;
      const seen = await Promise.all(pieces);
      const stored = await readAll(logs, 'a');
      checkContiguous(stored);
      checkNothingLost(stored, positions);
      checkWriterOrder(stored, sent);
      for (const ids of [live, ...seen]) checkReader(ids, stored, 0);
      followed.release();
      logs.close();
      process.stdout.write(`history ${engine.name}: ${stored.length} entries, ${seen.length} readers in pieces, seed ${seed()}\n`);
    },
  );
});
