import { createRequire } from 'node:module';
import type { PostgresClient } from '@tidemark/database';

/** A `pg` client as an application has one. */
export interface AnyClient extends PostgresClient {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly Record<string, unknown>[] }>;
  query(statement: Parameters<PostgresClient['query']>[0]): Promise<{ readonly rows: readonly Record<string, unknown>[] }>;
  connect(): Promise<unknown>;
  end(): Promise<void>;
}

/** `pg` is a dependency of the database package alone; an application's would be its own. */
const { Client } = createRequire(new URL('../../../database/package.json', import.meta.url))('pg') as {
  Client: new (options: { connectionString: string }) => AnyClient;
};

export async function connectClient(url: string): Promise<AnyClient> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

/** A log as many programs have it (research: realtime, section 1). Only for showing what it does. */
export interface Scheme {
  readonly name: string;
  readonly create: readonly string[];
  readonly append: string;
  /** What is behind the reader's place, `$1` and up. */
  readonly read: string;
  readonly start: readonly string[];
  readonly placeOf: (row: Readonly<Record<string, unknown>>) => readonly string[];
}

const create = ['CREATE TABLE naive (pos bigserial PRIMARY KEY, xid xid8 NOT NULL DEFAULT pg_current_xact_id(), id text NOT NULL)'];
const append = 'INSERT INTO naive (id) VALUES ($1)';
const position = (row: Readonly<Record<string, unknown>>): readonly string[] => [String(row['pos'])];

export const NAIVE: Scheme = {
  name: 'a bigserial',
  create,
  append,
  read: 'SELECT pos, id FROM naive WHERE pos > $1 ORDER BY pos',
  start: ['0'],
  placeOf: position,
};

/** Shows nothing of a transaction while one with a lower id runs. */
export const GATED: Scheme = {
  name: 'a bigserial behind xmin',
  create,
  append,
  read: 'SELECT pos, id FROM naive WHERE pos > $1 AND xid < pg_snapshot_xmin(pg_current_snapshot()) ORDER BY pos',
  start: ['0'],
  placeOf: position,
};

export const PAIRED: Scheme = {
  name: 'a pair of transaction id and bigserial behind xmin',
  create,
  append,
  read: `SELECT xid::text AS xid, pos, id FROM naive
    WHERE (xid, pos) > ($1::xid8, $2::bigint) AND xid < pg_snapshot_xmin(pg_current_snapshot()) ORDER BY xid, pos`,
  start: ['0', '0'],
  placeOf: (row) => [String(row['xid']), String(row['pos'])],
};
