import type { Migrations } from '@tidemark/database';

/** Column types that both engines know. Changed only by adding a step. */
export const LOG_MIGRATIONS: Migrations = [
  [
    `CREATE TABLE tidemark_log (
      log text PRIMARY KEY,
      head bigint NOT NULL,
      head_bytes bigint NOT NULL,
      head_at bigint NOT NULL,
      floor bigint NOT NULL
    )`,
    `CREATE TABLE tidemark_entry (
      log text NOT NULL,
      position bigint NOT NULL,
      id text NOT NULL,
      at bigint NOT NULL,
      bytes bigint NOT NULL,
      label text NOT NULL,
      body text,
      PRIMARY KEY (log, position)
    )`,
    // The id first: an entry is removed by its id alone. With the log, so that looking for another log's id ends in the index.
    'CREATE UNIQUE INDEX tidemark_entry_id ON tidemark_entry (id, log)',
  ],
];

/** Row types for the query builder. */
export interface LogTables {
  tidemark_log: { log: string; head: number; head_bytes: number; head_at: number; floor: number };
  tidemark_entry: { log: string; position: number; id: string; at: number; bytes: number; label: string; body: string | null };
}
