import { expect, test } from 'vitest';
import { baseDescription } from '../fixtures.fixture.ts';
import { compileSchema2020, compileSchemaDraft07 } from './ajv-schemas.ts';
import { depthOf, sizeInBytes } from './byte-bounds.ts';
import { compileSchemaIndependently } from './hyperjump.ts';

const openapi = baseDescription('openapi-3.2-sse');
const asyncapi = baseDescription('asyncapi-3.0-ws');
const order = { orderId: 'o-1', note: null, lines: [['sku', 1]], parent: { orderId: 'o-2', note: 'x', lines: [] } };

test.each([
  ['valid and recursive', order, []],
  ['tuple too long', { ...order, lines: [['sku', 1, 2]] }, ['/lines/0']],
  ['fault in the recursion', { ...order, parent: { ...order.parent, orderId: 'x' } }, ['/parent/orderId']],
  ['unknown field', { ...order, colour: 1 }, ['']],
] as const)('[C5.1] ajv and hyperjump agree: %s', async (_, value, pointers) => {
  const checks = [
    await compileSchema2020(openapi, '/components/schemas/Order'),
    await compileSchemaIndependently(openapi, '/components/schemas/Order'),
  ];
  for (const check of checks) expect(check(value).length === 0).toBe(pointers.length === 0);
  expect([...new Set(checks[0]?.(value).map(({ pointer }) => pointer))]).toEqual(pointers);
});

test('[C5.1] x-max-bytes and x-max-depth are asserted by ajv, in UTF-8 bytes and levels', async () => {
  const check = await compileSchema2020(openapi, '/components/schemas/Order');
  expect(check({ ...order, note: 'あああ' })).toEqual([
    { pointer: '/note', keyword: 'x-max-bytes', message: 'must not have more UTF-8 bytes than x-max-bytes' },
  ]);
  expect(check({ ...order, note: 'ああ' })).toEqual([]);
  expect(check({ ...order, extra: [[[[]]]] })).toEqual([
    { pointer: '/extra', keyword: 'x-max-depth', message: 'must not nest deeper than x-max-depth' },
  ]);
  expect(check({ ...order, extra: 'a'.repeat(62) })).toEqual([]);
  expect(check({ ...order, extra: 'a'.repeat(63) }).map(({ keyword }) => keyword)).toEqual(['x-max-bytes']);
});

test('[C5.1] bytes of a string schema are those of the string; of any other, those of compact JSON', () => {
  expect(sizeInBytes('é"', { type: 'string' })).toBe(3);
  expect(sizeInBytes('é"', { type: ['string', 'null'] })).toBe(3);
  expect(sizeInBytes('é"', {})).toBe(6);
  expect(sizeInBytes({ a: [1, 2] }, {})).toBe(11);
  expect([depthOf(1), depthOf([]), depthOf({ a: [1] }), depthOf([{ a: 1 }, [[1]]])]).toEqual([0, 1, 2, 3]);
});

test('[C5.1] draft-07 reads tuples in its own form, in a document with an id of its own', async () => {
  const check = await compileSchemaDraft07(asyncapi, '/components/messages/quote/payload');
  const quote = { v: 1, type: 'quote', requestId: 'r', sku: 's', lines: [['s', 1]] };
  expect(check(quote)).toEqual([]);
  expect(
    check({ ...quote, lines: [['s', 1, 1]] })
      .map(({ pointer, keyword }) => `${pointer} ${keyword}`)
      .toSorted(),
  ).toEqual(['/lines/0 additionalItems', '/lines/0 maxItems']);
});

test.each([
  ['ajv', compileSchema2020],
  ['hyperjump', compileSchemaIndependently],
] as const)('[C5.1] %s refuses what it cannot compile, with a code', async (_, compile) => {
  await expect(compile(openapi, '/components/schemas/Gone')).rejects.toMatchObject({
    name: 'ValidatorError',
    code: 'pointer-not-found',
    pointer: '/components/schemas/Gone',
  });
  await expect(compile({ a: { $ref: 'https://elsewhere.invalid/x' } }, '/a')).rejects.toMatchObject({
    code: 'schema-not-compilable',
    pointer: '/a',
  });
  await expect(compile({ a: { type: 'string', pattern: '(' } }, '/a')).rejects.toMatchObject({ code: 'schema-not-compilable' });
});

test('[C5.1] names with slashes, tildes, percent and number signs can be compiled', async () => {
  const document = { 'a/b~c%20#d': { $ref: '#/x%25y' }, 'x%y': { type: 'string' } };
  const check = await compileSchema2020(document, '/a~1b~0c%20#d');
  expect([check('s').length, check(1).length]).toEqual([0, 1]);
});
