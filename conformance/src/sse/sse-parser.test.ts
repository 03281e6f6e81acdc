import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EventStreamFault } from './event-stream-fault.ts';
import { createSseParser, type SseFrame, type SseParserBounds } from './sse-parser.ts';

type Piece = string | { readonly hex: string } | { readonly repeat: string; readonly times: number };

interface Vector {
  readonly name: string;
  readonly row: string;
  readonly input: readonly Piece[];
  readonly events: readonly { readonly event: string; readonly data: string; readonly id: string | null; readonly lastEventId: string }[];
  readonly lastEventId: string;
  readonly retry?: readonly number[];
  readonly positions?: readonly string[];
  readonly comments?: readonly string[];
  readonly bounds?: Partial<SseParserBounds>;
  readonly resumeFrom?: string;
  readonly error?: string;
}

const FILE = new URL('../../../fixtures/wire/sse.json', import.meta.url);
const { vectors } = JSON.parse(readFileSync(FILE, 'utf8')) as { readonly vectors: readonly Vector[] };

function bytesOf(pieces: readonly Piece[]): Buffer {
  return Buffer.concat(
    pieces.map((piece) => {
      if (typeof piece === 'string') return Buffer.from(piece);
      return 'hex' in piece ? Buffer.from(piece.hex, 'hex') : Buffer.from(piece.repeat.repeat(piece.times));
    }),
  );
}

/** What reconnecting clients do with `retry`; the kit never reconnects by itself, so its parser does not clamp. */
function clamped(milliseconds: number): number {
  return Math.min(Math.max(milliseconds, 100), 60_000);
}

function read(chunks: readonly Uint8Array[], { bounds = {}, resumeFrom = '' }: Pick<Vector, 'bounds' | 'resumeFrom'> = {}) {
  const frames: SseFrame[] = [];
  const retry: number[] = [];
  const positions: string[] = [];
  const comments: string[] = [];
  const parser = createSseParser(
    {
      frame: (frame) => frames.push(frame),
      retry: (milliseconds) => retry.push(clamped(milliseconds)),
      position: (id) => positions.push(id),
      comment: (text) => comments.push(text),
    },
    { bounds, lastEventId: resumeFrom },
  );
  let error: string | undefined;
  try {
    for (const chunk of chunks) parser.push(chunk);
  } catch (thrown) {
    error = thrown instanceof EventStreamFault ? `sse-${thrown.code}` : String(thrown);
  }
  return { frames, retry, positions, comments, error, lastEventId: parser.lastEventId, pending: parser.pendingBytes() };
}

function outcome(chunks: readonly Uint8Array[], vector: Vector): object {
  const { frames, comments, pending: _, ...rest } = read(chunks, vector);
  const events = frames.map(({ event, data, id, lastEventId }) => ({ event, data, id, lastEventId }));
  return { events, ...rest, ...(vector.comments === undefined ? {} : { comments }) };
}

describe('vectors', () => {
  test('[K6] there are vectors', () => {
    expect(vectors.length).toBeGreaterThan(100);
  });

  test.each(vectors)('[B2.1, K5, K6] $row: $name, whole, byte at a time and cut anywhere', (vector) => {
    const bytes = bytesOf(vector.input);
    const expected = {
      events: vector.events,
      retry: vector.retry ?? [],
      positions: vector.positions ?? [],
      error: vector.error,
      lastEventId: vector.lastEventId,
      ...(vector.comments === undefined ? {} : { comments: vector.comments }),
    };
    expect(outcome([bytes], vector), 'whole').toEqual(expected);
    expect(
      outcome(
        [...bytes].map((byte) => Uint8Array.of(byte)),
        vector,
      ),
      'byte at a time',
    ).toEqual(expected);
    for (let at = 1; at < bytes.length; at += 1) {
      expect(outcome([bytes.subarray(0, at), bytes.subarray(at)], vector), `cut at ${at}`).toEqual(expected);
    }
  });
});

describe('bytes', () => {
  const blocks = fc.array(
    fc.tuple(
      fc.constantFrom('data: a', 'id: 1', 'event: é', ': c', 'data:', 'x'),
      fc.constantFrom('\n', '\r\n', '\r', '\n\n', '\r\n\r\n', '\r\r', '\r\n\n'),
    ),
    { maxLength: 20 },
  );

  test('[K5] the blocks and what is pending are the stream, byte for byte, in any chunking', () => {
    fc.assert(
      fc.property(blocks, fc.integer({ min: 1, max: 7 }), (lines, size) => {
        const bytes = Buffer.from(lines.flat().join(''));
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
        const { frames, pending } = read(chunks);
        const whole = read([bytes]);
        expect(frames).toEqual(whole.frames);
        for (const { start, end, data, event, id } of frames) {
          const again = read([bytes.subarray(start, end)]).frames;
          expect(again.map((frame) => [frame.event, frame.data, frame.id])).toEqual([[event, data, id]]);
        }
        const last = frames.at(-1);
        expect(pending).toBeLessThanOrEqual(bytes.length - (last?.end ?? 0));
        expect(read([bytes.subarray(bytes.length - pending)]).frames).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});
