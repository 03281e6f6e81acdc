import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openDatabase } from '@tidemark/database';
import { type Logs, openLogs } from '@tidemark/log';
import Database from 'better-sqlite3';
import { Pool } from 'pg';
import { startPostgres } from '../../vitest/postgres.ts';
import { ratioText, spread, table } from './results.ts';

/** What a contender reached in one round. */
interface Reached {
  readonly perSecond: number;
  /** 99th percentile of the serving thread's event-loop delay, where it was watched. */
  readonly loopP99Ms?: number;
}

interface Contender {
  readonly name: string;
  readonly run: () => Promise<Reached>;
}

interface AppendOptions {
  readonly rounds: number;
  /** Events of one round at the limit; the slower ones write fewer. */
  readonly events: number;
}

const BODY = JSON.stringify({ type: 'example.order-paid', payload: { text: 'x'.repeat(120) } });
let lastId = 0;
// Spread like random ids, so that the index on them costs what it costs in life.
const nextId = (): string => `evt_${Math.imul(++lastId, 0x9e3779b1) >>> 0}_${lastId}`;

/** The log's own tables: the limit pays for the same indexes. */
const TABLES = [
  'CREATE TABLE entry (log text NOT NULL, position bigint NOT NULL, id text NOT NULL, at bigint NOT NULL, bytes bigint NOT NULL, label text NOT NULL, body text, PRIMARY KEY (log, position))',
  'CREATE UNIQUE INDEX entry_id ON entry (id, log)',
];

/** F6, F6.1: durable appends a second, as ratios to the most that the same rows allow. */
export async function appendBench(options: AppendOptions): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
  const postgres = await startPostgres({ fsync: true });
  try {
    const sqlite = await sqliteContenders(folder, options.events);
    const server = await postgresContenders(() => postgres.createDatabase(), options.events);
    const text = [
      await compareRates('SQLite', sqlite.contenders, options.rounds),
      await compareRates('PostgreSQL', server.contenders, options.rounds),
    ];
    await sqlite.close();
    await server.close();
    return text.join('\n\n');
  } finally {
    await postgres.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Contenders {
  readonly contenders: readonly Contender[];
  close(): Promise<void>;
}

async function sqliteContenders(folder: string, events: number): Promise<Contenders> {
  const bare = bareSqlite(join(folder, 'bare.db'));
  const database = await openDatabase(`sqlite:${join(folder, 'log.db')}`);
  const logs = await openLogs(database);
  return {
    contenders: [
      { name: '1,000 events in one transaction', run: async () => timed(events, () => bare.batches(events, 1_000)) },
      { name: 'one event per transaction', run: async () => timed(events / 40, () => bare.batches(events / 40, 1)) },
      { name: 'tidemark, one caller', run: () => appended(logs, { events: events / 40, callers: 1, logs: 1 }) },
      { name: 'tidemark, 64 callers', run: () => appended(logs, { events: events / 2, callers: 64, logs: 1 }) },
      { name: 'tidemark, 256 callers', run: () => appended(logs, { events, callers: 256, logs: 1 }) },
    ],
    async close() {
      bare.close();
      logs.close();
      await database.close();
    },
  };
}

function bareSqlite(file: string): { batches(events: number, size: number): void; close(): void } {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  for (const sql of TABLES) database.exec(sql);
  const insert = database.prepare('INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)');
  let position = 0;
  return {
    batches(events, size) {
      for (let done = 0; done < events; done += size) {
        database.exec('BEGIN IMMEDIATE');
        for (let index = 0; index < size; index++) insert.run('a', ++position, nextId(), 0, 0, 'l', BODY);
        database.exec('COMMIT');
      }
    },
    close: () => {
      database.close();
    },
  };
}

async function postgresContenders(createDatabase: () => Promise<string>, events: number): Promise<Contenders> {
  const bare = await barePostgres(await createDatabase());
  const database = await openDatabase(await createDatabase());
  const logs = await openLogs(database);
  return {
    contenders: [
      { name: '1,000 rows per unnest statement', run: async () => timed(events, () => bare.bulk(events, 1_000)) },
      { name: 'one statement per event, 8 connections', run: async () => timed(events / 20, () => bare.single(events / 20, 8)) },
      { name: 'one statement per event, one connection', run: async () => timed(events / 100, () => bare.single(events / 100, 1)) },
      { name: 'tidemark, one caller', run: () => appended(logs, { events: events / 100, callers: 1, logs: 1 }) },
      { name: 'tidemark, 64 callers, one log', run: () => appended(logs, { events: events / 2, callers: 64, logs: 1 }) },
      { name: 'tidemark, 64 callers, 64 logs', run: () => appended(logs, { events: events / 2, callers: 64, logs: 64 }) },
    ],
    async close() {
      await bare.close();
      logs.close();
      await database.close();
    },
  };
}

interface BarePostgres {
  bulk(events: number, size: number): Promise<void>;
  single(events: number, connections: number): Promise<void>;
  close(): Promise<void>;
}

async function barePostgres(url: string): Promise<BarePostgres> {
  const pool = new Pool({ connectionString: url, max: 8 });
  for (const sql of TABLES) await pool.query(sql);
  let position = 0;
  const positions = (count: number): readonly number[] => Array.from({ length: count }, () => ++position);
  return {
    async bulk(events, size) {
      for (let done = 0; done < events; done += size) {
        const taken = positions(size);
        await pool.query(
          "INSERT INTO entry SELECT 'a', r.position, r.id, 0, 0, 'l', r.body FROM unnest($1::bigint[], $2::text[], $3::text[]) AS r(position, id, body)",
          [taken, taken.map(nextId), taken.map(() => BODY)],
        );
      }
    },
    async single(events, connections) {
      let left = events;
      const worker = async (): Promise<void> => {
        while (left-- > 0) await pool.query("INSERT INTO entry VALUES ('a', $1, $2, 0, 0, 'l', $3)", [++position, nextId(), BODY]);
      };
      await Promise.all(Array.from({ length: connections }, worker));
    },
    close: () => pool.end(),
  };
}

async function appended(
  logs: Logs,
  { events, callers, logs: count }: { readonly events: number; readonly callers: number; readonly logs: number },
): Promise<Reached> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let left = events;
  const caller = async (_: unknown, index: number): Promise<void> => {
    while (left-- > 0) await logs.append(`log${index % count}`, { id: nextId(), label: 'l', body: BODY });
  };
  const { perSecond } = await timed(events, () => Promise.all(Array.from({ length: callers }, caller)));
  delay.disable();
  return { perSecond, loopP99Ms: delay.percentile(99) / 1e6 };
}

async function timed(events: number, work: () => unknown): Promise<Reached> {
  const start = performance.now();
  await work();
  return { perSecond: (events * 1_000) / (performance.now() - start) };
}

/** Alternating rounds after one that is not counted; ratios within a round. */
async function compareRates(title: string, contenders: readonly Contender[], rounds: number): Promise<string> {
  const all: Reached[][] = [];
  for (let round = 0; round <= rounds; round++) {
    const reached: Reached[] = [];
    const order = contenders.map((_, index) => index);
    for (const index of round % 2 === 0 ? order : order.toReversed()) reached[index] = await (contenders[index] as Contender).run();
    if (round > 0) all.push(reached);
  }
  const rows = contenders.map(({ name }, index) => {
    const loop = all.map((reached) => reached[index]?.loopP99Ms ?? Number.NaN);
    return [
      name,
      ratioText(spread(all.map((reached) => (reached[index]?.perSecond ?? 0) / (reached[0]?.perSecond ?? 1)))),
      Math.round(spread(all.map((reached) => reached[index]?.perSecond ?? 0)).median),
      Number.isNaN(loop[0]) ? '' : spread(loop).median.toFixed(1),
    ];
  });
  return table([title, 'rate as a ratio to the first', 'events/s', 'event-loop delay p99, ms'], rows);
}
