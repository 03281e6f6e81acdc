import type { Database } from '@tidemark/database';
import type { LogEntry, LogHead, Place } from './entry.ts';
import { LogError } from './log-error.ts';
import type { HeadRow, LogQueries } from './log-queries.ts';

/** Bounds of one page (S6). A single entry may pass the bytes. */
export interface PageBounds {
  readonly entries: number;
  readonly bytes: number;
}

export interface Page {
  readonly entries: readonly LogEntry[];
  /** Behind the last of them, or where the reader was. */
  readonly place: Place;
  /** Nothing more was committed when it was read. */
  readonly last: boolean;
}

export const EMPTY_HEAD: LogHead = { position: 0, bytes: 0, floor: 0 };

/**
 * What comes after a place, and the floor, in one snapshot: what is missing from a page was never there.
 * Throws `LogError` `swept` when the place is below the floor, `reset` when it is ahead of the log.
 */
export async function readPage(database: Database, queries: LogQueries, log: string, after: Place, bounds: PageBounds): Promise<Page> {
  const [entries, heads] = await database.snapshot([queries.page(log, after, bounds.entries, bounds.bytes), queries.head(log)]);
  const head = headOf(heads);
  if (after.position < head.floor) throw new LogError('swept', log);
  if (after.position > head.position) throw new LogError('reset', log);
  const place = entries.at(-1) ?? after;
  return { entries, place, last: place.position >= head.position };
}

export function headOf(rows: readonly HeadRow[]): LogHead {
  const [row] = rows;
  return row === undefined ? EMPTY_HEAD : { position: row.head, bytes: row.head_bytes, floor: row.floor };
}
