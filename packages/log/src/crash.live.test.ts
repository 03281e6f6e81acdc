import { setTimeout as delay } from 'node:timers/promises';
import { type Database, openDatabase } from '@tidemark/database';
import { afterEach, expect, test } from 'vitest';
import { describeEngines } from '../../../tools/vitest/engines.ts';
import { repetitions, seed } from '../../../tools/vitest/needs.ts';
import type { LogEntry } from './entry.ts';
import { type Logs, openLogs } from './index.ts';
import { type Acknowledged, checkContiguous, checkNothingLost, readAll } from './test-support/history.ts';
import { random } from './test-support/random.ts';
import { spawnWriter } from './test-support/spawn-writer.ts';

const LOGS = ['a', 'b', 'c'];

async function check(logs: Logs, acknowledged: readonly Acknowledged[], inAll: readonly string[]): Promise<number> {
  const stored = new Map<string, readonly LogEntry[]>();
  for (const log of LOGS) stored.set(log, await readAll(logs, log));
  for (const [log, entries] of stored) {
    checkContiguous(entries);
    checkNothingLost(
      entries,
      acknowledged.filter((each) => each.log === log),
    );
  }
  const ofAll = LOGS.map((log) => new Set((stored.get(log) ?? []).filter(({ label }) => label === 'all').map(({ id }) => id)));
  // All or nothing, also of what nobody was told of.
  for (const ids of ofAll) expect([...ids].toSorted()).toEqual([...(ofAll[0] ?? [])].toSorted());
  expect(inAll.filter((id) => ofAll[0]?.has(id) !== true)).toEqual([]);
  return [...stored.values()].reduce((sum, entries) => sum + entries.length, 0);
}

describeEngines('crashes', (engine) => {
  const open: Database[] = [];
  afterEach(async () => {
    for (const database of open.splice(0)) await database.close();
  });

  async function create(url: string, connectMs = 5_000): Promise<{ database: Database; logs: Logs }> {
    const database = await openDatabase(url, { connectMs });
    open.push(database);
    return { database, logs: await openLogs(database) };
  }

  test(
    '[S7] a writer that is killed at any moment leaves everything that it was told of, and no half',
    { timeout: 3_600_000 },
    async () => {
      const rounds = repetitions(3, 200);
      const next = random(seed());
      let url = await engine.createDatabase();
      let acknowledged: Acknowledged[] = [];
      let inAll: string[] = [];
      let total = 0;
      for (let round = 0; round < rounds; round++) {
        const writer = spawnWriter({ url, name: `w${round}`, logs: LOGS, count: 1_000_000 });
        await writer.writing;
        await delay(next() * 150);
        writer.kill();
        expect(await writer.ended).toBe(false);
        acknowledged.push(...writer.acknowledged);
        inAll.push(...writer.inAll);
        const { database, logs } = await create(url);
        const stored = await check(logs, acknowledged, inAll);
        expect(writer.acknowledged.length).toBeGreaterThan(0);
        await database.close();
        open.length = 0;
        if (stored < 20_000 && round < rounds - 1) continue;
        total += stored;
        url = await engine.createDatabase();
        acknowledged = [];
        inAll = [];
      }
      process.stdout.write(`crash ${engine.name} writer: ${rounds} kills, ${total} entries, seed ${seed()}\n`);
    },
  );
});
