import { expect } from 'vitest';
import type { LogEntry, Place } from '../entry.ts';
import type { Logs } from '../logs.ts';

export const START: Place = { position: 0, bytes: 0 };

/** What a writer was told. */
export interface Acknowledged {
  readonly log: string;
  readonly id: string;
  readonly position: number;
}

/** Everything that a log holds, page by page. */
export async function readAll(logs: Logs, log: string): Promise<readonly LogEntry[]> {
  const all: LogEntry[] = [];
  for (let page = await logs.read(log, START); ; page = await logs.read(log, page.place)) {
    all.push(...page.entries);
    if (page.last) return all;
  }
}

/** S3: positions from 1 without a hole, each id once, bytes and time never falling. */
export function checkContiguous(stored: readonly LogEntry[]): void {
  const wrong = stored.findIndex(
    ({ position, bytes, at }, index) =>
      position !== index + 1 || bytes <= (stored[index - 1]?.bytes ?? 0) || at < (stored[index - 1]?.at ?? 0),
  );
  expect(wrong, 'the first entry that is out of its place').toBe(-1);
  expect(new Set(stored.map(({ id }) => id)).size, 'different ids').toBe(stored.length);
}

/** S7: what was acknowledged is there, once, and where the writer was told. */
export function checkNothingLost(stored: readonly LogEntry[], acknowledged: readonly Acknowledged[]): void {
  const lost = acknowledged.filter(({ id, position }) => stored[position - 1]?.id !== id);
  expect(lost, 'acknowledged and not there').toEqual([]);
}

/** H2.2: what one writer appended one after the other stands in that order. */
export function checkWriterOrder(stored: readonly LogEntry[], sent: readonly (readonly string[])[]): void {
  const positions = new Map(stored.map(({ id, position }) => [id, position]));
  for (const ids of sent) {
    const own = ids.map((id) => positions.get(id) ?? Number.NaN);
    expect(own.findIndex((position, index) => index > 0 && !(position > (own[index - 1] ?? 0)))).toBe(-1);
  }
}

/** H2.1: exactly the entries behind a position, each once, in their order. */
export function checkReader(seen: readonly string[], stored: readonly LogEntry[], after: number): void {
  const wanted = stored.slice(after);
  expect(seen.length).toBe(wanted.length);
  expect(
    seen.findIndex((id, index) => id !== wanted[index]?.id),
    'the first that differs',
  ).toBe(-1);
}
