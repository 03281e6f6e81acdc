import type { DatabaseErrorCode } from '../database-error.ts';
import type { ThreadFailure } from './protocol.ts';

/** Primary result codes of SQLite (https://www.sqlite.org/rescode.html) by the name that its extended codes begin with. */
const CODES: readonly (readonly [prefix: string, code: DatabaseErrorCode])[] = [
  ['SQLITE_FULL', 'storage-full'],
  ['SQLITE_READONLY', 'read-only'],
  ['SQLITE_BUSY', 'busy'],
  ['SQLITE_LOCKED', 'busy'],
  ['SQLITE_CORRUPT', 'corrupt'],
  ['SQLITE_NOTADB', 'corrupt'],
  ['SQLITE_IOERR', 'storage-failed'],
  ['SQLITE_CANTOPEN', 'unavailable'],
  ['SQLITE_NOMEM', 'unavailable'],
  ['SQLITE_CONSTRAINT_UNIQUE', 'conflict'],
  ['SQLITE_CONSTRAINT_PRIMARYKEY', 'conflict'],
];

/** What an error of the driver means to a caller. */
export function failureOf(error: unknown): ThreadFailure {
  const { code: driverCode, message } = error as { readonly code?: unknown; readonly message?: unknown };
  const name = typeof driverCode === 'string' ? driverCode : '';
  const code = CODES.find(([prefix]) => name.startsWith(prefix))?.[1] ?? 'failed';
  return { code, message: `${name} ${typeof message === 'string' ? message : String(error)}`.trim() };
}
