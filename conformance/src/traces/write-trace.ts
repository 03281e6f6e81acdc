import { createHash } from 'node:crypto';
import type { TraceHeader, TraceRecord, Unnumbered } from './trace.ts';

/** Takes each line with its line break, in order. */
export type LineSink = (line: string) => void;

export interface TraceWriter {
  /** Numbers the record and writes it. */
  record(record: Unnumbered<TraceRecord>): void;
  /** Writes the footer; nothing may follow. */
  finish(): void;
}

/** Writes a trace a line at a time. What stops before `finish` is a truncated trace, and reads as one. */
export function createTraceWriter(header: TraceHeader, sink: LineSink): TraceWriter {
  const digest = createHash('sha256');
  let records = 0;
  let finished = false;
  const write = (line: object): void => {
    if (finished) throw new Error('kit: a trace was written on behind its footer');
    const text = `${JSON.stringify(line)}\n`;
    digest.update(text);
    sink(text);
  };
  write(header);
  return {
    record(record) {
      const { t, ...rest } = record;
      records += 1;
      write({ n: records, t: Math.round(t * 1000) / 1000, ...rest });
    },
    finish() {
      const sha256 = digest.copy().digest('hex');
      write({ kind: 'footer', records, sha256 });
      finished = true;
    },
  };
}
