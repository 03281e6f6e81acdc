import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wireError } from './errors.ts';
import { WireError } from './wire-error.ts';
import { cutAt, cutEvery, joinBytes } from './test-support/fixture-bytes.ts';
import type { FrameBounds } from './frame-bounds.ts';
import { encodeCloseFrame, encodePingFrame, encodePongFrame, encodeTextFrame } from './frame-encoder.ts';
import { createFrameReader, type FrameSink } from './frame-reader.ts';
import { frameViolations } from './frame-violations.ts';
import { readFrames, readFrameVectors } from './test-support/frame-vectors.ts';
import { encodeClientFrame } from './testing.ts';

const quiet: FrameSink = { text: () => {}, ping: () => {}, pong: () => {}, close: () => {} };
const still = { now: () => 0 };

describe('vectors', () => {
  const vectors = readFrameVectors();
  test('[B3.2] there are vectors, and each violation has one', () => {
    expect(vectors.length).toBeGreaterThan(120);
    const violations = vectors.flatMap(({ outcome }) => outcome.flatMap((told) => ('violation' in told ? [told.violation] : [])));
    expect([...new Set(violations)].toSorted()).toEqual(Object.keys(frameViolations).toSorted());
  });

  test.each(vectors)('[B3.2, B3.3] $row: $name', ({ bytes, bounds, outcome }) => {
    expect(readFrames([bytes.slice()], bounds), 'whole').toEqual(outcome);
    for (const size of [1, 2, 3, 7, 1460]) {
      expect(readFrames(cutEvery(bytes, size), bounds), `in pieces of ${size}`).toEqual(outcome);
    }
    for (let at = 1; at < Math.min(bytes.length, 400); at += 1) {
      expect(readFrames(cutAt(bytes, [at]), bounds), `cut at ${at}`).toEqual(outcome);
    }
  });

  test.each(vectors.filter(({ decidedAtByte }) => decidedAtByte !== undefined))(
    '[B3.2] refused from its header, before the payload: $name',
    ({ bytes, bounds, outcome, decidedAtByte = 0 }) => {
      expect(readFrames([bytes.slice(0, decidedAtByte)], bounds)).toEqual(outcome);
      expect(readFrames([bytes.slice(0, decidedAtByte - 1)], bounds)).toEqual(outcome.slice(0, -1));
    },
  );
});

describe('violations', () => {
  test('[B3.2] close codes: 1002 protocol, 1003 binary, 1007 UTF-8, 1008 policy, 1009 bounds', () => {
    const codes = Object.entries(frameViolations).map(([code, { closeCode }]) => `${code} ${closeCode}`);
    expect(codes).toEqual([
      'reserved-bits 1002',
      'reserved-opcode 1002',
      'unmasked-frame 1002',
      'control-fragmented 1002',
      'control-too-long 1002',
      'unexpected-continuation 1002',
      'unfinished-message 1002',
      'non-minimal-length 1002',
      'length-top-bit 1002',
      'close-payload-truncated 1002',
      'close-code-invalid 1002',
      'close-reason-not-utf8 1007',
      'binary-message 1003',
      'text-not-utf8 1007',
      'frame-too-large 1009',
      'message-too-large 1009',
      'too-many-fragments 1009',
      'control-rate 1008',
      'data-rate 1008',
    ]);
  });

  test('[B3.2] every violation can be sent as a close frame', () => {
    for (const { closeCode, reason } of Object.values(frameViolations)) {
      expect(encodeCloseFrame(closeCode, reason).length).toBeLessThanOrEqual(127);
    }
  });

  test('[B3.2] a violation is final: the same answer to every later push, and nothing more is told', () => {
    const told: string[] = [];
    const reader = createFrameReader({ ...quiet, text: (text) => told.push(text) }, { clock: still });
    const bad = joinBytes([encodeClientFrame({ opcode: 1, payload: 'a' }), encodeClientFrame({ opcode: 3 })]);
    const violation = reader.push(bad);
    expect(violation).toEqual({ code: 'reserved-opcode', closeCode: 1002, reason: 'unknown opcode' });
    expect(reader.push(encodeClientFrame({ opcode: 1, payload: 'b' }))).toBe(violation);
    expect(told).toEqual(['a']);
  });
});

describe('rate', () => {
  const bounds = { controlFrames: { burst: 2, perSecond: 4 } };
  function pingsAt(times: readonly number[]): string[] {
    let now = 0;
    const reader = createFrameReader(quiet, { bounds, clock: { now: () => now } });
    return times.map((time) => {
      now = time;
      return reader.push(encodeClientFrame({ opcode: 9 }))?.code ?? 'within';
    });
  }
  test.each([
    ['the burst, then the rate', [0, 0, 250, 500, 750], 'within'],
    ['one too early', [0, 0, 249], 'control-rate'],
    ['a long rest forgives no more than the burst', [0, 0, 60_000, 60_000, 60_000], 'control-rate'],
    ['a rest forgives the burst', [0, 0, 60_000, 60_000], 'within'],
    ['a clock that goes back forgives nothing', [1000, 1000, 0], 'control-rate'],
    ['a clock that goes back takes nothing', [0, 1000, 500], 'within'],
  ])('[B3.3] %s', (_, times, last) => {
    const answers = pingsAt(times);
    expect(answers.slice(0, -1)).toEqual(answers.slice(0, -1).map(() => 'within'));
    expect(answers.at(-1)).toBe(last);
  });

  test('[B3.3] 10,000 unanswered pings end after the burst', () => {
    let pings = 0;
    const reader = createFrameReader({ ...quiet, ping: () => (pings += 1) }, { clock: still });
    const flood = joinBytes(Array.from({ length: 10_000 }, () => encodeClientFrame({ opcode: 9 })));
    expect(reader.push(flood)?.code).toBe('control-rate');
    expect(pings).toBe(64);
  });
});

describe('bounds', () => {
  test.each([
    [{ frameBytes: 0 }, 'frameBytes'],
    [{ messageBytes: 1.5 }, 'messageBytes'],
    [{ fragments: Number.NaN }, 'fragments'],
    [{ controlFrames: { burst: 0, perSecond: 1 } }, 'burst'],
    [{ dataFrames: { burst: 1, perSecond: -1 } }, 'perSecond'],
  ])('[B3.2] %j is refused', (bounds: Partial<FrameBounds>, name) => {
    expect(() => createFrameReader(quiet, { bounds, clock: still })).toThrow(
      new WireError('invalid-bounds', `bounds.${name} is no safe integer greater than 0`),
    );
  });
});

/** A message in frames that may cut code points, a ping behind each. */
function frames([content, places]: readonly [string, readonly number[]]): Uint8Array[] {
  const bytes = new TextEncoder().encode(content);
  const cuts = places.map((place) => Math.min(place, bytes.length)).toSorted((a, b) => a - b);
  const parts = cutAt(bytes, cuts);
  return parts.flatMap((payload, i) => [
    encodeClientFrame({ opcode: i === 0 ? 1 : 0, fin: i === parts.length - 1, payload }),
    encodeClientFrame({ opcode: 9, payload: String(i) }),
  ]);
}

describe('memory', () => {
  test('[B3.2] a length that is announced allocates nothing', () => {
    const bounds = { frameBytes: 1 << 26, messageBytes: 1 << 26 };
    const before = process.memoryUsage().arrayBuffers;
    const readers = Array.from({ length: 200 }, () => {
      const reader = createFrameReader(quiet, { bounds, clock: still });
      reader.push(encodeClientFrame({ opcode: 1, payload: 'a', announced: 1n << 26n }));
      return reader;
    });
    // 200 announcements of 64 MiB; what stands is a byte and a header each.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1 << 20);
    expect(readers).toHaveLength(200);
  });
});

describe('properties', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 300 });
  const message = fc.tuple(text, fc.array(fc.nat({ max: 300 }), { maxLength: 4 }));

  test('[B3.2] messages read back, however they are fragmented, interrupted and cut', () => {
    const bounds = { controlFrames: { burst: 1000, perSecond: 1 } };
    fc.assert(
      fc.property(fc.array(message, { maxLength: 6 }), fc.integer({ min: 1, max: 40 }), (messages, size) => {
        const told = readFrames(cutEvery(joinBytes(messages.flatMap(frames)), size), bounds);
        expect(told.flatMap((each) => ('text' in each ? [each.text] : []))).toEqual(messages.map(([content]) => content));
        expect(told.some((each) => 'violation' in each)).toBe(false);
      }),
    );
  });

  const anyFrame = fc
    .record({
      opcode: fc.constantFrom(0, 0, 1, 1, 2, 3, 8, 9, 10, 11),
      payload: fc.uint8Array({ maxLength: 140 }),
      fin: fc.boolean(),
      rsv: fc.constantFrom(0, 0, 0, 0, 0, 4),
      masked: fc.constantFrom(true, true, true, true, false),
    })
    .map(encodeClientFrame);
  const anyBytes = fc.oneof(fc.uint8Array({ maxLength: 400 }), fc.array(anyFrame, { maxLength: 12 }).map(joinBytes));

  test('[B3.2, B3.6] any bytes: no throw, and every cut tells the same', () => {
    const bounds = { frameBytes: 100, messageBytes: 200, fragments: 5, controlFrames: { burst: 4, perSecond: 1 } };
    fc.assert(
      fc.property(anyBytes, fc.integer({ min: 1, max: 50 }), (bytes, size) => {
        expect(readFrames(cutEvery(bytes, size), bounds)).toEqual(readFrames([bytes.slice()], bounds));
      }),
      { numRuns: 3000 },
    );
  });

  test('[B3.2] no message that is told passes its bound', () => {
    const bounds = { frameBytes: 60, messageBytes: 100, fragments: 3 };
    fc.assert(
      fc.property(fc.array(message, { maxLength: 4 }), (messages) => {
        const told = readFrames([joinBytes(messages.flatMap(frames))], bounds);
        const sizes = told.map((each) => ('text' in each ? new TextEncoder().encode(each.text).length : 0));
        expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(100);
      }),
    );
  });
});

describe('server frames', () => {
  test.each([
    [0, '8100'],
    [125, '817d'],
    [126, '817e007e'],
    [65_535, '817effff'],
    [65_536, '817f0000000000010000'],
  ])('[B3.2] text of %d bytes: unmasked, FIN, shortest length', (length, head) => {
    const frame = encodeTextFrame('a'.repeat(length));
    expect(Buffer.from(frame.subarray(0, head.length / 2)).toString('hex')).toBe(head);
    expect(frame.length).toBe(head.length / 2 + length);
    expect(frame).toEqual(encodeTextFrame(new TextEncoder().encode('a'.repeat(length))));
  });
  test.each([
    [encodePingFrame(), '8900'],
    [encodePongFrame(Uint8Array.of(1, 2)), '8a020102'],
    [encodeCloseFrame(), '8800'],
    [encodeCloseFrame(1000), '880203e8'],
    [encodeCloseFrame(4999, 'é'), '88041387c3a9'],
  ])('[B3.3] control frame %#', (frame, hex) => {
    expect(Buffer.from(frame).toString('hex')).toBe(hex);
  });
  test.each([
    [() => encodePingFrame(new Uint8Array(126)), 'control-payload-too-long', '126 bytes'],
    [() => encodePongFrame(new Uint8Array(126)), 'control-payload-too-long', '126 bytes'],
    [() => encodeTextFrame('\ud800'), 'lone-surrogate', 'text message'],
    [() => encodeCloseFrame(1000, '\ud800'), 'lone-surrogate', 'close reason'],
    [() => encodeCloseFrame(1000, 'é'.repeat(62)), 'close-reason-too-long', '124 bytes'],
    [() => encodeCloseFrame(undefined, 'a'), 'close-reason-too-long', 'a reason without a code'],
    ...[0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65_536, 1000.5, Number.NaN, -1000].map(
      (code) => [() => encodeCloseFrame(code), 'invalid-close-code', `code ${code}`] as const,
    ),
  ] as const)('[B3.3] %s is %s: %s', (encode, code, what) => {
    expect(encode).toThrow(wireError(code, what));
  });
});
