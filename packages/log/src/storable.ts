import type { NewEntry } from './entry.ts';
import { LogError } from './log-error.ts';

/** Together with the rest of a row they fit into a page of PostgreSQL's indexes, a third of 8 KiB. */
const MAX_LOG_BYTES = 1_024;
const MAX_ID_BYTES = 512;

/** Whether both engines give back what they are given: PostgreSQL refuses U+0000, and UTF-8 has nothing for half a surrogate pair, so that two names would become one. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function isKey(text: string, maxBytes: number): boolean {
  return text !== '' && Buffer.byteLength(text) <= maxBytes && isStorable(text);
}

/** Whether an entry can have this id: one that cannot need not be looked for. */
export function isStorableId(id: string): boolean {
  return isKey(id, MAX_ID_BYTES);
}

export function isStorableLog(log: string): boolean {
  return isKey(log, MAX_LOG_BYTES);
}

/** Throws `LogError` `not-storable`. */
export function assertStorable(log: string, { id, label, body }: NewEntry): void {
  if (!isStorableLog(log) || !isStorableId(id) || !isStorable(label) || !isStorable(body)) throw new LogError('not-storable', log);
}
