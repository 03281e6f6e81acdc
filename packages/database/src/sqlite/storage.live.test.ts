import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../index.ts';

let folder: string;
let file: string;
let database: Database;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-storage-'));
  file = join(folder, 'test.db');
  database = await openDatabase(`sqlite:${file}`, { busyMs: 100 });
  await database.write([{ sql: 'CREATE TABLE item (key text PRIMARY KEY, filler text)', parameters: [] }]);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const add = (key: string, bytes = 10): { sql: string; parameters: string[] } => ({
  sql: 'INSERT INTO item (key, filler) VALUES (?, ?)',
  parameters: [key, 'x'.repeat(bytes)],
});
const keys = async (): Promise<readonly unknown[]> => database.run({ sql: 'SELECT key FROM item ORDER BY key', parameters: [] });

test('[S8, H2.7] no room: a typed error, nothing of it is there, and it works again when there is room', async () => {
  await database.write([add('before')]);
  // A quota of the writer's connection, in pages.
  await database.write([{ sql: 'PRAGMA max_page_count = 8', parameters: [] }]);
  const outcomes = await Promise.allSettled([
    database.write([add('large', 200_000)]),
    database.transaction((tx) => tx.run(add('larger', 300_000))),
  ]);
  expect(outcomes).toMatchObject([{ reason: { code: 'storage-full' } }, { reason: { code: 'storage-full' } }]);
  expect(await keys()).toEqual([{ key: 'before' }]);
  await database.write([{ sql: 'PRAGMA max_page_count = 100000', parameters: [] }]);
  await database.write([add('large', 200_000)]);
  expect(await keys()).toEqual([{ key: 'before' }, { key: 'large' }]);
});

test('[S8] a file that another connection holds: everybody is told after one wait, reads go on, and it works again', async () => {
  const holder = new BetterSqlite(file);
  holder.exec('BEGIN IMMEDIATE');
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => database.write([add(`k${index}`)])));
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && (outcome.reason as { code: string }).code)).toEqual(
    Array.from({ length: 20 }, () => 'busy'),
  );
  expect(await keys()).toEqual([]);
  holder.exec('ROLLBACK');
  holder.close();
  await database.write([add('after')]);
  expect(await keys()).toEqual([{ key: 'after' }]);
});

test('[S8] a file that is no database', async () => {
  const other = join(folder, 'other.db');
  writeFileSync(other, 'This is no database, however long it is. '.repeat(200));
  await expect(openDatabase(`sqlite:${other}`)).rejects.toMatchObject({ code: 'corrupt' });
});
