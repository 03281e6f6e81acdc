import type { Database, Query } from '@tidemark/database';
import type { LogEntry, Place } from './entry.ts';
import type { LogTables } from './schema.ts';

/** Every query of this package but the append's, one text for both engines. */
export function createLogQueries(database: Database): LogQueries {
  const builder = database.builder<LogTables>();
  const entries = builder.selectFrom('tidemark_entry').select(['log', 'position', 'id', 'at', 'bytes', 'label', 'body']);
  return {
    page: (log, after, limit, maxBytes) =>
      entries
        .where('log', '=', log)
        .where('position', '>', after.position)
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
    remove: (id) =>
      builder.updateTable('tidemark_entry').set({ label: '', body: null }).where('id', '=', id).returning(['log', 'position']).compile(),
    sweepable: (after, limit) =>
      builder
        .selectFrom('tidemark_log')
        .select(['log', 'head', 'floor'])
        .where('log', '>', after)
        .whereRef('floor', '<', 'head')
        .orderBy('log')
        .limit(limit)
        .compile(),
    dead: (log, floor, limit) =>
      builder
        .selectFrom('tidemark_entry')
        .select('position')
        .where('log', '=', log)
        .where('position', '<=', floor)
        .orderBy('position')
        .limit(limit)
        .compile(),
    oldest: (log, floor, before, limit) =>
      builder
        .selectFrom('tidemark_entry')
        .select('position')
        .where('log', '=', log)
        .where('position', '>', floor)
        .where('at', '<', before)
        .orderBy('position')
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

export interface LogQueries {
  page(log: string, after: Place, limit: number, maxBytes: number): Query<LogEntry>;
  byId(log: string, id: string): Query<LogEntry>;
  at(log: string, position: number): Query<LogEntry>;
  head(log: string): Query<HeadRow>;
  heads(logs: readonly string[]): Query<{ log: string; head: number }>;
  known(ids: readonly string[]): Query<{ id: string; log: string; position: number; at: number }>;
  remove(id: string): Query<{ log: string; position: number }>;
  sweepable(after: string, limit: number): Query<{ log: string; head: number; floor: number }>;
  dead(log: string, floor: number, limit: number): Query<{ position: number }>;
  oldest(log: string, floor: number, before: number, limit: number): Query<{ position: number }>;
  raiseFloor(log: string, floor: number): Query;
  floorToHead(log: string): Query<{ floor: number }>;
  deleteUpTo(log: string, floor: number): Query;
}
