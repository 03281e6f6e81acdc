import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WireError } from './wire-error.ts';
import { bytesFromPieces, cutAt, cutEvery, joinBytes } from './test-support/fixture-bytes.ts';
import { encodeSseComment, encodeSseEvent, encodeSseRetry } from './sse-encoder.ts';
import { createSseParser, type SseBounds, type SseEvent } from './sse-parser.ts';
import { readSseVectors, storedEvent, type SseOutcome, type SseReader } from './test-support/sse-vectors.ts';

const read: SseReader = (chunks, { bounds, resumeFrom }) => {
  const outcome = {
    events: [] as SseOutcome['events'][number][],
    retry: [] as number[],
    positions: [] as string[],
    comments: [] as string[],
  };
  const parser = createSseParser(
    {
      event: (event) => outcome.events.push(storedEvent(event)),
      retry: (milliseconds) => outcome.retry.push(milliseconds),
      position: (id) => outcome.positions.push(id),
      comment: (text) => outcome.comments.push(text),
    },
    { bounds, lastEventId: resumeFrom },
  );
  let error: string | undefined;
  try {
    for (const chunk of chunks) parser.push(chunk);
  } catch (thrown) {
    error = (thrown as WireError).code;
  }
  return { ...outcome, lastEventId: parser.lastEventId, error };
};

const unbounded = { bounds: {}, resumeFrom: '' };
const encoder = new TextEncoder();

/** At a fault the same events have come, whatever the cut; a comment in the same chunk may not have. */
function comparable(outcome: SseOutcome, comments: readonly string[] | undefined): object {
  return comments === undefined ? { ...outcome, comments: undefined } : outcome;
}

describe('vectors', () => {
  const vectors = readSseVectors();
  test('[B2.1] there are vectors', () => {
    expect(vectors.length).toBeGreaterThan(100);
  });
  test.each(vectors)('[B2.1] $row: $name', (vector) => {
    const expected = vector.expected;
    expect(comparable(read([vector.bytes], vector), expected.comments), 'whole').toEqual(expected);
    expect(comparable(read(cutEvery(vector.bytes, 1), vector), expected.comments), 'byte at a time').toEqual(expected);
    for (let at = 1; at < vector.bytes.length; at += 1) {
      const outcome = read(cutAt(vector.bytes, [at]), vector);
      expect(comparable(outcome, expected.comments), `cut at ${at}`).toEqual(expected);
    }
  });
  test.each(vectors.filter(({ bytes }) => bytes.length < 60))('[B2.1] every three-way cut: $row: $name', (vector) => {
    for (let first = 1; first < vector.bytes.length; first += 1) {
      for (let second = first; second < vector.bytes.length; second += 1) {
        const outcome = read(cutAt(vector.bytes, [first, second]), vector);
        expect(comparable(outcome, vector.expected.comments), `cut at ${first} and ${second}`).toEqual(vector.expected);
      }
    }
  });
  test.each(vectors)('[B2.1] through pieces that are decoded apart: $row: $name', (vector) => {
    // Behind the padding a BOM is no longer a leading one.
    const leadingBom = vector.row === 'bom' && vector.bytes[0] === 0xef;
    for (const comment of [':\n', ':é\n', ':\r']) {
      const padding = encoder.encode(comment.repeat(leadingBom ? 0 : 6000));
      expect(comparable(read([joinBytes([padding, vector.bytes])], vector), undefined)).toEqual({
        ...vector.expected,
        comments: undefined,
      });
    }
  });
});

test.each(['\n', '\r', '\r\n'])('[B2.1] a block longer than the pieces that are decoded apart, with line breaks %j', (lineBreak) => {
  const lines = Array.from({ length: 4000 }, (_, i) => 'x'.repeat(i % 23) + (i % 1000 === 999 ? 'é' : ''));
  const bytes = encoder.encode(lines.map((line) => `data:${line}${lineBreak}`).join('') + lineBreak);
  const outcome = read([bytes], unbounded);
  expect(outcome.events.map(({ data }) => data === lines.join('\n'))).toEqual([true]);
});

describe('properties', () => {
  const field = fc.constantFrom('data', 'event', 'id', 'retry', '', 'x', 'Data', '\ufeffdata');
  const value = fc.constantFrom('', 'a', ' a', '12', '0', '\0', 'é→😀', '\ufeff', ':', '\u2028');
  const line = fc.oneof(
    fc.tuple(field, value).map(([name, text]) => `${name}:${text}`),
    field,
    fc.constant(''),
  );
  const stream = fc
    .array(fc.tuple(line, fc.constantFrom('\n', '\r', '\r\n')), { maxLength: 30 })
    .map((lines) => encoder.encode(lines.flat().join('')));
  const noise = fc.oneof(stream, fc.uint8Array({ maxLength: 200 }));
  const bounds = fc.constantFrom({}, { lineBytes: 8, eventBytes: 48, lineOverheadBytes: 8 });

  test('[B2.1] any chunking reads as the unsplit stream', () => {
    fc.assert(
      fc.property(noise, bounds, fc.array(fc.nat({ max: 200 })), (bytes, limits, places) => {
        const vector = { bounds: limits, resumeFrom: '' };
        const cuts = places.map((place) => Math.min(place, bytes.length)).toSorted((a, b) => a - b);
        expect(read(cutAt(bytes, cuts), vector)).toEqual(read([bytes], vector));
      }),
      { numRuns: 3000 },
    );
  });

  test('[B1.1, B2.1] what is encoded reads back, between heartbeats, in any chunking', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => !/[\0\r\n]/.test(text));
    const block = fc.record(
      { event: name, id: fc.oneof(name, fc.constant('')), data: fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\r', '')) },
      { requiredKeys: ['data'] },
    );
    fc.assert(
      fc.property(fc.array(block), fc.integer({ min: 1, max: 50 }), (blocks, size) => {
        const parts = blocks.flatMap((each) => [encodeSseEvent(each), encodeSseComment('x'), encodeSseRetry(250)]);
        const bytes = bytesFromPieces(parts.map((part) => ({ hex: [...part].map((b) => b.toString(16).padStart(2, '0')).join('') })));
        const outcome = read(cutEvery(bytes, size), unbounded);
        let last = '';
        const expected = blocks.map(({ event = 'message', id = null, data }) => {
          last = id ?? last;
          return { event, data, id, lastEventId: last };
        });
        expect(outcome.events).toEqual(expected);
        expect(outcome.retry).toEqual(blocks.map(() => 250));
        expect(outcome.error).toBeUndefined();
      }),
    );
  });

  test('[B2.1] decodes as the platform’s own streaming decoder does', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), fc.integer({ min: 1, max: 9 }), (bytes, size) => {
        const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).replace(/\r\n?/g, '\n');
        const framed = bytesFromPieces(['data:x', { hex: [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('') }]);
        const [first = ''] = `x${text}`.split('\n');
        const outcome = read([...cutEvery(framed, size), encoder.encode('\n\n')], unbounded);
        expect(outcome.events[0]?.data.split('\n')[0]).toBe(first);
      }),
      { numRuns: 2000 },
    );
  });
});

function failure(bounds: Partial<SseBounds>, chunks: Iterable<Uint8Array>): { error: unknown; pushed: number } {
  const parser = createSseParser({ event: () => {} }, { bounds });
  let pushed = 0;
  try {
    for (const chunk of chunks) {
      parser.push(chunk);
      pushed += chunk.length;
    }
  } catch (error) {
    return { error, pushed };
  }
  return { error: undefined, pushed };
}

function* endless(text: string): Generator<Uint8Array> {
  // Not without end: a parser that has lost its bound must fail the test, not hang it.
  for (let i = 0; i < 5000; i += 1) yield encoder.encode(text.repeat(64));
}

describe('bounds', () => {
  test('[B2.1] 100,000 empty data lines pass the event bound by their charge', () => {
    const { error } = failure({ eventBytes: 1_000_000, lineOverheadBytes: 32 }, [encoder.encode('data:\n'.repeat(100_000))]);
    expect(error).toMatchObject({ code: 'sse-event-too-large' });
  });

  test.each(['x', ':', 'data', 'data: x', ': x', 'é'])('[B2.1] an endless line of %j ends at the line bound', (text) => {
    const { error, pushed } = failure({ lineBytes: 10_000 }, endless(text));
    expect(error).toMatchObject({ code: 'sse-line-too-long' });
    expect(pushed).toBeLessThanOrEqual(10_000);
  });

  test.each(['data\n', 'data:\r', 'data: x\r\n'])('[B2.1] an endless block of %j ends at the event bound', (line) => {
    const { error, pushed } = failure({ eventBytes: 50_000 }, endless(line));
    expect(error).toMatchObject({ code: 'sse-event-too-large' });
    expect(pushed).toBeLessThanOrEqual(50_000);
  });

  test('[B2.1] after an overflow every push throws the same error and no event follows', () => {
    const seen: SseEvent[] = [];
    const parser = createSseParser({ event: (event) => seen.push(event) }, { bounds: { lineBytes: 16 } });
    const push = (text: string) => () => parser.push(encoder.encode(text));
    push('id: 1\ndata: a\n\n')();
    const message = 'sse-line-too-long: a line passed bounds.lineBytes';
    expect(push(`id: 2\ndata: ${'b'.repeat(20)}\n\ndata: c\n\n`)).toThrow(
      new WireError('sse-line-too-long', 'a line passed bounds.lineBytes'),
    );
    expect(push('data: d\n\n')).toThrow(message);
    expect(seen.map(({ data }) => data)).toEqual(['a']);
    expect(parser.lastEventId).toBe('1');
  });

  test('[B2.1] a throwing sink ends the parser', () => {
    const fault = new Error('sink');
    const parser = createSseParser({
      event: () => {
        throw fault;
      },
    });
    expect(() => parser.push(encoder.encode('data: a\n\n'))).toThrow(fault);
    expect(() => parser.push(encoder.encode('data: b\n\n'))).toThrow(fault);
  });

  test.each([
    ['lineBytes', 0],
    ['eventBytes', -1],
    ['lineOverheadBytes', 1.5],
    ['retryMinMs', Number.NaN],
    ['retryMaxMs', Number.POSITIVE_INFINITY],
  ])('[B2.1] bounds.%s = %d is refused', (name, value) => {
    expect(() => createSseParser({ event: () => {} }, { bounds: { [name]: value } })).toThrow(
      new WireError('invalid-bounds', `bounds.${name} is no safe integer greater than 0`),
    );
  });

  test('[B2.1] the work is linear in the bytes when a line comes one byte at a time', () => {
    // 1 MiB in single bytes: with a copy of the line for each of them this would be 512 GiB of copying.
    const parser = createSseParser({ event: () => {} }, { bounds: { lineBytes: 1 << 20 } });
    const byte = encoder.encode('x');
    for (let i = 0; i < 1 << 20; i += 1) parser.push(byte);
    expect(() => parser.push(byte)).toThrow(new WireError('sse-line-too-long', 'a line passed bounds.lineBytes'));
  });
});

describe('position', () => {
  test('[B2.1] moves at the blank line and not before', () => {
    const parser = createSseParser({ event: () => {} });
    const positions = ['id: 1\n', 'data: a\n', '\n', 'id: 2\ndata: b', '\n', '\n', 'id:\n', '\n'].map((text) => {
      parser.push(encoder.encode(text));
      return parser.lastEventId;
    });
    expect(positions).toEqual(['', '', '1', '1', '1', '2', '2', '']);
  });
  test('[B2.1] has moved when the sink sees the event', () => {
    const seen: string[] = [];
    const parser = createSseParser({ event: () => seen.push(parser.lastEventId) });
    parser.push(encoder.encode('id: 1\ndata: a\n\nid: 2\ndata: b\n\n'));
    expect(seen).toEqual(['1', '2']);
  });
});
