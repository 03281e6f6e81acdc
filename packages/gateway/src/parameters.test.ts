import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HttpRequest } from './http-exchange.ts';
import type { ParameterNode } from './parameter-node.ts';
import { decodeParameters, parameterFromTexts, textFromScalar } from './parameters.ts';

const request = (
  target: string,
  rawHeaders: readonly string[] = [],
  pathParameters: Readonly<Record<string, string>> = {},
): HttpRequest => ({
  method: 'GET',
  target,
  httpVersion: '1.1',
  rawHeaders,
  remoteAddress: '',
  pathParameters,
});
const text: ParameterNode = { kind: 'string', maxLength: 3 };
const integer: ParameterNode = { kind: 'number', integer: true, minimum: -5, maximum: 50 };

describe('text to scalar', () => {
  test.each<[string, ParameterNode, readonly string[], unknown]>([
    ['text', text, ['abc'], 'abc'],
    ['text of astral characters, counted in code points', text, ['😀😀😀'], '😀😀😀'],
    ['text over its bound', text, ['abcd'], undefined],
    ['empty text where no bound forbids it', text, [''], ''],
    ['empty text where one does', { kind: 'string', minLength: 1 }, [''], undefined],
    ['text over its bytes', { kind: 'string', maxBytes: 3 }, ['éé'], undefined],
    ['text that matches', { kind: 'string', pattern: '^[a-z]+$' }, ['abc'], 'abc'],
    ['text that does not', { kind: 'string', pattern: '^[a-z]+$' }, ['abc\n'], undefined],
    ['an integer', integer, ['7'], 7],
    ['a negative integer', integer, ['-5'], -5],
    ['an integer out of range', integer, ['51'], undefined],
    ['an integer with a plus', integer, ['+7'], undefined],
    ['an integer with a leading zero', integer, ['07'], undefined],
    ['an integer with a fraction', integer, ['7.0'], undefined],
    ['an integer in hexadecimal', integer, ['0x7'], undefined],
    ['an integer with white space', integer, [' 7'], undefined],
    ['minus zero', integer, ['-0'], undefined],
    ['an integer beyond 2^53', { kind: 'number', integer: true }, ['9007199254740992'], undefined],
    ['the largest safe integer', { kind: 'number', integer: true }, ['9007199254740991'], 9_007_199_254_740_991],
    ['a number', { kind: 'number', integer: false }, ['1.5e1'], 15],
    ['a number that is none', { kind: 'number', integer: false }, ['NaN'], undefined],
    ['an endless number', { kind: 'number', integer: false }, ['1e999'], undefined],
    ['an exclusive bound', { kind: 'number', integer: false, exclusiveMinimum: 0, exclusiveMaximum: 1 }, ['1'], undefined],
    ['a multiple', { kind: 'number', integer: true, multipleOf: 5 }, ['15'], 15],
    ['no multiple', { kind: 'number', integer: true, multipleOf: 5 }, ['16'], undefined],
    ['a boolean', { kind: 'boolean' }, ['true'], true],
    ['a boolean in capitals', { kind: 'boolean' }, ['True'], undefined],
    ['a literal number', { kind: 'literal', values: ['a', 2, null] }, ['2'], 2],
    ['null, which never travels as text', { kind: 'literal', values: ['a', null] }, ['null'], undefined],
    ['a Uint64', { kind: 'string', scalar: 'Uint64' }, ['18446744073709551615'], '18446744073709551615'],
    ['a Uint64 beyond its range', { kind: 'string', scalar: 'Uint64' }, ['18446744073709551616'], undefined],
    ['an Int64', { kind: 'string', scalar: 'Int64' }, ['-9223372036854775808'], '-9223372036854775808'],
    ['an Int64 of minus zero', { kind: 'string', scalar: 'Int64' }, ['-0'], undefined],
    ['a timestamp', { kind: 'string', scalar: 'Timestamp' }, ['2026-03-01T09:30:00.000Z'], '2026-03-01T09:30:00.000Z'],
    ['a timestamp that never was', { kind: 'string', scalar: 'Timestamp' }, ['2026-02-30T09:30:00.000Z'], undefined],
    ['a digest', { kind: 'string', scalar: 'Sha256' }, [`sha256:${'0a'.repeat(32)}`], `sha256:${'0a'.repeat(32)}`],
    ['a digest in capitals', { kind: 'string', scalar: 'Sha256' }, [`sha256:${'0A'.repeat(32)}`], undefined],
    ['base64url of its size', { kind: 'string', scalar: 'Base64Url', decodedBytes: { exact: 2 } }, ['AAA'], 'AAA'],
    ['base64url of another size', { kind: 'string', scalar: 'Base64Url', decodedBytes: { exact: 2 } }, ['AA'], undefined],
    ['base64url over its size', { kind: 'string', scalar: 'Base64Url', decodedBytes: { max: 1 } }, ['AAA'], undefined],
    ['base64url with padding', { kind: 'string', scalar: 'Base64Url' }, ['AA=='], undefined],
    ['a scalar twice', text, ['a', 'a'], undefined],
    ['a list', { kind: 'array', items: integer, maxItems: 2 }, ['1', '2'], [1, 2]],
    ['a list over its bound', { kind: 'array', items: integer, maxItems: 2 }, ['1', '2', '3'], undefined],
    ['a list below its bound', { kind: 'array', items: integer, minItems: 2 }, ['1'], undefined],
    ['a list with a repeated item', { kind: 'array', items: integer, uniqueItems: true }, ['1', '1'], undefined],
    ['a list with a bad item', { kind: 'array', items: integer }, ['1', 'x'], undefined],
  ])('[C4.3, C1.6] %s', (_case, node, texts, expected) => {
    expect(parameterFromTexts(node, texts)).toEqual(expected);
  });

  test('[C4.3] what can be written can be read, and is the same', () => {
    const scalars = fc.oneof(
      fc.record({ node: fc.constant(integer), value: fc.integer({ min: -5, max: 50 }) }),
      fc.record({ node: fc.constant<ParameterNode>({ kind: 'boolean' }), value: fc.boolean() }),
      fc.record({
        node: fc.constant<ParameterNode>({ kind: 'number', integer: false }),
        value: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
      }),
      fc.record({
        node: fc.constant<ParameterNode>({ kind: 'string', maxLength: 20 }),
        value: fc.string({ maxLength: 20, unit: 'grapheme-ascii' }),
      }),
    );
    fc.assert(
      fc.property(scalars, ({ node, value }) => {
        const written = textFromScalar(node, value);
        expect(written).toBeTypeOf('string');
        expect(parameterFromTexts(node, [written ?? ''])).toBe(value);
      }),
    );
    expect(textFromScalar(integer, 51)).toBeUndefined();
    expect(textFromScalar(integer, '7')).toBeUndefined();
    expect(textFromScalar(integer, undefined)).toBeUndefined();
  });
});

describe('places', () => {
  const parameters = [
    { name: 'id', in: 'path', required: true, node: text },
    { name: '__proto__', in: 'query', required: false, node: text },
    { name: 'x-a', in: 'header', required: true, node: text },
  ] as const;

  test('[C4.3] each parameter is read from its own place, and `__proto__` is an ordinary name', () => {
    const outcome = decodeParameters(parameters, request('/?__proto__=p', ['X-A', 'h'], { id: 'i' }));
    expect(outcome.ok && [outcome.value.path['id'], outcome.value.query['__proto__'], outcome.value.headers['x-a']]).toEqual([
      'i',
      'p',
      'h',
    ]);
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });

  test.each([
    ['a missing header', '/', [], { id: 'i' }, 'The header parameter "x-a" is missing.', 'missing-field', '/headers/x-a'],
    [
      'a key without a value is an empty value',
      '/?__proto__',
      ['x-a', 'toolong'],
      { id: 'i' },
      'The header parameter "x-a" is not what the description says.',
      'too-long',
      '/headers/x-a',
    ],
    ['an unknown key', '/?b=1', ['x-a', 'h'], { id: 'i' }, 'The query string has an unknown parameter.', 'unknown-field', '/query'],
    ['a malformed escape', '/?__proto__=%', ['x-a', 'h'], { id: 'i' }, 'The query string is malformed.', 'malformed-string', '/query'],
    [
      'an escape that is no UTF-8',
      '/?__proto__=%ff',
      ['x-a', 'h'],
      { id: 'i' },
      'The query string is malformed.',
      'malformed-string',
      '/query',
    ],
    ['an empty pair', '/?__proto__=a&', ['x-a', 'h'], { id: 'i' }, 'The query string has an unknown parameter.', 'unknown-field', '/query'],
  ])('[C4.3, H2.3] %s', (_case, target, headers, path, problem, code, where) => {
    expect(decodeParameters(parameters, request(target, headers, path))).toEqual({ ok: false, problem, violation: { code, path: where } });
  });

  test.each<[string, ParameterNode, readonly string[]]>([
    ['out-of-range', integer, ['51']],
    ['out-of-range', { kind: 'number', integer: false, exclusiveMaximum: 1 }, ['1e0']],
    ['out-of-range', { kind: 'number', integer: true, multipleOf: 5 }, ['16']],
    ['out-of-range', { kind: 'string', scalar: 'Uint64', maxLength: 20 }, ['18446744073709551616']],
    ['out-of-range', { kind: 'string', scalar: 'Int64', maxLength: 20 }, ['9223372036854775808']],
    ['wrong-type', integer, ['']],
    ['wrong-type', integer, ['7.0']],
    ['wrong-type', integer, ['-0']],
    ['wrong-type', { kind: 'boolean' }, ['True']],
    ['unknown-value', { kind: 'literal', values: ['a', 2] }, ['b']],
    ['too-long', text, ['abcd']],
    ['too-short', { kind: 'string', minLength: 2 }, ['a']],
    ['too-many-bytes', { kind: 'string', maxLength: 3, maxBytes: 3 }, ['éé']],
    ['malformed-string', { kind: 'string', maxLength: 3, pattern: '^[a-z]+$' }, ['A']],
    ['malformed-identity', { kind: 'string', scalar: 'Uint64' }, ['07']],
    ['malformed-identity', { kind: 'string', scalar: 'Int64' }, ['-0']],
    ['malformed-identity', { kind: 'string', scalar: 'Timestamp' }, ['2026-02-30T09:30:00.000Z']],
    ['malformed-identity', { kind: 'string', scalar: 'Sha256' }, ['sha256:']],
    ['malformed-identity', { kind: 'string', scalar: 'Base64Url', decodedBytes: { exact: 2 } }, ['AA']],
    ['too-many-bytes', { kind: 'string', scalar: 'Base64Url', decodedBytes: { max: 1 } }, ['AAA']],
    ['too-many-items', { kind: 'array', items: integer, maxItems: 1 }, ['1', '2']],
    ['too-few-items', { kind: 'array', items: integer, minItems: 2 }, ['1']],
    ['not-unique', { kind: 'array', items: integer, uniqueItems: true }, ['1', '1']],
    ['out-of-range', { kind: 'array', items: integer }, ['1', '99']],
  ])('[C3.3, C4.3] the details of a bad parameter say %s, as a decoder would: %o %o', (code, node, texts) => {
    const query = texts.map((value) => `p=${encodeURIComponent(value)}`).join('&');
    const outcome = decodeParameters([{ name: 'p', in: 'query', required: true, node }], request(`/?${query}`));
    expect(outcome).toMatchObject({ ok: false, violation: { code, path: '/query/p' } });
  });

  test('[C4.3] a lone question mark is no query', () => {
    expect(decodeParameters([], request('/?')).ok).toBe(true);
  });
});
