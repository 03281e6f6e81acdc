import { secretForms } from './secret-finder.ts';
import type { BytesRecord, Trace } from './trace.ts';

/** A planted secret that stands in a trace. `record`: null for the header. */
export interface CanaryHit {
  /** Position in the list of canaries: the canary itself is not repeated. */
  readonly canary: number;
  readonly record: number | null;
  /** In what way it stands there: within the bytes of a direction, or in another member. */
  readonly where: 'bytes' | 'text';
}

/**
 * Looks for planted secrets in everything that a trace holds (K5): in each member of each line, and in the bytes of each direction put
 * together, so that a secret across two reads is found. Each in the forms in which secrets travel.
 */
export function findCanaries(trace: Trace, canaries: readonly string[]): CanaryHit[] {
  return canaries.flatMap((canary, index) => {
    const forms = secretForms(canary);
    const inText = (value: unknown): boolean => forms.some((form) => JSON.stringify(value).includes(JSON.stringify(form).slice(1, -1)));
    const hits: CanaryHit[] = inText(trace.header) ? [{ canary: index, record: null, where: 'text' }] : [];
    for (const record of trace.records) {
      if (record.kind !== 'bytes' && inText(record)) hits.push({ canary: index, record: record.n, where: 'text' });
    }
    for (const reads of directions(trace)) {
      for (const record of holding(reads, forms)) hits.push({ canary: index, record, where: 'bytes' });
    }
    return hits;
  });
}

function directions({ records }: Trace): BytesRecord[][] {
  const ways = new Map<string, BytesRecord[]>();
  for (const record of records) {
    if (record.kind !== 'bytes') continue;
    const key = `${record.connection} ${record.direction}`;
    ways.set(key, [...(ways.get(key) ?? []), record]);
  }
  return [...ways.values()];
}

/** Numbers of the records in which one of the forms begins. */
function holding(reads: readonly BytesRecord[], forms: readonly string[]): number[] {
  const parts = reads.map(({ data }) => Buffer.from(data, 'base64'));
  const whole = Buffer.concat(parts);
  const found = new Set<number>();
  for (const form of forms) {
    for (let at = whole.indexOf(form); at >= 0; at = whole.indexOf(form, at + 1)) found.add(recordAt(reads, parts, at));
  }
  return [...found].toSorted((a, b) => a - b);
}

function recordAt(reads: readonly BytesRecord[], parts: readonly Buffer[], at: number): number {
  let end = 0;
  for (const [index, part] of parts.entries()) {
    end += part.length;
    if (at < end) return reads[index]?.n ?? 0;
  }
  return 0;
}
