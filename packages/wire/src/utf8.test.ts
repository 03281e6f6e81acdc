import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { advanceUtf8, utf8Invalid, utf8Start } from './utf8.ts';

const strict = new TextDecoder('utf-8', { fatal: true });

function isText(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Is there any text that begins with these bytes? Asked of the platform, with every completion of a cut code point. */
function canContinue(bytes: Uint8Array): boolean {
  const tails = [[], [0x80], [0xbf], [0x80, 0x80], [0xbf, 0xbf], [0x80, 0x80, 0x80], [0xbf, 0xbf, 0xbf], [0x9f, 0x80], [0x8f, 0x80, 0x80]];
  return tails.some((tail) => isText(Uint8Array.from([...bytes, ...tail])));
}

test('[B3.2] every pair of bytes with every edge of a third, as the platform reads it', () => {
  const edges = [0x7f, 0x80, 0xbf, 0xc0];
  const wrong: string[] = [];
  for (let first = 0; first < 256; first += 1) {
    for (let second = 0; second < 256; second += 1) {
      for (const third of edges) {
        const bytes = Uint8Array.of(first, second, third);
        const seen = advanceUtf8(utf8Start, bytes, 0, 3) === utf8Start;
        if (seen !== isText(bytes)) wrong.push(bytes.join(' '));
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('[B3.2] fails at the first byte that no text has there, and not before', () => {
  const units = fc.constantFrom(0x61, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc1, 0xc2, 0xe0, 0xe1, 0xed, 0xef, 0xf0, 0xf1, 0xf4, 0xf5);
  fc.assert(
    fc.property(fc.array(units, { maxLength: 8 }), (drawn) => {
      const bytes = Uint8Array.from(drawn);
      let state = utf8Start;
      for (let i = 0; i < bytes.length && state !== utf8Invalid; i += 1) {
        state = advanceUtf8(state, bytes, i, i + 1);
        expect(state !== utf8Invalid).toBe(canContinue(bytes.subarray(0, i + 1)));
      }
      expect(advanceUtf8(utf8Start, bytes, 0, bytes.length)).toBe(state);
    }),
    { numRuns: 5000 },
  );
});
