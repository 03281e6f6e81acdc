import { DecodeError } from '@tidemark/codec';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadModule, representationOf } from './testing/load-decoders.ts';
import { samples } from './testing/samples.ts';

type Source = Readonly<Record<string, unknown>>;

const module = loadModule(samples['binary'] ?? representationOf([])) as {
  readonly encodeSourceBinary: (value: Source) => Uint8Array;
  readonly decodeSourceBinary: (bytes: Uint8Array) => Source;
};

const source = {
  revision: 258,
  realm: '18446744073709551615',
  size: 0xffff_fffe,
  digest: `sha256:${'0123456789abcdef'.repeat(4)}`,
  nonce: 'AQIDBA',
  publication: 2,
};

function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof DecodeError) return `${error.code} ${error.path}`;
    throw error;
  }
  return 'accepted';
}

function bytesWith(at: number, ...bytes: number[]): Uint8Array {
  const all = module.encodeSourceBinary(source);
  all.set(bytes, at);
  return all;
}

describe('binary layouts', () => {
  test('[C1.4, R4.6] fields lie in order, little-endian, without padding', () => {
    const hex = Buffer.from(module.encodeSourceBinary(source)).toString('hex');
    expect(hex).toBe(['0201000000000000', 'ffffffffffffffff', 'feffffff', '0123456789abcdef'.repeat(4), '01020304', '02'].join(''));
  });

  test('[C1.4, R4.6] every value survives the way there and back, from the middle of a buffer too', () => {
    const value = fc.record({
      revision: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
      realm: fc.bigInt(0n, 2n ** 64n - 1n).map(String),
      size: fc.nat(0xffff_ffff),
      digest: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => `sha256:${Buffer.from(bytes).toString('hex')}`),
      nonce: fc.uint8Array({ minLength: 4, maxLength: 4 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
      publication: fc.constantFrom(1, 2),
    });
    fc.assert(
      fc.property(value, (struct) => {
        const bytes = module.encodeSourceBinary(struct);
        expect(module.decodeSourceBinary(bytes)).toEqual(struct);
        const shifted = new Uint8Array(bytes.length + 9);
        shifted.set(bytes, 5);
        expect(module.decodeSourceBinary(shifted.subarray(5, 5 + bytes.length))).toEqual(struct);
      }),
    );
  });

  test.each([
    ['one byte less', (): Uint8Array => module.encodeSourceBinary(source).subarray(1), 'too-few-bytes '],
    ['one byte more', (): Uint8Array => new Uint8Array(58), 'too-many-bytes '],
    ['no bytes', (): Uint8Array => new Uint8Array(), 'too-few-bytes '],
    ['another publication byte', (): Uint8Array => bytesWith(56, 3), 'unknown-value /publication'],
    ['no publication byte', (): Uint8Array => bytesWith(56, 0), 'unknown-value /publication'],
    ['a safe integer beyond 2^53-1', (): Uint8Array => bytesWith(0, 0, 0, 0, 0, 0, 0, 0x20, 0), 'out-of-range /revision'],
    ['the largest safe integer', (): Uint8Array => bytesWith(0, 255, 255, 255, 255, 255, 255, 0x1f, 0), 'accepted'],
  ])('[C1.6, R4.6] decoding: %s', (_, bytes, expected) => {
    expect(refusal(() => module.decodeSourceBinary(bytes()))).toBe(expected);
  });

  test.each([
    [{ revision: -1 }, 'out-of-range /revision'],
    [{ revision: 2 ** 53 }, 'out-of-range /revision'],
    [{ realm: '18446744073709551616' }, 'out-of-range /realm'],
    [{ realm: '-1' }, 'malformed-identity /realm'],
    [{ size: 2 ** 32 }, 'out-of-range /size'],
    [{ digest: `sha256:${'0'.repeat(63)}` }, 'malformed-identity /digest'],
    [{ nonce: 'AQID' }, 'malformed-identity /nonce'],
    [{ nonce: 'AQIDBB' }, 'malformed-identity /nonce'],
    [{ publication: 3 }, 'unknown-value /publication'],
    [{ publication: undefined }, 'missing-field /publication'],
    [{ more: 1 }, 'unknown-field /more'],
  ])('[C1.6, R4.6] encoding %j: %s', (change, expected) => {
    expect(refusal(() => module.encodeSourceBinary({ ...source, ...change }))).toBe(expected);
  });
});
