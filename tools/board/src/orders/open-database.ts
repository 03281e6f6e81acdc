import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { ordersDescriptor, ordersLimits } from '@tidemark/orders-client';
import { tryDecodeOrder, tryDecodeServerMessage } from '@tidemark/orders-client/decoders';
import Database from 'better-sqlite3';
import { StartError, type StartErrorCode } from '../start-error.ts';
import { SCHEMA, TABLES } from './schema.ts';

/** Long enough for a predecessor that is ending. */
const LOCK_MS = 1_000;

/**
 * The database of one process alone, in the shape and with the contents that the contract allows.
 * A second process would not tell the first one's readers of its commits, so the file is locked while it is open.
 * @throws {StartError} `database-*`.
 */
export function openDatabase(file: string): Database.Database {
  let db: Database.Database | undefined;
  try {
    mkdirSync(dirname(file), { recursive: true });
    // SQLite opens what it may not write for reading, and then fails to lock it with an I/O error.
    if (existsSync(file)) accessSync(file, constants.R_OK | constants.W_OK);
    db = new Database(file, { timeout: LOCK_MS });
    // Before the journal's mode: the lock then needs no shared memory beside the file.
    db.pragma('locking_mode = EXCLUSIVE');
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    prepare(db, file);
    return db;
  } catch (error) {
    db?.close();
    throw startErrorOf(file, error);
  }
}

function prepare(db: Database.Database, file: string): void {
  // Immediate: whether the file may be written is found out now, not at the first order.
  db.transaction(() => {
    if (db.pragma('quick_check(1)', { simple: true }) !== 'ok') throw startError(file, 'database-damaged');
    const foreign = tableNames(db).find((name) => !TABLES.includes(name));
    if (foreign !== undefined) throw startError(file, 'database-foreign', `it has the table ${JSON.stringify(foreign.slice(0, 60))}`);
    db.exec(SCHEMA);
    adopt(db, file);
  }).immediate();
}

function tableNames(db: Database.Database): readonly string[] {
  const rows = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'").all();
  return (rows as { name: string }[]).map(({ name }) => name);
}

/** What was written under other descriptions is read once with today's decoders, and kept only if nothing is refused. */
function adopt(db: Database.Database, file: string): void {
  const digest = `${ordersDescriptor.digests.openapi} ${ordersDescriptor.digests.asyncapi}`;
  const written = db.prepare('SELECT digest FROM contract').get() as { digest: string } | undefined;
  if (written?.digest === digest) return;
  for (const { id, body } of db.prepare('SELECT order_id AS id, body FROM orders').iterate() as Iterable<Row>) {
    const read = tryDecodeOrder(body);
    if (!read.ok) throw otherContract(file, `order ${id}`, read.error);
  }
  for (const { id, body } of db.prepare('SELECT event_id AS id, body FROM events').iterate() as Iterable<Row>) {
    const read = tryDecodeServerMessage(body, { maxBytes: ordersLimits.eventBytes });
    if (!read.ok) throw otherContract(file, `event ${id}`, read.error);
  }
  db.exec('DELETE FROM contract');
  db.prepare('INSERT INTO contract (digest) VALUES (?)').run(digest);
}

interface Row {
  readonly id: string;
  readonly body: string;
}

function otherContract(file: string, what: string, { code, path }: { readonly code: string; readonly path: string }): StartError {
  const { id, version } = ordersDescriptor;
  return startError(
    file,
    'database-of-another-contract',
    `${what} is not what ${id} ${version} allows: ${code} at ${JSON.stringify(path)}`,
  );
}

type DatabaseCode = Extract<StartErrorCode, `database-${string}`>;

const PROBLEMS: Readonly<Record<DatabaseCode, { readonly what: string; readonly fix: string }>> = {
  'database-in-use': { what: 'is open in another process, probably another `npm start`', fix: 'end that process' },
  'database-inaccessible': { what: 'cannot be opened', fix: 'put right what is in its place' },
  'database-read-only': { what: 'may not be written by this user', fix: 'make it and its folder writable' },
  'database-damaged': { what: 'is no sound SQLite database', fix: 'move it away' },
  'database-foreign': { what: 'was written by another program, or by another version of Board', fix: 'move it away' },
  'database-of-another-contract': { what: 'was written under another version of the contract', fix: 'move it away' },
};

function startError(file: string, code: DatabaseCode, why?: string, cause?: unknown): StartError {
  const { what, fix } = PROBLEMS[code];
  return new StartError(
    code,
    `${file} ${what}${why === undefined ? '' : ` (${why})`}. Fix: ${fix}, or name another file in TIDEMARK_BOARD_DATABASE.`,
    cause === undefined ? undefined : { cause },
  );
}

/** SQLite's primary result codes (sqlite.org/rescode.html), and those of the folder's system calls. */
const CODES: readonly (readonly [RegExp, DatabaseCode])[] = [
  [/^SQLITE_(?:BUSY|LOCKED)/, 'database-in-use'],
  [/^(?:SQLITE_READONLY|EACCES|EPERM|EROFS)/, 'database-read-only'],
  [/^SQLITE_(?:CORRUPT|NOTADB)/, 'database-damaged'],
  [/^SQLITE_ERROR/, 'database-foreign'],
  [/^(?:SQLITE_(?:CANTOPEN|FULL|IOERR|PERM|AUTH)|ENOTDIR|EEXIST|ENOSPC)/, 'database-inaccessible'],
];

function startErrorOf(file: string, error: unknown): unknown {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  const known = CODES.find(([pattern]) => typeof code === 'string' && pattern.test(code));
  return known === undefined ? error : startError(file, known[1], String(message), error);
}
