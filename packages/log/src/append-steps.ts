import { bulk, type BulkQuery, bulkStatement } from '@tidemark/database';
import type { NewEntry } from './entry.ts';

/** Entries for one log, in order. */
export interface LogBatch {
  readonly log: string;
  readonly entries: readonly NewEntry[];
}

export interface TakenPositions {
  readonly log: string;
  readonly head: number;
  readonly head_at: number;
}

/** Locks the heads in the order of their names, and holds them until the transaction ends: order of position is order of commit (S3). */
const takePositions = bulkStatement<TakenPositions>()(
  { log: 'text', count: 'bigint', bytes: 'bigint' },
  (rows, now) => `INSERT INTO tidemark_log (log, head, head_bytes, head_at, floor)
    SELECT r.log, r.count, r.bytes, ${now}, 0 FROM ${rows} WHERE true ORDER BY r.log
    ON CONFLICT (log) DO UPDATE SET
      head = tidemark_log.head + excluded.head,
      head_bytes = tidemark_log.head_bytes + excluded.head_bytes,
      head_at = CASE WHEN excluded.head_at > tidemark_log.head_at THEN excluded.head_at ELSE tidemark_log.head_at END
    RETURNING log, head, head_at`,
);

/** Counts back from the head that this transaction has just taken: so both statements are known in advance, and go in one message. */
const addEntries = bulkStatement()(
  { log: 'text', id: 'text', label: 'text', body: 'text', back: 'bigint', back_bytes: 'bigint' },
  (rows) => `INSERT INTO tidemark_entry (log, position, id, at, bytes, label, body)
    SELECT r.log, l.head - r.back, r.id, l.head_at, l.head_bytes - r.back_bytes, r.label, r.body
    FROM ${rows} JOIN tidemark_log AS l ON l.log = r.log`,
);

/** The two statements of an append. Each log at most once among the batches, each with at least one entry. */
export function appendSteps(batches: readonly LogBatch[]): readonly [BulkQuery<TakenPositions>, BulkQuery<never>] {
  const heads: { log: string; count: number; bytes: number }[] = [];
  const rows: { log: string; id: string; label: string; body: string; back: number; back_bytes: number }[] = [];
  for (const { log, entries } of batches) {
    let left = entries.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
    heads.push({ log, count: entries.length, bytes: left });
    entries.forEach(({ id, label, body }, index) => {
      left -= Buffer.byteLength(body);
      rows.push({ log, id, label, body, back: entries.length - 1 - index, back_bytes: left });
    });
  }
  // A lock taken in another order than others take it may be waited for for ever.
  heads.sort((one, other) => (one.log < other.log ? -1 : 1));
  return [bulk(takePositions, heads), bulk(addEntries, rows)];
}

/** Takes the locks of an append and writes nothing: whoever has them now has committed or rolled back afterwards. */
export function lockSteps(logs: readonly string[]): BulkQuery<TakenPositions> {
  return bulk(
    takePositions,
    logs.toSorted().map((log) => ({ log, count: 0, bytes: 0 })),
  );
}
