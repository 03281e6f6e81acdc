import { createParser } from 'eventsource-parser';
import { expect, test } from 'vitest';
import { storedTable } from './test-support/evidence-table.ts';
import { cutAt, cutEvery } from './test-support/fixture-bytes.ts';
import { readSseVectors, type SseOutcome, type SseReader, type SseVector } from './test-support/sse-vectors.ts';

/** eventsource-parser 4.1.3 with the glue that its README leaves to the caller: a streaming decoder, the persistent id, its one bound. */
const read: SseReader = (chunks, { bounds, resumeFrom }) => {
  const events: SseOutcome['events'][number][] = [];
  const retry: number[] = [];
  const positions: string[] = [];
  const comments: string[] = [];
  let lastEventId = resumeFrom;
  let error: string | undefined;
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const maxBufferSize = bounds.lineBytes;
  const parser = createParser({
    onId: (id) => {
      lastEventId = id;
    },
    onEvent: ({ event = 'message', data, id = null }) => events.push({ event, data, id, lastEventId }),
    onRetry: (milliseconds) => retry.push(milliseconds),
    onComment: (text) => comments.push(text),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') error = type;
    },
    ...(maxBufferSize === undefined ? {} : { maxBufferSize }),
  });
  try {
    for (const chunk of chunks) parser.feed(decoder.decode(chunk, { stream: true }));
  } catch {
    // A feed after the overflow throws; onError has told.
  }
  return { events, retry, positions, comments, lastEventId, error };
};

function same(seen: unknown, wanted: unknown): boolean {
  return JSON.stringify(seen) === JSON.stringify(wanted);
}

/** Its overflow has another name, and it does not tell a silent commit: neither counts against it. */
function agrees(outcome: SseOutcome, { expected }: SseVector): boolean {
  return (
    same(outcome.events, expected.events) &&
    same(outcome.retry, expected.retry) &&
    outcome.lastEventId === expected.lastEventId &&
    (outcome.error === undefined) === (expected.error === undefined)
  );
}

function verdict(vector: SseVector): string {
  if (!agrees(read([vector.bytes], vector), vector)) return 'fails';
  if (!agrees(read(cutEvery(vector.bytes, 1), vector), vector)) return 'fails byte at a time';
  for (let at = 1; at < vector.bytes.length; at += 1) {
    if (!agrees(read(cutAt(vector.bytes, [at]), vector), vector)) return `fails cut at ${at}`;
  }
  return 'passes';
}

test('[B2.1] the table of what eventsource-parser does with each vector is current', () => {
  const rows = new Map<string, { passed: number; failed: string[] }>();
  for (const vector of readSseVectors()) {
    const row = rows.get(vector.row) ?? { passed: 0, failed: [] };
    rows.set(vector.row, row);
    const found = verdict(vector);
    if (found === 'passes') row.passed += 1;
    else row.failed.push(`${vector.name} (${found})`);
  }
  const lines = [...rows].map(([row, { passed, failed }]) => `| ${row} | ${passed} | ${failed.length} | ${failed.join('; ') || '-'} |\n`);
  const table = `| row of B2.1 | passed | failed | which |\n|---|---|---|---|\n${lines.join('')}`;
  expect(table).toBe(storedTable('sse-parsers.md', 'vectors', table));
});
