import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { base64UrlToBytes, bytesToBase64Url, bytesToHex, hexToBytes, textToBytes } from './bytes.ts';
import { CanonicalError } from './errors.ts';
import { sha256, sha256Hex } from './sha256.ts';

describe('hex', () => {
  test('round trip, as Node writes it', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(bytesToHex(bytes)).toBe(Buffer.from(bytes).toString('hex'));
        expect(hexToBytes(bytesToHex(bytes))).toEqual(bytes);
      }),
    );
  });
  test.each(['a', '0G', 'AB', ' 0', '0x', 'é0', '00\n', '０0'])('%j is refused', (text) => {
    expect(() => hexToBytes(text)).toThrow(new CanonicalError('malformed-hex', ''));
  });
});

describe('base64url', () => {
  test('round trip, as Node writes it', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(bytesToBase64Url(bytes)).toBe(Buffer.from(bytes).toString('base64url'));
        expect(base64UrlToBytes(bytesToBase64Url(bytes))).toEqual(bytes);
      }),
    );
  });
  test('whatever is accepted is the one spelling of its bytes', () => {
    const text = fc.string({ unit: fc.constantFrom('A', 'Q', 'g', 'w', 'B', '-', '_', '='), maxLength: 9 });
    fc.assert(
      fc.property(text, (spelling) => {
        let answer: Uint8Array | string;
        try {
          answer = base64UrlToBytes(spelling);
        } catch (error) {
          answer = (error as CanonicalError).code;
        }
        const canonical = Buffer.from(spelling, 'base64url').toString('base64url') === spelling;
        expect(answer).toEqual(canonical ? new Uint8Array(Buffer.from(spelling, 'base64url')) : 'malformed-base64url');
      }),
      { numRuns: 2000 },
    );
  });
  test.each(['A', 'AAAAA', 'AB', 'AAB', 'AA==', 'AA+A', 'AA/A', 'A A', 'AAé', 'AA\n', '😀'])('%j is refused', (text) => {
    expect(() => base64UrlToBytes(text)).toThrow(new CanonicalError('malformed-base64url', ''));
  });
});

describe('SHA-256', () => {
  test.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ])('FIPS 180-4 vector %#', (text, hex) => {
    expect(sha256Hex(text)).toBe(hex);
  });
  test('as Node has it, for bytes and for text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.string({ unit: 'grapheme' }), (bytes, text) => {
        expect(Buffer.from(sha256(bytes))).toEqual(createHash('sha256').update(bytes).digest());
        expect(sha256Hex(text)).toBe(createHash('sha256').update(text).digest('hex'));
      }),
    );
  });
  test('a lone surrogate has no hash', () => {
    expect(() => sha256Hex('\ud800')).toThrow(new CanonicalError('lone-surrogate', ''));
    expect(() => textToBytes('a\udc00')).toThrow(new CanonicalError('lone-surrogate', ''));
  });
});
