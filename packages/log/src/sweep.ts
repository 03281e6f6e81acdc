import type { Database } from '@tidemark/database';
import type { LogQueries } from './log-queries.ts';

/** Entries that one transaction deletes, and logs that one query lists: others get their turn in between. */
const BATCH = 500;

/** The floor first, committed, then the entries: whoever reads meanwhile sees that they are gone, never a hole (H2.7). */
export async function sweepLogs(database: Database, queries: LogQueries, before: number, stop: () => boolean): Promise<number> {
  let swept = 0;
  let last = '';
  for (;;) {
    const logs = await database.run(queries.sweepable(last, BATCH));
    for (const { log, floor } of logs) {
      swept += await sweepLog(database, queries, { log, floor, before, stop });
      last = log;
      if (stop()) return swept;
    }
    if (logs.length < BATCH) return swept;
  }
}

interface SweptLog {
  readonly log: string;
  readonly floor: number;
  readonly before: number;
  readonly stop: () => boolean;
}

async function sweepLog(database: Database, queries: LogQueries, { log, floor, before, stop }: SweptLog): Promise<number> {
  let from = floor;
  await deleteDead(database, queries, log, floor);
  for (;;) {
    const old = await database.run(queries.oldest(log, from, before, BATCH));
    const to = old.at(-1)?.position;
    if (to === undefined) return from - floor;
    await database.write([queries.raiseFloor(log, to)]);
    await deleteDead(database, queries, log, to);
    from = to;
    if (stop() || old.length < BATCH) return from - floor;
  }
}

/** What stands at or below the floor, also what an earlier sweep that was killed has left. */
async function deleteDead(database: Database, queries: LogQueries, log: string, floor: number): Promise<void> {
  for (;;) {
    const dead = await database.run(queries.dead(log, floor, BATCH));
    const to = dead.at(-1)?.position;
    if (to === undefined) return;
    await database.write([queries.deleteUpTo(log, to)]);
    if (dead.length < BATCH) return;
  }
}

/** Everything that a log holds. Its head stays: positions are never given twice. Killed half-way, it is to be called again. */
export async function removeLog(database: Database, queries: LogQueries, log: string): Promise<void> {
  const [[row]] = await database.write([queries.floorToHead(log)]);
  if (row !== undefined) await deleteDead(database, queries, log, row.floor);
}
