import type { Database, Query, QueryBuilder } from '@tidemark/database';
import type { LogEntry, Place } from './entry.ts';
import type { LogTables } from './schema.ts';

/** Every query of this package but the append's, one text for both engines. */
export function createLogQueries(database: Database): LogQueries {
  const builder = database.builder<LogTables>();
  return { ...readingQueries(builder), ...removingQueries(builder) };
}

type Builder = QueryBuilder<LogTables>;

function readingQueries(builder: Builder): ReadingQueries {
  const entries = builder.selectFrom('tidemark_entry').select(['log', 'position', 'id', 'at', 'bytes', 'label', 'body']);
  return {
    page: (log, after, limit, maxBytes) =>
      entries
        .where('log', '=', log)
        .where('position', '>', after.position)
        // Positions have no holes, so this is the limit again, for a planner that would otherwise look on for small ones to the end of the log.
        .where('position', '<=', after.position + limit)
        // The first one always: it may be larger than a page.
        .where((each) => each.or([each('bytes', '<=', after.bytes + maxBytes), each('position', '=', after.position + 1)]))
        .orderBy('position')
        .limit(limit)
        .compile(),
    byId: (log, id) => entries.where('id', '=', id).where('log', '=', log).compile(),
    at: (log, position) => entries.where('log', '=', log).where('position', '=', position).compile(),
    head: (log) => builder.selectFrom('tidemark_log').select(['log', 'head', 'head_bytes', 'floor']).where('log', '=', log).compile(),
    heads: (logs) => builder.selectFrom('tidemark_log').select(['log', 'head']).where('log', 'in', logs).compile(),
    known: (ids) => builder.selectFrom('tidemark_entry').select(['id', 'log', 'position', 'at']).where('id', 'in', ids).compile(),
  };
}

function removingQueries(builder: Builder): RemovingQueries {
  const positions = builder.selectFrom('tidemark_entry').select('position').orderBy('position');
  const logs = builder.selectFrom('tidemark_log').select(['log', 'head', 'floor']).orderBy('log');
  return {
    remove: (id) =>
      builder.updateTable('tidemark_entry').set({ label: '', body: null }).where('id', '=', id).returning(['log', 'position']).compile(),
    sweepable: (after, limit) =>
      logs
        .where('log', '>', after)
        .where((each) =>
          each.or([
            each('floor', '<', each.ref('head')),
            // What a removal that was killed half-way has left.
            each.exists(
              each
                .selectFrom('tidemark_entry')
                .select('tidemark_entry.position')
                .whereRef('tidemark_entry.log', '=', 'tidemark_log.log')
                .whereRef('tidemark_entry.position', '<=', 'tidemark_log.floor'),
            ),
          ]),
        )
        .limit(limit)
        .compile(),
    dead: (log, floor, limit) => positions.where('log', '=', log).where('position', '<=', floor).limit(limit).compile(),
    oldest: (log, floor, before, limit) =>
      positions
        .where('log', '=', log)
        .where('position', '>', floor)
        .where('position', '<=', floor + limit)
        .where('at', '<', before)
        .limit(limit)
        .compile(),
    raiseFloor: (log, floor) =>
      builder.updateTable('tidemark_log').set({ floor }).where('log', '=', log).where('floor', '<', floor).compile(),
    floorToHead: (log) =>
      builder
        .updateTable('tidemark_log')
        .set((row) => ({ floor: row.ref('head') }))
        .where('log', '=', log)
        .returning('floor')
        .compile(),
    deleteUpTo: (log, floor) => builder.deleteFrom('tidemark_entry').where('log', '=', log).where('position', '<=', floor).compile(),
  };
}

export interface HeadRow {
  readonly log: string;
  readonly head: number;
  readonly head_bytes: number;
  readonly floor: number;
}

interface ReadingQueries {
  page(log: string, after: Place, limit: number, maxBytes: number): Query<LogEntry>;
  byId(log: string, id: string): Query<LogEntry>;
  at(log: string, position: number): Query<LogEntry>;
  head(log: string): Query<HeadRow>;
  heads(logs: readonly string[]): Query<{ log: string; head: number }>;
  known(ids: readonly string[]): Query<{ id: string; log: string; position: number; at: number }>;
}

interface RemovingQueries {
  remove(id: string): Query<{ log: string; position: number }>;
  sweepable(after: string, limit: number): Query<{ log: string; head: number; floor: number }>;
  dead(log: string, floor: number, limit: number): Query<{ position: number }>;
  oldest(log: string, floor: number, before: number, limit: number): Query<{ position: number }>;
  raiseFloor(log: string, floor: number): Query;
  floorToHead(log: string): Query<{ floor: number }>;
  deleteUpTo(log: string, floor: number): Query;
}

export interface LogQueries extends ReadingQueries, RemovingQueries {}
