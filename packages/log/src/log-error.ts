/** Why a reader cannot go on, or an entry is refused. Closed. */
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
    why: 'More entries came, or more bytes, than the reader’s buffer holds before it took any.',
    fix: 'Read again from the last entry that was handled.',
  },
  failed: {
    why: 'The reader threw when it was given an entry.',
    fix: 'Mend the reader; read again from the last entry that was handled.',
  },
  'not-storable': {
    why: 'A log’s name, an id, a label or a body is empty, too long, or holds U+0000 or half a surrogate pair, which not every engine stores as it is.',
    fix: 'Names of logs have 1 to 1,024 bytes, ids 1 to 512; write JSON so that it escapes what is no character.',
  },
} as const;
export type LogErrorCode = keyof typeof LOG_ERRORS;

/** Thrown to readers of a log and to who appends; what its database throws is a `DatabaseError`. */
export class LogError extends Error {
  readonly code: LogErrorCode;

  /** `log`: its name, at most 100 characters of which are shown. */
  constructor(code: LogErrorCode, log: string, options?: ErrorOptions) {
    const { why, fix } = LOG_ERRORS[code];
    super(`${code}: log ${log.slice(0, 100)}. ${why} ${fix}`, options);
    this.name = 'LogError';
    this.code = code;
  }
}
