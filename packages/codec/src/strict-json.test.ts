import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lacks, sharedData } from '../../../tools/vitest/needs.ts';
import { DecodeError } from './decode-error.ts';
import { parseJson, tryParseJson } from './parse-json.ts';

interface Vector {
  readonly name: string;
  readonly text?: string;
  readonly units?: readonly number[];
  readonly hex?: string;
  readonly repeat?: { readonly open: string; readonly middle?: string; readonly count: number; readonly close: string };
  readonly maxBytes?: number;
  readonly maxDepth?: number;
  readonly value?: unknown;
  readonly code?: string;
  readonly path?: string;
}

const { cases } = JSON.parse(readFileSync(fileURLToPath(new URL('../../../fixtures/codec/strict-json.json', import.meta.url)), 'utf8')) as {
  readonly cases: readonly Vector[];
};

function textOf(vector: Vector): string | undefined {
  if (vector.units !== undefined) return String.fromCharCode(...vector.units);
  if (vector.repeat === undefined) return vector.text;
  const { open, middle = '', count, close } = vector.repeat;
  return open.repeat(count) + middle + close.repeat(count);
}

function inputsOf(vector: Vector): readonly (string | Uint8Array)[] {
  if (vector.hex !== undefined) return [Uint8Array.from(vector.hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))];
  const text = textOf(vector) ?? '';
  return text.isWellFormed() ? [text, new TextEncoder().encode(text)] : [text];
}

function outcome(input: string | Uint8Array, options: { readonly maxBytes?: number; readonly maxDepth?: number } = {}): unknown {
  const result = tryParseJson(input, options);
  return result.ok ? { value: result.value } : { code: result.error.code, path: result.error.path };
}

describe('strict JSON', () => {
  test.each(cases)('[C3.4] $name', (vector) => {
    const expected = vector.code === undefined ? { value: vector.value } : { code: vector.code, path: vector.path };
    const { maxBytes, maxDepth } = vector;
    const options = { ...(maxBytes === undefined ? {} : { maxBytes }), ...(maxDepth === undefined ? {} : { maxDepth }) };
    for (const input of inputsOf(vector)) expect(outcome(input, options)).toEqual(expected);
  });

  test('[C3.4] minus zero stays minus zero', () => {
    expect(parseJson('-0')).toBe(-0);
  });

  test.each([
    ['{"a":1e400,"a":1}', { code: 'duplicate-key', path: '/a' }],
    ['{"a":{"__proto__":1},"a":1}', { code: 'duplicate-key', path: '/a' }],
    [`{"a":${'['.repeat(64)}${']'.repeat(64)},"a":1}`, { code: 'too-deep', path: `/a${'/0'.repeat(63)}` }],
    ['{"a":1,"b":[0,{"c":-1e400}]}', { code: 'out-of-range', path: '/b/1/c' }],
    ['{"a":[{"__proto__":1}]}', { code: 'forbidden-key', path: '/a/0/__proto__' }],
  ])('[C3.4] %s is refused, whether its value shows why or not', (text, expected) => {
    expect(outcome(text)).toEqual(expected);
  });

  test('[C3.4] __proto__ as text changes no prototype', () => {
    expect(outcome('{"__proto__":{"polluted":1}}')).toEqual({ code: 'forbidden-key', path: '/__proto__' });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('[C3.3] parseJson throws what tryParseJson returns, with a stack', () => {
    let thrown: unknown;
    try {
      parseJson('{"a":1,"a":2}');
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(DecodeError);
    expect((thrown as DecodeError).message).toBe('duplicate-key at "/a": expected each key once');
    expect((thrown as DecodeError).stack).toContain('strict-json.test.ts');
  });

  test('[C3.4] every value survives its own text, compact or not', () => {
    const value = fc.jsonValue({ maxDepth: 8 }).filter((json) => !JSON.stringify(json).includes('__proto__'));
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 1, '\t'), (json, space) => {
        const text = JSON.stringify(json, null, space);
        expect(parseJson(text)).toEqual(JSON.parse(text));
        expect(parseJson(new TextEncoder().encode(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  test('[C3.4] a member said twice is found, wherever it is', () => {
    const leaf = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.constant(null));
    const tree = fc.object({ maxDepth: 3, maxKeys: 5, values: [leaf] }).filter((json) => Object.keys(json).length > 0);
    fc.assert(
      fc.property(tree, fc.nat(), leaf, (json, pick, again) => {
        const keys = Object.keys(json).filter((name) => name !== '__proto__');
        fc.pre(keys.length > 0 && !JSON.stringify(json).includes('__proto__'));
        const key = keys[pick % keys.length] ?? '';
        const text = `{"wrap":[${JSON.stringify(json).slice(0, -1)},${JSON.stringify(key)}:${JSON.stringify(again)}}]}`;
        expect(outcome(text)).toEqual({ code: 'duplicate-key', path: `/wrap/0/${key.replaceAll('~', '~0').replaceAll('/', '~1')}` });
      }),
    );
  });
});

interface SuiteCase {
  readonly name: string;
  readonly expect?: 'accept' | 'reject' | 'either';
  readonly b64?: string;
  readonly head?: string;
  readonly unit?: string;
  readonly length?: number;
}

function suite(file: string): readonly SuiteCase[] {
  const { path } = sharedData(file);
  return path === undefined ? [] : (JSON.parse(readFileSync(path, 'utf8')) as { readonly cases: readonly SuiteCase[] }).cases;
}

function bytesOf(row: SuiteCase): Uint8Array {
  if (row.b64 !== undefined) return new Uint8Array(Buffer.from(row.b64, 'base64'));
  return new TextEncoder().encode((row.unit ?? '').repeat((row.length ?? 0) / (row.unit ?? ' ').length + 1).slice(0, row.length));
}

/** What JSONTestSuite accepts and we do not: texts that mean different things to different readers. */
const STRICTER: Readonly<Record<string, string>> = {
  y_object_duplicated_key: 'duplicate-key',
  y_object_duplicated_key_and_value: 'duplicate-key',
};

/** Where JSONTestSuite allows either: what we do. Everything else of this kind is accepted. */
const EITHER: Readonly<Record<string, string>> = {
  i_number_huge_exp: 'out-of-range',
  i_number_neg_int_huge_exp: 'out-of-range',
  i_number_pos_double_huge_exp: 'out-of-range',
  i_number_real_neg_overflow: 'out-of-range',
  i_number_real_pos_overflow: 'out-of-range',
  i_object_key_lone_2nd_surrogate: 'lone-surrogate',
  i_string_1st_surrogate_but_2nd_missing: 'lone-surrogate',
  i_string_1st_valid_surrogate_2nd_invalid: 'lone-surrogate',
  i_string_incomplete_surrogate_and_escape_valid: 'lone-surrogate',
  i_string_incomplete_surrogate_pair: 'lone-surrogate',
  i_string_incomplete_surrogates_escape_valid: 'lone-surrogate',
  i_string_invalid_lonely_surrogate: 'lone-surrogate',
  i_string_invalid_surrogate: 'lone-surrogate',
  'i_string_inverted_surrogates_U+1D11E': 'lone-surrogate',
  i_string_lone_second_surrogate: 'lone-surrogate',
  'i_string_invalid_utf-8': 'malformed-utf8',
  i_string_iso_latin_1: 'malformed-utf8',
  i_string_lone_utf8_continuation_byte: 'malformed-utf8',
  i_string_not_in_unicode_range: 'malformed-utf8',
  i_string_overlong_sequence_2_bytes: 'malformed-utf8',
  i_string_overlong_sequence_6_bytes: 'malformed-utf8',
  i_string_overlong_sequence_6_bytes_null: 'malformed-utf8',
  'i_string_truncated-utf-8': 'malformed-utf8',
  'i_string_UTF-16LE_with_BOM': 'malformed-utf8',
  'i_string_UTF-8_invalid_sequence': 'malformed-utf8',
  'i_string_UTF8_surrogate_U+D800': 'malformed-utf8',
  i_string_utf16BE_no_BOM: 'malformed-utf8',
  i_string_utf16LE_no_BOM: 'malformed-utf8',
  i_structure_500_nested_arrays: 'too-deep',
  'i_structure_UTF-8_BOM_empty_object': 'malformed-json',
};

/** The inputs on which parsers differ, and what we do. Everything else of this file is accepted. */
const TRANSFORM: Readonly<Record<string, string>> = {
  object_same_key_different_values: 'duplicate-key',
  object_same_key_same_value: 'duplicate-key',
  object_same_key_unclear_values: 'duplicate-key',
  string_1_escaped_invalid_codepoint: 'lone-surrogate',
  string_2_escaped_invalid_codepoints: 'lone-surrogate',
  string_3_escaped_invalid_codepoints: 'lone-surrogate',
  string_1_invalid_codepoint: 'malformed-utf8',
  string_2_invalid_codepoints: 'malformed-utf8',
  string_3_invalid_codepoints: 'malformed-utf8',
};

function codeOf(row: SuiteCase): string {
  const result = tryParseJson(bytesOf(row));
  return result.ok ? 'accepted' : result.error.code;
}

describe.skipIf(lacks(sharedData('jsontestsuite.json')))('JSONTestSuite', () => {
  const rows = suite('jsontestsuite.json');

  test('[C3.4] accepts what must be accepted, but for duplicate keys', () => {
    const accepted = rows.filter((row) => row.expect === 'accept');
    expect(accepted.length).toBe(95);
    for (const row of accepted) expect([row.name, codeOf(row)]).toEqual([row.name, STRICTER[row.name.replace('.json', '')] ?? 'accepted']);
  });

  test('[C3.4] refuses what must be refused', () => {
    const refused = rows.filter((row) => row.expect === 'reject');
    expect(refused.length).toBe(188);
    for (const row of refused) expect([row.name, codeOf(row)]).not.toEqual([row.name, 'accepted']);
  });

  test('[C3.4] pins what may be either', () => {
    const either = rows.filter((row) => row.expect === 'either').map((row) => [row.name, codeOf(row)]);
    expect(either.length).toBe(35);
    expect(Object.fromEntries(either.filter(([, code]) => code !== 'accepted'))).toEqual(EITHER);
  });

  test('[C3.4] pins the inputs on which parsers differ', () => {
    const rowsThatDiffer = suite('jsontestsuite-transform.json');
    expect(rowsThatDiffer.length).toBe(22);
    const codes = rowsThatDiffer.map((row) => [row.name, codeOf(row)]).filter(([, code]) => code !== 'accepted');
    expect(Object.fromEntries(codes)).toEqual(TRANSFORM);
  });
});
