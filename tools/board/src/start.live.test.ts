import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endedBoard, runBoard } from './test-support/launch-board.ts';
import { clientOf, plainOrder, temporaryFolder } from './test-support/serve-board.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

/** Root may write everything, so what a user may not is tried as another one. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

const running = (environment: Readonly<Record<string, string>>) => runBoard(folder.path, environment);
const refused = (environment: Readonly<Record<string, string>>, user = {}) => endedBoard(folder.path, environment, user);
const refusal = (message: string) => ({ code: 1, out: '', err: `\nBoard cannot start: ${message}\n` });
const name = (file: string) => join(folder.path, file);

test('[P1.1] a port that is none is one line', async () => {
  expect(await refused({ PORT: 'abc' })).toEqual(
    refusal('PORT is "abc", and a port is a whole number from 0 (any free one) to 65535. Fix: PORT=4400 npm start, or leave PORT out.'),
  );
});

test('[P1.1] a port in use is one line', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const answer = await refused({ PORT: String(port), TIDEMARK_BOARD_DATABASE: 'port.sqlite' });
  other.close();
  expect(answer).toEqual(
    refusal(
      `Port ${port} of 127.0.0.1 is in use, perhaps by another Board. Fix: PORT=${port + 1} npm start (or PORT=0 for any free port).`,
    ),
  );
});

test('[B2.1] two processes never share a database: the second is told, and the first goes on', async () => {
  const first = await running({ TIDEMARK_BOARD_DATABASE: 'shared.sqlite' });
  try {
    expect(await refused({ TIDEMARK_BOARD_DATABASE: 'shared.sqlite' })).toEqual(
      refusal(
        `${name('shared.sqlite')} is open in another process, probably another \`npm start\` (database is locked). Fix: end that process, or name another file in TIDEMARK_BOARD_DATABASE.`,
      ),
    );
    const client = clientOf(first.url);
    const { body } = await client.placeOrder({ 'idempotency-key': 'shared-1', body: plainOrder });
    expect((await client.listOrders()).orders).toEqual([body]);
  } finally {
    expect(await first.stop()).toEqual([0, null]);
  }
});

/** A database that Board has made itself, with one order; then changed. */
async function changed(file: string, change: (path: string) => void): Promise<void> {
  const board = await running({ TIDEMARK_BOARD_DATABASE: file });
  await clientOf(board.url).placeOrder({ 'idempotency-key': 'changed-1', body: plainOrder });
  await board.stop();
  change(name(file));
}

function sql(text: string): (path: string) => void {
  return (path) => {
    const db = new Database(path);
    db.exec(text);
    db.close();
  };
}

const elsewhere = 'or name another file in TIDEMARK_BOARD_DATABASE.';
const DATABASES: readonly (readonly [string, (path: string) => void, RegExp])[] = [
  [
    'not SQLite',
    (path) => writeFileSync(path, 'hello'.repeat(1_000)),
    /is no sound SQLite database \(file is not a database\)\. Fix: move it away/,
  ],
  [
    'damaged in the middle',
    (path) => {
      const bytes = readFileSync(path);
      bytes.fill(0xff, 4_096, bytes.length);
      writeFileSync(path, bytes);
    },
    /is no sound SQLite database.*\. Fix: move it away/,
  ],
  ['cut short', (path) => writeFileSync(path, readFileSync(path).subarray(0, 5_000)), /is no sound SQLite database.*\. Fix: move it away/],
  [
    'of another program',
    sql('CREATE TABLE notes (text)'),
    /was written by another program, or by another version of Board \(it has the table "notes"\)/,
  ],
  [
    'with another table of the same name',
    sql('DROP TABLE events; CREATE TABLE events (at INTEGER)'),
    /was written by another program, or by another version of Board \(no such column: tenant\)/,
  ],
  [
    'with an order of another contract',
    sql(`UPDATE contract SET digest = 'old'; UPDATE orders SET body = '{"orderId":"ord_1"}'`),
    /was written under another version of the contract \(order ord_[0-9a-f]+ is not what orders 1\.2\.0 allows: missing-field at "\/revision"\)/,
  ],
  [
    'with an event of another contract',
    sql(`DELETE FROM contract; UPDATE events SET body = '{"type":"order-moved","v":1}'`),
    /was written under another version of the contract \(event \S+ is not what orders 1\.2\.0 allows: unknown-tag at "\/type"\)/,
  ],
];

test.each(DATABASES)('[P1.1] a database %s is refused at start, in one line', async (title, change, message) => {
  const file = `${title.replaceAll(' ', '-')}.sqlite`;
  await changed(file, change);
  const { code, out, err } = await refused({ TIDEMARK_BOARD_DATABASE: file });
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(message);
  expect(err.startsWith(`\nBoard cannot start: ${name(file)} `)).toBe(true);
  expect(err.endsWith(`${elsewhere}\n`)).toBe(true);
  expect(err.trim().split('\n')).toHaveLength(1);
});

test('[P1.1] a folder in place of the database, and a file in place of its folder', async () => {
  mkdirSync(name('folder.sqlite'));
  writeFileSync(name('file'), '');
  for (const database of ['folder.sqlite', 'file/board.sqlite']) {
    const { code, err } = await refused({ TIDEMARK_BOARD_DATABASE: database });
    expect(code).toBe(1);
    expect(err).toMatch(new RegExp(`^\\nBoard cannot start: ${name(database)} cannot be opened \\(.*\\)\\. Fix: .*, ${elsewhere}\\n$`));
  }
});

test('[P1.1] a database that may not be written is refused at start', async () => {
  await changed('sealed/board.sqlite', (path) => {
    chmodSync(path, 0o444);
    chmodSync(dirname(path), 0o555);
    chmodSync(folder.path, 0o755);
  });
  expect(await refused({ TIDEMARK_BOARD_DATABASE: 'sealed/board.sqlite' }, NOBODY)).toEqual(
    refusal(
      `${name('sealed/board.sqlite')} may not be written by this user (EACCES: permission denied, access '${name('sealed/board.sqlite')}'). Fix: make it and its folder writable, ${elsewhere}`,
    ),
  );
  chmodSync(name('sealed'), 0o755);
});

test('[P1.1] what was written under other descriptions and is readable is kept', async () => {
  await changed('kept.sqlite', sql("UPDATE contract SET digest = 'older'"));
  const board = await running({ TIDEMARK_BOARD_DATABASE: 'kept.sqlite' });
  expect((await clientOf(board.url).listOrders()).orders).toHaveLength(1);
  await board.stop();
});
