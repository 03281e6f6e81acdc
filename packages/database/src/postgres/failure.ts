import { DatabaseError, type DatabaseErrorCode } from '../database-error.ts';

/** SQLSTATE (PostgreSQL documentation, appendix A): the whole code first, then its class. */
const STATES: Readonly<Record<string, DatabaseErrorCode>> = {
  '23505': 'conflict',
  '25006': 'read-only',
  '25P03': 'timeout',
  '25P04': 'timeout',
  '40001': 'conflict',
  '40P01': 'conflict',
  '53100': 'storage-full',
  '55P03': 'busy',
  '57014': 'timeout',
  '08': 'unavailable',
  '08P01': 'failed',
  '28': 'unavailable',
  '3D': 'unavailable',
  '53': 'unavailable',
  '57': 'unavailable',
  '58': 'storage-failed',
  XX: 'corrupt',
};

/** Work that may simply be done again: PostgreSQL rolled it back because of others. */
const RETRIABLE: ReadonlySet<unknown> = new Set(['40001', '40P01']);

/** Classes begin with a digit, or are one of these: the socket's EPIPE and EBUSY look like a SQLSTATE otherwise. */
const SQLSTATE = /^(?:[0-9][0-9A-Z]|F0|HV|P0|XX)[0-9A-Z]{3}$/;

/** What an error of the driver means to a caller. One that names no state comes from the connection. */
export function errorOf(error: unknown, subject = 'PostgreSQL'): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const state = stateOf(error);
  // XX000 is every fault of an extension or of the server's own; only the other two speak of damaged data.
  const code =
    state === undefined ? 'unavailable' : state === 'XX000' ? 'failed' : (STATES[state] ?? STATES[state.slice(0, 2)] ?? 'failed');
  return new DatabaseError(code, subject, { cause: error });
}

export function isRetriable(error: unknown): boolean {
  return RETRIABLE.has(stateOf(error instanceof DatabaseError ? error.cause : error));
}

/** Whether PostgreSQL answered with an error: the statement has had no effect. */
export function isAnswered(error: unknown): boolean {
  return stateOf(error instanceof DatabaseError ? error.cause : error) !== undefined;
}

/** Whether PostgreSQL itself refused, and so rolled back; else, of a COMMIT, nobody knows. */
export function wasRefused(error: unknown): boolean {
  const state = stateOf(error instanceof DatabaseError ? error.cause : error);
  return state !== undefined && !state.startsWith('57P') && !state.startsWith('08') && !state.startsWith('25P');
}

/** Whether no answer came at all, or the last one that this connection will give. */
export function isConnectionLost(error: unknown): boolean {
  const { code, cause } = error instanceof DatabaseError ? error : {};
  if (code === 'outcome-unknown') return true;
  return code === 'unavailable' && (stateOf(cause) ?? '57P').startsWith('57P');
}

function stateOf(error: unknown): string | undefined {
  const code = (error as { readonly code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' && SQLSTATE.test(code) ? code : undefined;
}
