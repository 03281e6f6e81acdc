import * as fc from 'fast-check';
import Value from 'typebox/value';
import { expect, expectTypeOf, test } from 'vitest';
import { Base64Url, Int64, Json, SafeUint, Sha256, type Static, Timestamp, Uint64, Utf8 } from './index.ts';

const matches = (type: object) => (text: unknown) => Value.Check(type, text);
/** Text near the canonical form: what a careless encoder or a hostile peer would send. */
const nearlyDecimal = fc.oneof(
  fc.bigInt({ min: -(2n ** 66n), max: 2n ** 66n }).map(String),
  fc
    .constantFrom(0n, 1n, 2n ** 63n, 2n ** 64n, 10n ** 18n, 10n ** 19n)
    .chain((edge) => fc.integer({ min: -3, max: 3 }).map((step) => String(edge + BigInt(step)))),
  fc.constantFrom(0n, -(2n ** 63n)).chain((edge) => fc.integer({ min: -3, max: 3 }).map((step) => String(edge + BigInt(step)))),
  fc.stringMatching(/^[-+0]{0,2}[0-9]{0,21}$/),
  fc.constantFrom('', '-', '-0', '+1', '00', '01', ' 1', '1 ', '1\n', '1.0', '1e3', '0x1', '١', '-01'),
);

/** The oracle: text that BigInt would print again unchanged, within the range. */
function isCanonical(text: string, min: bigint, max: bigint): boolean {
  if (!/^-?[0-9]+$/.test(text)) return false;
  const value = BigInt(text);
  return String(value) === text && value >= min && value <= max;
}

for (const [name, type, min, max] of [
  ['Uint64', Uint64(), 0n, 2n ** 64n - 1n],
  ['Int64', Int64(), -(2n ** 63n), 2n ** 63n - 1n],
] as const) {
  test(`[C1.4] ${name} accepts exactly the canonical decimals of its range`, () => {
    for (const edge of [min, max, 0n, 1n]) expect([edge, matches(type)(String(edge))]).toEqual([edge, true]);
    for (const beyond of [min - 1n, max + 1n]) expect([beyond, matches(type)(String(beyond))]).toEqual([beyond, false]);
    fc.assert(
      fc.property(nearlyDecimal, (text) => {
        expect([text, matches(type)(text)]).toEqual([text, isCanonical(text, min, max)]);
      }),
      { numRuns: 3_000 },
    );
  });
}

test('[C1.4] patterns of 64-bit integers use no look-around, so that RE2 reads them too', () => {
  for (const type of [Uint64(), Int64()]) expect((type as { pattern?: string }).pattern).not.toMatch(/\(\?[=!<]/);
});

test('[C1.4] SafeUint is 0 to 2^53-1', () => {
  const check = matches(SafeUint());
  expect([0, 1, 2 ** 53 - 1].map(check)).toEqual([true, true, true]);
  expect([-1, 0.5, 2 ** 53, '1', NaN, Infinity].map(check)).toEqual([false, false, false, false, false, false]);
  expect([4, 5, 9, 10].map(matches(SafeUint({ minimum: 5, maximum: 9 })))).toEqual([false, true, true, false]);
});

test('[C1.4] Base64Url of a fixed size accepts exactly what Buffer prints for so many bytes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40 }), fc.uint8Array({ maxLength: 42 }), (size, data) => {
      const text = Buffer.from(data).toString('base64url');
      expect(matches(Base64Url({ bytes: size }))(text)).toBe(data.length === size);
    }),
    { numRuns: 2_000 },
  );
});

test('[C1.4] Base64Url within a bound accepts exactly the canonical text of at most so many bytes', () => {
  const nearly = fc.oneof(
    fc.uint8Array({ maxLength: 14 }).map((data) => Buffer.from(data).toString('base64url')),
    fc.stringMatching(/^[A-Za-z0-9_-]{0,18}$/),
    fc.stringMatching(/^[A-Za-z0-9+/_=-]{0,18}$/),
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 12 }), nearly, (max, text) => {
      const data = Buffer.from(text, 'base64url');
      const isCanonicalText = data.toString('base64url') === text;
      expect([text, matches(Base64Url({ maxBytes: max }))(text)]).toEqual([text, isCanonicalText && data.length <= max]);
    }),
    { numRuns: 4_000 },
  );
});

/** Whether Date prints the text again unchanged. */
function isPrintedByDate(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString() === text && /^\d{4}-/.test(text);
}

function small(max: number): fc.Arbitrary<string> {
  return fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, '0'));
}

test('[C1.4] Timestamp accepts exactly what Date prints, for years of four digits', () => {
  const check = matches(Timestamp());
  const two = fc.integer({ min: 0, max: 99 }).map((n) => String(n).padStart(2, '0'));
  const text = fc
    .tuple(two, two, small(13), small(32), small(25), small(61), small(61), fc.integer({ min: 0, max: 999 }))
    .map(
      ([century, year, month, day, hour, minute, second, ms]) =>
        `${century}${year}-${month}-${day}T${hour}:${minute}:${second}.${String(ms).padStart(3, '0')}Z`,
    );
  fc.assert(
    fc.property(text, (value) => {
      expect([value, check(value)]).toEqual([value, isPrintedByDate(value)]);
    }),
    { numRuns: 5_000 },
  );
  for (let year = 0; year <= 9_999; year++) {
    const leapDay = `${String(year).padStart(4, '0')}-02-29T00:00:00.000Z`;
    expect([leapDay, check(leapDay)]).toEqual([leapDay, isPrintedByDate(leapDay)]);
  }
  const refused = [
    '2026-01-01T00:00:00Z',
    '2026-01-01T00:00:00.0000Z',
    '2026-01-01T00:00:00.000+00:00',
    '2026-01-01t00:00:00.000z',
    '2016-12-31T23:59:60.000Z',
    '2026-01-01T24:00:00.000Z',
    '+12026-01-01T00:00:00.000Z',
    '2026-01-01T00:00:00.000Z\n',
  ];
  expect(refused.filter(check)).toEqual([]);
});

test('[C1.4] Sha256 is 64 lower-case hexadecimal digits behind its prefix', () => {
  const check = matches(Sha256());
  const hex = 'ab'.repeat(32);
  expect([`sha256:${hex}`, hex, `sha256:${hex.toUpperCase()}`, `sha256:${hex}0`, `SHA256:${hex}`, `sha256:${hex}\n`].map(check)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test('[C1.4] Utf8 and Json carry their bounds for the decoder, and for stock validators what those can count', () => {
  expect(JSON.parse(JSON.stringify(Utf8({ maxBytes: 80 })))).toEqual({
    type: 'string',
    description: 'Text, at most 80 bytes in UTF-8.',
    maxLength: 80,
    'x-max-bytes': 80,
    'x-scalar': 'Utf8',
  });
  expect(JSON.parse(JSON.stringify(Json({ maxBytes: 80, maxDepth: 2 })))).toEqual({
    description: 'Any JSON value of at most 80 bytes and 2 levels.',
    'x-max-bytes': 80,
    'x-max-depth': 2,
    'x-scalar': 'Json',
  });
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      expect(Array.from(text).length).toBeLessThanOrEqual(new TextEncoder().encode(text).length);
    }),
  );
});

test('[C1.4] scalars stay text in static types', () => {
  expectTypeOf<Static<ReturnType<typeof Uint64>>>().toEqualTypeOf<string>();
  expectTypeOf<Static<ReturnType<typeof SafeUint>>>().toEqualTypeOf<number>();
  expectTypeOf<Static<ReturnType<typeof Timestamp>>>().toEqualTypeOf<string>();
  expectTypeOf<Static<ReturnType<typeof Json>>>().toEqualTypeOf<unknown>();
});
