import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';
import { CanonicalError } from './errors.ts';

const file = new URL('../../../fixtures/canonical/canonical-json.json', import.meta.url);
const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly vectors: readonly { readonly name: string; readonly input: string; readonly output: string }[];
};

describe('vectors', () => {
  test.each(vectors)('RFC 8785: $name', ({ input, output }) => {
    expect(canonicalJson(JSON.parse(input))).toBe(output);
  });
});

const data = `${process.env['TIDEMARK_DATA'] ?? fileURLToPath(new URL('../../../../shared/data', import.meta.url))}/rfc8785`;
const present = existsSync(data);
const notice = present ? '' : ' (absent: set TIDEMARK_DATA to the folder that holds rfc8785)';

test('the published vectors are there where everything is required', () => {
  expect(present || process.env['REQUIRE_ALL'] !== '1').toBe(true);
});

describe.skipIf(!present)(`published vectors of RFC 8785${notice}`, () => {
  const names = present ? readdirSync(`${data}/input`) : [];
  test('RFC 8785: six documents', () => {
    expect(names).toHaveLength(6);
  });
  test.each(names)('RFC 8785: %s', (name) => {
    const text = canonicalJson(JSON.parse(readFileSync(`${data}/input/${name}`, 'utf8')));
    const hex = readFileSync(`${data}/outhex/${name.replace('.json', '.txt')}`, 'utf8').replaceAll(/\s/g, '');
    expect(Buffer.from(text).toString('hex')).toBe(hex);
  });
  test('RFC 8785: 1,000 numbers', () => {
    const lines = readFileSync(`${data}/es6-numbers-1000.csv`, 'utf8').trim().split('\n');
    const wrong = lines.filter((line) => {
      const [hex = '', expected] = line.split(',');
      return canonicalJson(Buffer.from(hex.padStart(16, '0'), 'hex').readDoubleBE()) !== expected;
    });
    expect([lines.length, wrong]).toEqual([1000, []]);
  });
});

const cycle: unknown[] = [];
cycle.push({ a: cycle });

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < levels; i += 1) value = [value];
  return value;
}

describe('refusals', () => {
  test.each([
    ['NaN', [1, Number.NaN], 'non-finite-number', '/1'],
    ['Infinity', { a: { 'b/c~d': Number.POSITIVE_INFINITY } }, 'non-finite-number', '/a/b~1c~0d'],
    ['-Infinity', Number.NEGATIVE_INFINITY, 'non-finite-number', ''],
    ['a lone surrogate', ['\ud800'], 'lone-surrogate', '/0'],
    ['a reversed pair', { a: '\udc00\ud800' }, 'lone-surrogate', '/a'],
    ['a lone surrogate in a key', { '\ud800': 1 }, 'lone-surrogate', '/\ufffd'],
    ['undefined', undefined, 'unsupported-type', ''],
    ['an undefined member', { a: undefined }, 'unsupported-type', '/a'],
    ['a hole', [1, , 2], 'unsupported-type', '/1'], // oxlint-disable-line no-sparse-arrays -- the case under test
    ['a bigint', { a: 1n }, 'unsupported-type', '/a'],
    ['a function', [() => {}], 'unsupported-type', '/0'],
    ['a symbol', Symbol('a'), 'unsupported-type', ''],
    ['a symbol key', { [Symbol('a')]: 1 }, 'not-a-plain-object', ''],
    ['a Date', { at: new Date(0) }, 'not-a-plain-object', '/at'],
    ['a Map', new Map(), 'not-a-plain-object', ''],
    ['a class instance', [new URL('https://a.example')], 'not-a-plain-object', '/0'],
    ['bytes', { a: new Uint8Array(1) }, 'not-a-plain-object', '/a'],
    ['a boxed string', Object('a'), 'not-a-plain-object', ''],
    ['65 levels', nested(65), 'too-deep', '/0'.repeat(64)],
    ['a cycle', cycle, 'too-deep', '/0/a'.repeat(32)],
  ] as const)('RFC 8785: %s', (_, value, code, path) => {
    expect(() => canonicalJson(value)).toThrow(new CanonicalError(code, path));
  });

  test('RFC 8785: 64 levels are enough for 64, maxDepth for more', () => {
    expect(canonicalJson(nested(64))).toBe(`${'['.repeat(64)}1${']'.repeat(64)}`);
    expect(canonicalJson(nested(200), { maxDepth: 200 })).toHaveLength(401);
    expect(() => canonicalJson(nested(2), { maxDepth: 1 })).toThrow(new CanonicalError('too-deep', '/0'));
  });

  test('the message says what, where, why and fix', () => {
    expect(() => canonicalJson({ secret: Number.NaN })).toThrow(
      'non-finite-number at "/secret": NaN and the infinities have no JSON form; refuse the number where it arises, or write it as a string',
    );
  });
});

describe('properties', () => {
  const json = fc.jsonValue({ stringUnit: 'grapheme' });

  test('RFC 8785: reads back as the same value, and again to the same text', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });

  test('RFC 8785: the order in which members were added does not show', () => {
    const entries = fc.uniqueArray(fc.tuple(fc.string({ unit: 'grapheme' }), json), { selector: ([key]) => key, maxLength: 12 });
    fc.assert(
      fc.property(entries, (pairs) => {
        const forward = canonicalJson(Object.fromEntries(pairs));
        expect(canonicalJson(Object.fromEntries(pairs.toReversed()))).toBe(forward);
      }),
    );
  });

  test('RFC 8785: keys ascend by code units', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: 'grapheme' })), (keys) => {
        const text = canonicalJson(Object.fromEntries(keys.map((key) => [key, 0])));
        const order = [...text.matchAll(/("(?:[^"\\]|\\.)*"):0/g)].map(([, key = '']) => JSON.parse(key) as string);
        expect(order).toEqual(keys.toSorted((a, b) => (a < b ? -1 : 1)));
      }),
    );
  });
});
