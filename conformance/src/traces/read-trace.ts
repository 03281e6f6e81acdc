import { createHash } from 'node:crypto';
import { TraceFault } from './trace-fault.ts';
import { isTraceFooter, isTraceHeader, isTraceRecord } from './trace-schema.ts';
import { TRACE_FORMAT, type BytesRecord, type Trace, type TraceFooter, type TraceHeader, type TraceRecord } from './trace.ts';

/** Bytes of a whole trace, and of one line without its break. */
export interface TraceBounds {
  readonly traceBytes: number;
  readonly lineBytes: number;
}

export const DEFAULT_TRACE_BOUNDS: TraceBounds = { traceBytes: 268_435_456, lineBytes: 4_194_304 };

const LF = 10;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Reads a trace. A trace without its footer comes back as incomplete: its last line may be cut, and is dropped where it is.
 *
 * @throws TraceFault for anything else that the writer would not have written
 */
export function readTrace(bytes: Uint8Array, bounds: TraceBounds = DEFAULT_TRACE_BOUNDS): Trace {
  if (bytes.length > bounds.traceBytes) throw new TraceFault('too-large', 1, `${bytes.length} bytes`);
  const reading = new Reading(bytes, bounds);
  return reading.whole();
}

class Reading {
  readonly #bytes: Uint8Array;
  readonly #bounds: TraceBounds;
  readonly #records: TraceRecord[] = [];
  #line = 0;
  #at = 0;

  constructor(bytes: Uint8Array, bounds: TraceBounds) {
    this.#bytes = bytes;
    this.#bounds = bounds;
  }

  whole(): Trace {
    const header = this.#header();
    for (;;) {
      const start = this.#at;
      const value = this.#next();
      if (value === null) return { header, records: this.#records, complete: false };
      if (value['kind'] === 'footer') {
        this.#footer(value, start);
        return { header, records: this.#records, complete: true };
      }
      this.#records.push(this.#record(value));
    }
  }

  #header(): TraceHeader {
    const value = this.#next();
    if (value === null) throw new TraceFault('unknown-format', 1, 'no line is complete');
    if (value['trace'] !== TRACE_FORMAT) throw new TraceFault('unknown-format', 1);
    if (!isTraceHeader(value)) throw new TraceFault('bad-header', 1);
    return value as unknown as TraceHeader;
  }

  #record(value: Readonly<Record<string, unknown>>): TraceRecord {
    if (!isTraceRecord(value)) throw new TraceFault('bad-record', this.#line);
    const record = value as unknown as TraceRecord;
    const last = this.#records.at(-1);
    if (record.n !== (last?.n ?? 0) + 1) throw new TraceFault('bad-number', this.#line, `it is numbered ${record.n}`);
    if (record.t < (last?.t ?? 0)) throw new TraceFault('time-runs-back', this.#line);
    if (record.kind === 'bytes' && !hasSoundBytes(record)) throw new TraceFault('bad-bytes', this.#line);
    return record;
  }

  #footer(value: Readonly<Record<string, unknown>>, start: number): void {
    if (!isTraceFooter(value)) throw new TraceFault('bad-footer', this.#line);
    const footer = value as unknown as TraceFooter;
    if (footer.records !== this.#records.length) {
      throw new TraceFault('count-mismatch', this.#line, `${footer.records} for ${this.#records.length}`);
    }
    const digest = createHash('sha256').update(this.#bytes.subarray(0, start)).digest('hex');
    if (footer.sha256 !== digest) throw new TraceFault('digest-mismatch', this.#line);
    if (this.#at !== this.#bytes.length) throw new TraceFault('after-footer', this.#line + 1);
  }

  /** The next line that has its line break; null when there is none. */
  #next(): Readonly<Record<string, unknown>> | null {
    this.#line += 1;
    const end = this.#bytes.indexOf(LF, this.#at);
    const length = (end < 0 ? this.#bytes.length : end) - this.#at;
    if (length > this.#bounds.lineBytes) throw new TraceFault('line-too-long', this.#line, `${length} bytes`);
    if (end < 0) return null;
    const line = this.#bytes.subarray(this.#at, end);
    this.#at = end + 1;
    return parse(line, this.#line);
  }
}

function parse(line: Uint8Array, number: number): Readonly<Record<string, unknown>> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line);
  } catch {
    throw new TraceFault('not-text', number);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new TraceFault('not-json', number);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TraceFault('not-json', number);
  return value as Readonly<Record<string, unknown>>;
}

function hasSoundBytes({ data, redacted = [] }: BytesRecord): boolean {
  if (!BASE64.test(data)) return false;
  const size = Buffer.byteLength(data, 'base64');
  let from = 0;
  for (const { offset, length } of redacted) {
    if (offset < from || offset + length > size) return false;
    from = offset + length;
  }
  return true;
}
