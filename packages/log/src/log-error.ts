/** Why a reader cannot go on. Closed. */
export const LOG_ERRORS = {
  swept: {
    why: 'Entries behind the reader’s place are no longer retained.',
    fix: 'Begin anew from a baseline; for a longer interval, raise the retention.',
  },
  reset: {
    why: 'The log is no longer the one that was read: the database was restored from a backup, or replaced.',
    fix: 'Begin anew: look up the position by its id.',
  },
  lagging: {
    why: 'More entries came than the reader’s buffer holds before it took any.',
    fix: 'Read again from the last entry that was handled.',
  },
} as const;
export type LogErrorCode = keyof typeof LOG_ERRORS;

/** Thrown to readers of a log; what its database throws is a `DatabaseError`. */
export class LogError extends Error {
  readonly code: LogErrorCode;

  constructor(code: LogErrorCode, log: string) {
    const { why, fix } = LOG_ERRORS[code];
    super(`${code}: log ${log}. ${why} ${fix}`);
    this.name = 'LogError';
    this.code = code;
  }
}
