import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { integerLength, jsonLength, mayHoldExponent, numberLength, ROUND, wholeLength } from './proof.ts';

/** Every way to write a number, white space aside: digits moved across the point, zeros added, with and without an exponent. */
function texts(value: number): readonly string[] {
  const [mantissa = '', exponentText = '0'] = Math.abs(value).toExponential().split('e');
  const digits = mantissa.replace('.', '');
  const exponent = Number(exponentText);
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const found = new Set<string>([Object.is(value, -0) ? '-0' : JSON.stringify(value)]);
  for (let point = 1; point <= digits.length; point++) {
    const whole = digits.slice(0, point).replace(/^0+(?=\d)/, '');
    const fraction = digits.slice(point);
    const power = exponent - point + 1;
    for (const zero of ['', '0']) {
      const body = fraction + zero === '' ? whole : `${whole}.${fraction}${zero}`;
      for (const e of power === 0 ? ['', 'e0'] : [`e${power}`, `E${power}`]) found.add(`${sign}${body}${e}`);
    }
  }
  const fixed = fixedNotation(digits, exponent);
  for (const text of [fixed, `${fixed}${fixed.includes('.') ? '' : '.'}0`]) found.add(sign + text);
  return [...found];
}

function fixedNotation(digits: string, exponent: number): string {
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${digits}`;
  if (digits.length <= exponent + 1) return digits.padEnd(exponent + 1, '0');
  return `${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`;
}

const numbers = fc.oneof(
  fc.maxSafeInteger(),
  fc.integer({ min: -2000, max: 2000 }),
  fc.tuple(fc.integer({ min: -9999, max: 9999 }), fc.nat(15)).map(([digits, zeros]) => digits * 10 ** zeros),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc
    .tuple(fc.integer({ min: -99_999, max: 99_999 }), fc.integer({ min: 0, max: 9 }))
    .map(([digits, places]) => Number(`${digits}e-${places}`)),
  fc.constantFrom(0, -0, 2 ** 53, 2 ** 53 - 1, -(2 ** 53), 1e16, 1e16 - 2, 1e21, 1e-7, 0.01, 0.001, 5e-324, 999, 1000, 1e9),
);

describe('the measure of a number', () => {
  test('[C3.4] is no longer than any of its texts without an exponent, and is met by the one that JSON.stringify writes', () => {
    fc.assert(
      fc.property(numbers, (value) => {
        const measure = numberLength(value);
        if (Number.isNaN(measure)) return;
        for (const text of texts(value)) {
          expect(JSON.parse(text)).toBe(value);
          const isShorter = text.length < measure % ROUND;
          expect([text, isShorter && !/e/i.test(text)]).toEqual([text, false]);
        }
        expect(JSON.stringify(value).length).toBe(measure % ROUND);
      }),
      { numRuns: 5000 },
    );
  });

  test('[C3.4] is marked wherever an exponent makes a shorter text', () => {
    fc.assert(
      fc.property(numbers, (value) => {
        const measure = numberLength(value);
        if (Number.isNaN(measure) || measure >= ROUND) return;
        for (const text of texts(value)) expect(text.length).toBeGreaterThanOrEqual(measure);
      }),
      { numRuns: 5000 },
    );
  });

  test('[C3.4] of 1000 is marked, since 1e3 is shorter; of 100 it is not', () => {
    expect([999, 1000, 1001, 100, 12_000, -1000, -100].map((value) => integerLength(value))).toEqual([
      3,
      4 + ROUND,
      4,
      3,
      5 + ROUND,
      5 + ROUND,
      4,
    ]);
  });

  test('[C3.4] of minus zero is less than any text of it', () => {
    expect(numberLength(-0)).toBe(1);
  });

  test('[C3.4] is none for what doubles do not keep, and for what JSON cannot say', () => {
    expect([2 ** 53, -(2 ** 53), 1e21, 1e-7, Infinity].map((value) => numberLength(value))).toEqual(
      Array.from({ length: 5 }, () => Number.NaN),
    );
  });

  test('[C3.4] a number with an exponent is seen, whatever follows it', () => {
    for (const text of ['1e3', '{"a":1E5}', '[1.5e-7,2]', '{"a":1e+3\n}', '[1e3 ]']) expect(mayHoldExponent(text)).toBe(true);
    for (const text of ['1000', '{"a1e3":5}', '["3e5a-1e3f"]', '{"e":1}']) expect(mayHoldExponent(text)).toBe(false);
  });
});

describe('the whole length of a text', () => {
  test('[C3.4] counts every escape as the unit that it stands for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(fc.boolean()), (value, escape) => {
        const units = Array.from({ length: value.length }, (_, i) => {
          const unit = value.charCodeAt(i);
          const mustEscape = unit < 0x20 || unit === 0x22 || unit === 0x5c;
          return mustEscape || escape[i % (escape.length || 1)] === true ? `\\u${unit.toString(16).padStart(4, '0')}` : value.charAt(i);
        });
        const text = `"${units.join('')}"`;
        // Half of a pair raw and half escaped is no whole text, though its value is whole.
        expect(wholeLength(text)).toBe(text.isWellFormed() && value.isWellFormed() ? value.length + 2 : -1);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['"\\n\\\\\\"\\/"', 6],
    ['"\\\\u0041"', 8],
    ['"\\ud83d\\ude00"', 4],
    ['"\\uD83D\\uDE00"', 4],
    ['"\\ud83d"', -1],
    ['"\\ud83d\\u0041"', -1],
    ['"\\ude00\\ud83d"', -1],
    ['"\\ud83d\\\\ude00"', -1],
    ['"\ud83d\\ude00"', -1],
    ['"\ud800"', -1],
    ['"\\ud7ff\\ue000"', 4],
  ])('[C3.4] %s', (text, length) => {
    expect(wholeLength(text)).toBe(length);
  });
});

describe('the measure of any JSON', () => {
  test('[C3.4] is the whole length of its compact text', () => {
    const value = fc.jsonValue({ maxDepth: 6 }).map((json) => JSON.parse(JSON.stringify(json)) as unknown);
    fc.assert(
      fc.property(value, (json) => {
        const text = JSON.stringify(json);
        fc.pre(!text.includes('__proto__'));
        const measure = jsonLength(json, 32);
        fc.pre(!Number.isNaN(measure));
        expect(measure % ROUND).toBe(wholeLength(text));
      }),
      { numRuns: 1000 },
    );
  });

  test('[C3.4] is -1 beyond the levels, for __proto__ and for what is no JSON', () => {
    expect(jsonLength([[]], 2)).toBe(4);
    expect(jsonLength([[]], 1)).toBe(-1);
    expect(jsonLength(JSON.parse('{"a":{"__proto__":1}}'), 9)).toBe(-1);
    expect(jsonLength([undefined], 9)).toBe(-1);
  });
});
