import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeErrorTable } from './error-table.ts';
import { isMultipleOf } from './multiple-of.ts';
import { pointerToken } from './pointer.ts';
import { previewJson } from './preview.ts';
import { codePointLength, exceedsCodePoints, exceedsUtf8, lacksCodePoints, utf8Length } from './text-size.ts';
import { firstDuplicate } from './unique.ts';

const source = fileURLToPath(new URL('.', import.meta.url));
const files = readdirSync(source).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));

describe('the package', () => {
  test('[C3.1] imports nothing but itself, so it runs wherever JavaScript does', () => {
    for (const file of files) {
      const imported = [...readFileSync(source + file, 'utf8').matchAll(/\bfrom '([^']+)'/g)].map((match) => match[1] ?? '');
      expect([file, imported.filter((name) => !/^\.\/[a-z0-9-]+\.ts$/.test(name))]).toEqual([file, []]);
    }
  });

  test('[C3.1] names no global that only Node has, and makes no code from text', () => {
    for (const file of files) {
      const code = readFileSync(source + file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
      expect([file, /\b(?:process|Buffer|require|setImmediate|eval|new Function)\b/.exec(code)]).toEqual([file, null]);
    }
  });

  test('[C3.3] every code says what it means and how to fix it, and every code that is raised is in the table', () => {
    for (const [code, { meaning, fix }] of Object.entries(decodeErrorTable)) {
      expect([code, /^[A-Z].*\.$/.test(meaning), /^[A-Z].*\.$/.test(fix)]).toEqual([code, true, true]);
    }
    const raised = new Set(
      files.flatMap((file) =>
        [...readFileSync(source + file, 'utf8').matchAll(/'([a-z]+(?:-[a-z0-9]+)+)'/g)].map((match) => match[1] ?? ''),
      ),
    );
    expect(Object.keys(decodeErrorTable).filter((code) => !raised.has(code) && code !== 'unknown-version')).toEqual([]);
  });
});

const anyString = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom('a', 'é', '漢', '😀', '\ud800', '\udc00') }));

describe('sizes of text', () => {
  test('[C1.4] bytes in UTF-8 are what TextEncoder writes', () => {
    fc.assert(
      fc.property(anyString, (text) => {
        expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
      }),
    );
  });

  test('[C1.4] code points are what the string iterator gives', () => {
    fc.assert(
      fc.property(anyString, (text) => {
        expect(codePointLength(text)).toBe(Array.from(text).length);
      }),
    );
  });

  test('[C1.6] bounds agree with the counts, on either side', () => {
    fc.assert(
      fc.property(anyString, fc.nat(30), (text, bound) => {
        expect(exceedsUtf8(text, bound)).toBe(utf8Length(text) > bound);
        expect(exceedsCodePoints(text, bound)).toBe(codePointLength(text) > bound);
        expect(lacksCodePoints(text, bound)).toBe(codePointLength(text) < bound);
      }),
    );
  });
});

describe('multiples', () => {
  test.each([
    [0.0075, 0.0001, true],
    [0.00751, 0.0001, false],
    [19.99, 0.01, true],
    [19.999, 0.01, false],
    [0.3, 0.1, true],
    [1e308, 0.123456789, false],
    [1e308, 0.5, true],
    [5e-324, 5e-324, true],
    [12e20, 3, true],
    [-9, 3, true],
    [0, 0.7, true],
    [9_007_199_254_740_991, 2, false],
    [1e-7, 1e-8, true],
  ])('[C3.5] %d by %d: %s', (value, step, expected) => {
    expect(isMultipleOf(value, step)).toBe(expected);
  });

  test('[C3.5] agree with whole-number arithmetic', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 0, max: 8 }), (value, step, places) => {
        expect(isMultipleOf(Number(`${value}e-${places}`), Number(`${step}e-${places}`))).toBe(value % step === 0);
      }),
    );
  });
});

describe('sets', () => {
  test.each([
    [[1, 1.0], 1],
    [[0, -0], 1],
    [[1, true, '1', [1], { '1': 1 }, null, 'null', false, 0, ''], -1],
    [
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      1,
    ],
    [[{ a: [{ b: 1, c: 2 }] }, 0, { a: [{ c: 2, b: 1 }] }], 2],
    [[['a', 'b'], ['a,b'], ['a"', 'b'], ['"a', 'b']], -1],
    [['[1]', [1], '{}', {}], -1],
    [[], -1],
  ])('[C3.5] first duplicate of %j: %i', (items, expected) => {
    expect(firstDuplicate(items)).toBe(expected);
  });

  test('[C3.4] a set of many elements takes time in proportion', () => {
    const items = Array.from({ length: 200_000 }, (_, i) => [i]);
    expect(firstDuplicate(items)).toBe(-1);
    expect(firstDuplicate([...items, [7]])).toBe(200_000);
  });
});

describe('previews', () => {
  test.each([
    ['text', 10, '"text"'],
    ['text', 5, '"t...'],
    ['text', 2, '..'],
    [{ a: [1, { b: null }], c: 'x' }, 100, '{"a":[1,{"b":null}],"c":"x"}'],
    [{ a: [1, { b: null }], c: 'x' }, 10, '{"a":[1...'],
    [undefined, 10, ''],
    [12n, 10, '12'],
    ['x', Number.NaN, ''],
    ['x', -1, ''],
  ])('[C3.3] %o within %d: %s', (value, limit, expected) => {
    expect(previewJson(value, limit)).toBe(expected);
  });

  test('[C3.3] are within their bound and whole characters, whatever the value', () => {
    fc.assert(
      fc.property(fc.anything(), fc.nat(60), (value, limit) => {
        const preview = previewJson(value, limit);
        expect(preview.length).toBeLessThanOrEqual(limit);
        expect(preview.isWellFormed()).toBe(true);
      }),
    );
  });

  test('[C3.3, C3.4] a deep or endless value costs no more than the bound', () => {
    const deep = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) as unknown;
    expect(previewJson(deep, 1e9)).toBe(`${'['.repeat(32)}...${']'.repeat(32)}`);
    const loop: unknown[] = [];
    loop.push(loop);
    expect(previewJson(loop, 8)).toBe('[[[[[...');
  });
});

describe('JSON Pointer tokens', () => {
  test('[C3.3] are escaped as RFC 6901 says', () => {
    expect(['a', '', 'a/b', 'm~n', '~1', 0, 'ü'].map((key) => pointerToken(key))).toEqual([
      '/a',
      '/',
      '/a~1b',
      '/m~0n',
      '/~01',
      '/0',
      '/ü',
    ]);
  });
});
