import Value from 'typebox/value';
import { expect, test } from 'vitest';
import {
  Base64Url,
  Dictionary,
  Float,
  Int64,
  Json,
  List,
  Nullable,
  SafeUint,
  sampleValue,
  Sha256,
  Struct,
  Tagged,
  Text,
  Timestamp,
  type TSchema,
  Type,
  Uint64,
  Utf8,
} from './index.ts';

const Tree = Type.Cyclic({ Tree: Struct({ left: Nullable(Type.Ref('Tree')), label: Text(3, { minLength: 2 }) }) }, 'Tree');
const types: Readonly<Record<string, TSchema>> = {
  scalars: Struct({
    a: SafeUint({ minimum: 3 }),
    b: Uint64(),
    c: Int64(),
    d: Utf8({ maxBytes: 3, minLength: 1 }),
    e: Sha256(),
    f: Timestamp(),
    g: Json({ maxBytes: 9, maxDepth: 1 }),
    h: Float(-2, -1),
    i: Type.Boolean(),
    j: Type.Null(),
  }),
  base64url: Struct({ a: Base64Url({ bytes: 32 }), b: Base64Url({ maxBytes: 4 }), c: Base64Url({ bytes: 7 }) }),
  lists: Struct({ a: List(Text(3), 4, { minItems: 2 }), b: Type.Tuple([SafeUint(), Text(3)]), c: List(Text(3), 4) }),
  unions: Struct({ a: Type.Union([Tagged('x', { n: SafeUint() }), Tagged('y', {})]), b: Type.Enum(['p', 'q']), c: Nullable(Text(3)) }),
  maps: Dictionary(Text(3), SafeUint(), 3),
  optional: Struct({ a: Type.Optional(Text(3, { pattern: '^y$' })) }),
  exclusive: Type.Number({ exclusiveMinimum: 4 }),
  negative: Type.Number({ maximum: -4 }),
  tree: Tree,
};

for (const [name, type] of Object.entries(types)) {
  test(`[C1.3] a value is made up for ${name}`, () => {
    expect(Value.Check(type, sampleValue(type))).toBe(true);
  });
}

test('[C1.3] what is no type, or can only be matched by luck, gives some value and no error', () => {
  const hostile = [
    null,
    7,
    { type: 'object', properties: 5, required: ['a'] },
    { anyOf: 4 },
    { type: 'string', minLength: 1e12 },
    { type: 'array', minItems: 1e12, items: 3 },
    Text(3, { pattern: '^y$' }),
  ];
  expect(hostile.map((type) => typeof sampleValue(type as TSchema))).toEqual([
    'object',
    'object',
    'object',
    'object',
    'string',
    'object',
    'string',
  ]);
});
