import { expect, test } from 'vitest';
import { MODEL_ERRORS, ModelError, nodeFromJsonSchema, represent } from './index.ts';

const any = { kind: 'any' };
const nothing = { kind: 'null' };
const ref = (name: string) => ({ kind: 'ref', name });

const table: readonly (readonly [what: string, schema: unknown, node: unknown])[] = [
  ['true', true, any],
  ['false', false, { kind: 'never' }],
  ['the empty schema', {}, any],
  [
    'documentation only',
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'https://example.com/x',
      title: 'T',
      $comment: 'c',
      default: 1,
      examples: [1],
    },
    { kind: 'any', doc: { title: 'T' } },
  ],
  ['a type list', { type: ['null', 'boolean'] }, { kind: 'choice', branches: [nothing, { kind: 'boolean' }] }],
  ['integer beside number', { type: ['integer', 'number'] }, { kind: 'number', integer: false }],
  [
    'a missing type',
    { minLength: 2 },
    {
      kind: 'choice',
      branches: [
        nothing,
        { kind: 'boolean' },
        { kind: 'number', integer: false },
        { kind: 'string', minLength: 2 },
        { kind: 'array', prefix: [], items: any },
        { kind: 'object', properties: [], additional: any },
      ],
    },
  ],
  ['a const of another type', { const: 1, type: 'string' }, { kind: 'literal', values: [] }],
  ['an enum within its type', { enum: ['a', 1, null, 1.5], type: ['integer', 'null'] }, { kind: 'literal', values: [1, null] }],
  ['an empty enum', { enum: [] }, { kind: 'literal', values: [] }],
  [
    'boolean parts',
    { type: 'object', properties: { a: true, b: false } },
    {
      kind: 'object',
      properties: [
        { name: 'a', required: false, node: any },
        { name: 'b', required: false, node: { kind: 'never' } },
      ],
      additional: any,
    },
  ],
  [
    'required without properties',
    { type: 'object', required: ['b', '__proto__'], properties: { a: true } },
    { kind: 'object', properties: [{ name: 'a', required: false, node: any }], alsoRequired: ['b', '__proto__'], additional: any },
  ],
  [
    'patternProperties',
    { type: 'object', patternProperties: { '^a': { type: 'null' } }, additionalProperties: false },
    { kind: 'object', properties: [], additional: nothing, keys: { kind: 'string', pattern: '^a' } },
  ],
  [
    'patternProperties of any key',
    { type: 'object', patternProperties: { '^.*$': { type: 'null' } } },
    { kind: 'object', properties: [], additional: nothing },
  ],
  [
    'propertyNames',
    { type: 'object', propertyNames: { type: 'string', maxLength: 3 }, additionalProperties: { type: 'null' } },
    { kind: 'object', properties: [], additional: nothing, keys: { kind: 'string', maxLength: 3 } },
  ],
  [
    'additionalProperties',
    { type: 'object', properties: { a: { type: 'null' } }, additionalProperties: { type: 'boolean' }, minProperties: 1, maxProperties: 2 },
    {
      kind: 'object',
      properties: [{ name: 'a', required: false, node: nothing }],
      additional: { kind: 'boolean' },
      minProperties: 1,
      maxProperties: 2,
    },
  ],
  [
    'prefixItems',
    { type: 'array', prefixItems: [true, { type: 'null' }], items: false, minItems: 1 },
    { kind: 'array', prefix: [any, nothing], items: false, minItems: 1 },
  ],
  ['uniqueItems', { type: 'array', uniqueItems: true }, { kind: 'array', prefix: [], items: any, uniqueItems: true }],
  ['a union by type', { anyOf: [{ type: 'string' }, { type: 'null' }] }, { kind: 'choice', branches: [{ kind: 'string' }, nothing] }],
  [
    'a union by a const or an enum of one',
    {
      oneOf: [
        { type: 'object', properties: { k: { const: 'a' } }, required: ['k'] },
        { type: 'object', properties: { k: { enum: ['b'] } }, required: ['k'] },
      ],
    },
    {
      kind: 'tagged',
      tag: 'k',
      members: ['a', 'b'].map((value) => ({
        value,
        node: { kind: 'object', properties: [{ name: 'k', required: true, node: { kind: 'literal', values: [value] } }], additional: any },
      })),
    },
  ],
];
for (const [what, schema, node] of table) {
  test(`[C3.5, H5.3] ${what}`, () => {
    expect(nodeFromJsonSchema(schema)).toEqual({ node, schemas: [] });
  });
}

test('[C3.5] references to definitions and to the whole, by their names', () => {
  const { node, schemas } = nodeFromJsonSchema({
    type: 'object',
    properties: { next: { $ref: '#' }, item: { $ref: '#/$defs/Item' }, other: { $ref: '#/$defs/other-item' } },
    $defs: { Item: { type: 'null' }, 'other-item': { type: 'array', items: { $ref: '#/$defs/other-item' } }, Root: { type: 'boolean' } },
  });
  expect(node).toEqual(ref('Root2'));
  expect(schemas.map(({ name, recursive }) => [name, recursive])).toEqual([
    ['Item', false],
    ['OtherItem', true],
    ['Root', false],
    ['Root2', true],
  ]);
  expect(schemas[1]?.node).toEqual({ kind: 'array', prefix: [], items: ref('OtherItem') });
  const root = schemas[3]?.node;
  expect(root?.kind === 'object' ? root.properties.map((property) => property.node) : []).toEqual([
    ref('Root2'),
    ref('Item'),
    ref('OtherItem'),
  ]);
});

test('[C3.5] definitions that nothing uses stay, and the whole is no component unless it is referred to', () => {
  expect(nodeFromJsonSchema({ type: 'null', $defs: { A: true, B: { $ref: '#/$defs/A' } } })).toEqual({
    node: nothing,
    schemas: [
      { name: 'A', node: any, examples: [], recursive: false },
      { name: 'B', node: ref('A'), examples: [], recursive: false },
    ],
  });
});

const deep = Array.from({ length: 10_000 }).reduce<unknown>((items) => ({ type: 'array', items }), true);
const itself: { items?: unknown } = {};
itself.items = itself;
const wide = { enum: Array.from({ length: 1_000_001 }, (_, index) => index) };

const refused: readonly (readonly [what: string, make: unknown, code: string, path: string, reason: string])[] = [
  ['no schema', null, 'unsupported-value', '', 'A schema is an object or a boolean.'],
  ['a list', [], 'unsupported-value', '', 'A schema is an object or a boolean.'],
  [
    'another dialect',
    { $schema: 'http://json-schema.org/draft-07/schema#' },
    'unsupported-value',
    '/$schema',
    'Only the dialect 2020-12 is read.',
  ],
  ['allOf', { properties: { a: { allOf: [true] } } }, 'unsupported-keyword', '/properties/a', 'allOf is not carried.'],
  ['a keyword beside a union', { type: 'object', oneOf: [true] }, 'unsupported-keyword', '', 'type beside oneOf is not carried.'],
  ['a keyword beside a literal', { const: 1, minimum: 0 }, 'unsupported-keyword', '', 'minimum beside const is not carried.'],
  ['a literal object', { enum: [{}] }, 'unsupported-value', '', 'enum has a value that is no primitive.'],
  ['a nested $id', { items: { $id: 'https://example.com/item' } }, 'unsupported-keyword', '/items', '$id within a schema is not carried.'],
  ['positions in items', { items: [true] }, 'unsupported-value', '/items', 'Positions are written as prefixItems.'],
  ['an unknown type', { type: 'date' }, 'unsupported-value', '', 'JSON has no type date.'],
  ['an inherited type', { type: 'constructor' }, 'unsupported-value', '', 'JSON has no type constructor.'],
  ['a type of no kind', { type: 5 }, 'unsupported-value', '/type', 'It is not a type name or a list of them.'],
  ['properties that are none', { properties: null }, 'unsupported-value', '/properties', 'It is not schemas by name.'],
  ['a bound as text', { $defs: { A: { maxLength: '3' } } }, 'unsupported-value', '/$defs/A/maxLength', 'It is not a count.'],
  ['an expression', { pattern: '(' }, 'unsupported-value', '', 'The pattern ( is no ECMA-262 expression with the u flag.'],
  ['two patterns', { patternProperties: { a: true, b: true } }, 'unsupported-value', '', 'More than one pattern in patternProperties.'],
  [
    'an open pattern',
    { patternProperties: { a: true } },
    'unsupported-keyword',
    '',
    'patternProperties is carried only for a closed map: additionalProperties false, no properties, no propertyNames.',
  ],
  [
    'names beside properties',
    { properties: { a: true }, propertyNames: { maxLength: 3 } },
    'unsupported-keyword',
    '',
    'propertyNames beside properties is not carried.',
  ],
  ['names that are no text', { propertyNames: { enum: ['a'] } }, 'unsupported-value', '', 'propertyNames is no plain string schema.'],
  ['an unknown reference', { $ref: '#/$defs/A' }, 'unknown-reference', '', 'Nothing is named #/$defs/A.'],
  ['an inherited reference', { $ref: '#/$defs/constructor' }, 'unknown-reference', '', 'Nothing is named #/$defs/constructor.'],
  ['a reference elsewhere', { $ref: 'https://example.com/x' }, 'unknown-reference', '', 'Nothing is named https://example.com/x.'],
  [
    'a circle of references',
    { $ref: '#/$defs/A', $defs: { A: { $ref: '#/$defs/B' }, B: { $ref: '#/$defs/A' } } },
    'unknown-reference',
    '',
    'B refers only to itself.',
  ],
  ['a union of itself', { anyOf: [{ $ref: '#' }, { type: 'null' }] }, 'ambiguous-union', '', 'The union contains itself.'],
  [
    'a union of two strings',
    { anyOf: [{ minLength: 2, type: 'string' }, { type: 'string' }] },
    'ambiguous-union',
    '',
    'More than one member accepts a string.',
  ],
  ['a union of a value twice', { oneOf: [{ const: 1 }, { enum: [1, 2] }] }, 'ambiguous-union', '', 'More than one member accepts 1.'],
  [
    'objects without a tag',
    { anyOf: [{ type: 'object' }, { type: 'object' }] },
    'ambiguous-union',
    '',
    'Object members have no single literal tag.',
  ],
  [
    'an object that may be null',
    {
      anyOf: [
        { type: 'object', properties: { k: { const: 'a' } }, required: ['k'] },
        { type: ['object', 'null'], properties: { k: { const: 'b' } }, required: ['k'] },
      ],
    },
    'ambiguous-union',
    '',
    'A member accepts other JSON types beside an object.',
  ],
  [
    'a union that opens the union that holds it',
    {
      $defs: {
        E: {
          anyOf: [
            { type: 'object', properties: { k: { const: 'a' } }, required: ['k'] },
            {
              type: 'object',
              properties: {
                k: { const: 'b' },
                e: { anyOf: [{ $ref: '#/$defs/E' }, { type: 'object', properties: { k: { const: 'c' } }, required: ['k'] }] },
              },
              required: ['k'],
            },
          ],
        },
      },
    },
    'ambiguous-union',
    '/$defs/E/anyOf/1/properties/e/anyOf/1',
    'A union opens a union that holds it; refer to its members.',
  ],
  ['10,000 levels', deep, 'too-large', '', 'It is nested deeper than 256 levels.'],
  ['itself', itself, 'too-large', '', 'It is nested deeper than 256 levels.'],
  ['a million values', wide, 'too-large', '', 'It has more than 1000000 parts.'],
];

function errorOf(act: () => unknown): ModelError | undefined {
  try {
    act();
  } catch (error) {
    if (error instanceof ModelError) return error;
    throw error;
  }
  return undefined;
}

for (const [what, schema, code, path, reason] of refused) {
  test(`[C6.1, H5.3] refused: ${what}`, () => {
    const error = errorOf(() => nodeFromJsonSchema(schema));
    expect([error?.code, error?.path, error?.reason]).toEqual([code, path, reason]);
  });
}

test('[C6.1] every code of the table is triggered, and its fix is in the message', () => {
  const notAContract = errorOf(() => represent({} as never));
  expect(notAContract?.message).toBe(
    '[not-a-contract] at the top: It was not made by defineContract. Fix: Pass what defineContract or merge returns.',
  );
  const triggered = new Set([...refused.map(([, , code]) => code), notAContract?.code]);
  expect(Object.keys(MODEL_ERRORS).filter((code) => !triggered.has(code))).toEqual([]);
});
