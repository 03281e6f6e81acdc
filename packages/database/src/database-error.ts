/** Why a database call failed. Closed; what an engine says is kept as `cause`. */
export const DATABASE_ERRORS = {
  'invalid-url': {
    why: 'The database URL is none that is understood.',
    fix: 'Write sqlite:PATH (sqlite::memory: for tests) or postgres://user:password@host:port/database.',
  },
  unavailable: {
    why: 'The database cannot be reached, or has no connection to spare.',
    fix: 'Look whether it runs; calls succeed again by themselves once it answers.',
  },
  busy: {
    why: 'Another process holds the lock on the file for longer than `busyMs`.',
    fix: 'Let one process write, or use PostgreSQL for several.',
  },
  'storage-full': {
    why: 'There is no room to write.',
    fix: 'Make room; nothing of this call was written, and nothing retained is evicted.',
  },
  'storage-failed': { why: 'The disk reports an error.', fix: 'Look at the disk; nothing of this call was acknowledged.' },
  'read-only': { why: 'The database does not accept writes.', fix: 'Give the process write access, or point it at the primary.' },
  corrupt: {
    why: 'The file is not a database, or is damaged.',
    fix: 'Stop, keep the file for examination, and restore a backup; this does not go away by itself.',
  },
  conflict: {
    why: 'The transaction conflicts with what others have committed: a key that is taken, or a serialization failure that five attempts did not get past.',
    fix: 'Read again and decide anew.',
  },
  timeout: {
    why: 'The transaction took longer than `transactionMs`; it was rolled back.',
    fix: 'Do less within it, above all no waiting for others.',
  },
  'outcome-unknown': {
    why: 'The connection was lost while the transaction was being committed.',
    fix: 'Look whether its effects are there before doing it again.',
  },
  'newer-schema': {
    why: 'The tables were written by a newer version of this program.',
    fix: 'Run that version or a later one; migrations only go forward.',
  },
  closed: { why: 'The database was closed by this program.', fix: 'Do not use it after `close()`.' },
  failed: { why: 'The statement was refused.', fix: 'This is a fault of the program; the cause has what the engine said.' },
} as const;
export type DatabaseErrorCode = keyof typeof DATABASE_ERRORS;

/** The one error of this package. Messages hold no parameter values and no credentials. */
export class DatabaseError extends Error {
  readonly code: DatabaseErrorCode;

  constructor(code: DatabaseErrorCode, subject: string, options?: ErrorOptions) {
    const { why, fix } = DATABASE_ERRORS[code];
    super(`${code}: ${subject}. ${why} ${fix}`, options);
    this.name = 'DatabaseError';
    this.code = code;
  }
}
