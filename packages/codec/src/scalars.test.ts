import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { base64UrlToBytes, bytesToBase64Url, isBase64Url } from './base64url.ts';
import { DecodeError } from './decode-error.ts';
import { int64FromString, int64ToString, isInt64, isUint64, uint64FromString, uint64ToString } from './integers.ts';
import { bytesToSha256, isSha256, sha256ToBytes } from './sha256.ts';
import { dateToTimestamp, isTimestamp, timestampToDate } from './timestamp.ts';

interface Vectors {
  readonly scalar: string;
  readonly valid: readonly string[];
  readonly malformed: readonly string[];
  readonly outOfRange?: readonly string[];
}

const { scalars } = JSON.parse(readFileSync(fileURLToPath(new URL('../../../fixtures/codec/scalars.json', import.meta.url)), 'utf8')) as {
  readonly scalars: readonly Vectors[];
};

const CODECS: Readonly<Record<string, { readonly is: (text: string) => boolean; readonly roundTrip: (text: string) => string }>> = {
  Uint64: { is: isUint64, roundTrip: (text) => uint64ToString(uint64FromString(text)) },
  Int64: { is: isInt64, roundTrip: (text) => int64ToString(int64FromString(text)) },
  Base64Url: { is: isBase64Url, roundTrip: (text) => bytesToBase64Url(base64UrlToBytes(text)) },
  Sha256: { is: isSha256, roundTrip: (text) => bytesToSha256(sha256ToBytes(text)) },
  Timestamp: { is: isTimestamp, roundTrip: (text) => dateToTimestamp(timestampToDate(text)) },
};

function codeOf(work: () => unknown): string {
  try {
    work();
    return 'accepted';
  } catch (error) {
    return error instanceof DecodeError ? error.code : 'no DecodeError';
  }
}

describe.each(scalars)('$scalar', ({ scalar, valid, malformed, outOfRange = [] }) => {
  const codec = CODECS[scalar];
  if (codec === undefined) throw new Error(`no codec for ${scalar}`);

  test('[C1.4] valid texts survive the way there and back', () => {
    expect(valid.map((text) => [text, codec.is(text), codec.roundTrip(text)])).toEqual(valid.map((text) => [text, true, text]));
  });

  test('[C1.4, C1.6] any other form is malformed-identity', () => {
    expect(malformed.map((text) => [text, codec.is(text), codeOf(() => codec.roundTrip(text))])).toEqual(
      malformed.map((text) => [text, false, 'malformed-identity']),
    );
  });

  test('[C1.4, C1.6] the right form beyond the range is out-of-range', () => {
    expect(outOfRange.map((text) => [text, codec.is(text), codeOf(() => codec.roundTrip(text))])).toEqual(
      outOfRange.map((text) => [text, false, 'out-of-range']),
    );
  });
});

describe('every value', () => {
  test('[C1.4] of 64 unsigned bits has one text', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 64n - 1n), (value) => {
        expect(uint64FromString(uint64ToString(value))).toBe(value);
      }),
    );
    for (const value of [-1n, 2n ** 64n]) expect(codeOf(() => uint64ToString(value))).toBe('out-of-range');
  });

  test('[C1.4] of 64 signed bits has one text', () => {
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), (value) => {
        expect(int64FromString(int64ToString(value))).toBe(value);
      }),
    );
    for (const value of [-(2n ** 63n) - 1n, 2n ** 63n]) expect(codeOf(() => int64ToString(value))).toBe('out-of-range');
  });

  test('[C1.4] of bytes has one text, the one that Buffer writes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const text = bytesToBase64Url(bytes);
        expect(text).toBe(Buffer.from(bytes).toString('base64url'));
        expect(base64UrlToBytes(text)).toEqual(bytes);
      }),
    );
  });

  test('[C1.4] a text that Buffer would read as the same bytes is refused unless it is the canonical one', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('AQgwzZ09-_+/=')), maxLength: 9 }), (text) => {
        expect(isBase64Url(text)).toBe(Buffer.from(text, 'base64url').toString('base64url') === text);
      }),
    );
  });

  test('[C1.4] of 32 bytes has one digest text; of another length none', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        expect(sha256ToBytes(bytesToSha256(bytes))).toEqual(bytes);
      }),
    );
    expect(codeOf(() => bytesToSha256(new Uint8Array(31)))).toBe('malformed-identity');
  });

  test('[C1.4] a text is a timestamp exactly where Date writes it so', () => {
    const digit = fc.constantFrom(...Array.from('0123456789'));
    const near = fc
      .tuple(
        fc.date({ noInvalidDate: true, min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z') }),
        fc.nat(22),
        digit,
      )
      .map(([date, at, put]) => date.toISOString().slice(0, at) + put + date.toISOString().slice(at + 1));
    fc.assert(
      fc.property(near, (text) => {
        const date = new Date(text);
        expect(isTimestamp(text)).toBe(!Number.isNaN(date.getTime()) && date.toISOString() === text);
      }),
      { numRuns: 1000 },
    );
  });

  test('[C1.4] a date beyond the years of the form is refused', () => {
    for (const date of [new Date(Number.NaN), new Date('+010000-01-01T00:00:00Z'), new Date('-000001-12-31T00:00:00Z')]) {
      expect(codeOf(() => dateToTimestamp(date))).toBe('out-of-range');
    }
  });
});
