import {
  BINARY,
  binaryStruct,
  bytes,
  Dictionary,
  Float,
  Int64,
  Json,
  List,
  Nullable,
  SafeUint,
  Sha256,
  Struct,
  Tagged,
  Text,
  Timestamp,
  type TSchema,
  Type,
  u32,
  Utf8,
  Base64Url,
  Uint64,
} from '@tidemark/contract';
import { expect, test } from 'vitest';
import type { Node } from './representation.ts';
import { schemasOf } from './testing/defined.ts';

const string = (maxLength: number): Node => ({ kind: 'string', maxLength });
const nothing: Node = { kind: 'null' };

const ref = (name: string) => ({ kind: 'ref', name });

/** The node of one type, unnamed documentation left out. */
function nodeOf(type: TSchema): Node | undefined {
  return schemasOf({ Probe: type })['Probe']?.node;
}

const table: readonly (readonly [what: string, type: TSchema, node: unknown])[] = [
  ['null', Type.Null(), nothing],
  ['boolean', Type.Boolean(), { kind: 'boolean' }],
  ['literal', Type.Literal('a'), { kind: 'literal', values: ['a'] }],
  ['enum', Type.Unsafe({ enum: ['a', 1, null] }), { kind: 'literal', values: ['a', 1, null] }],
  ['enum object', Type.Enum({ A: 'a', B: 'b' }), { kind: 'literal', values: ['a', 'b'] }],
  [
    'number',
    Type.Number({ multipleOf: 0.5, exclusiveMinimum: 1, exclusiveMaximum: 9 }),
    { kind: 'number', integer: false, exclusiveMinimum: 1, exclusiveMaximum: 9, multipleOf: 0.5 },
  ],
  ['integer', Type.Integer({ minimum: -3, maximum: 3 }), { kind: 'number', integer: true, minimum: -3, maximum: 3 }],
  ['float', Float(0, 1), { kind: 'number', integer: false, minimum: 0, maximum: 1 }],
  [
    'SafeUint',
    SafeUint(),
    { kind: 'number', integer: true, minimum: 0, maximum: 2 ** 53 - 1, scalar: 'SafeUint', doc: { description: 'Integer, 0 to 2^53-1.' } },
  ],
  ['text', Text(9, { minLength: 1, pattern: '^a' }), { kind: 'string', minLength: 1, maxLength: 9, pattern: '^a' }],
  ['template literal', Type.TemplateLiteral('a${string}', { maxLength: 9 }), { kind: 'string', maxLength: 9, pattern: '^a.*$' }],
  [
    'list',
    List(Text(3), 4, { minItems: 1, uniqueItems: true }),
    { kind: 'array', prefix: [], items: string(3), minItems: 1, maxItems: 4, uniqueItems: true },
  ],
  ['tuple', Type.Tuple([Text(3), Type.Null()]), { kind: 'array', prefix: [string(3), nothing], items: false, minItems: 2 }],
  [
    '2020-12 tuple',
    Type.Unsafe({ type: 'array', prefixItems: [{ type: 'null' }], items: { type: 'boolean' }, maxItems: 3 }),
    { kind: 'array', prefix: [nothing], items: { kind: 'boolean' }, maxItems: 3 },
  ],
  [
    'struct',
    Struct({ b: Type.Optional(Text(3)), a: Type.Readonly(Type.Null()) }),
    {
      kind: 'object',
      properties: [
        { name: 'b', required: false, node: string(3) },
        { name: 'a', required: true, node: nothing },
      ],
      additional: false,
    },
  ],
  [
    'hostile names',
    Struct({ toString: Type.Null(), constructor: Type.Null(), '1': Type.Null() }),
    {
      kind: 'object',
      properties: ['1', 'toString', 'constructor'].map((name) => ({ name, required: true, node: nothing })),
      additional: false,
    },
  ],
  [
    'dictionary',
    Dictionary(Text(3), Type.Null(), 5),
    { kind: 'object', properties: [], additional: nothing, keys: string(3), maxProperties: 5 },
  ],
  [
    'record by pattern',
    Type.Record(Type.String({ pattern: '^a.$' }), Type.Null(), {
      additionalProperties: false,
      maxProperties: 5,
      'x-unbounded': 'the pattern bounds the keys',
    }),
    {
      kind: 'object',
      properties: [],
      additional: nothing,
      keys: { kind: 'string', pattern: '^a.$' },
      maxProperties: 5,
      unbounded: 'the pattern bounds the keys',
    },
  ],
  [
    'record by enum',
    Type.Record(Type.Enum(['a', 'b']), Type.Null(), { additionalProperties: false }),
    {
      kind: 'object',
      properties: [
        { name: 'a', required: true, node: nothing },
        { name: 'b', required: true, node: nothing },
      ],
      additional: false,
    },
  ],
  ['nullable', Nullable(Text(3)), { kind: 'choice', branches: [string(3), nothing] }],
  ['union of literals', Type.Union([Type.Literal('a'), Type.Literal('b')]), { kind: 'literal', values: ['a', 'b'] }],
  [
    'nullable literals',
    Type.Union([Type.Literal('a'), Type.Null(), Type.Literal(1)]),
    { kind: 'choice', branches: [{ kind: 'literal', values: ['a', 1] }, nothing] },
  ],
  ['type list', Type.Unsafe({ type: ['string', 'null'], maxLength: 3 }), { kind: 'choice', branches: [nothing, string(3)] }],
  [
    'union with a type list',
    Type.Union([Type.Unsafe({ type: ['string', 'null'], maxLength: 3 }), Type.Boolean()]),
    { kind: 'choice', branches: [nothing, string(3), { kind: 'boolean' }] },
  ],
  ['union of one', Type.Union([Text(3)]), string(3)],
  ['oneOf', Type.Unsafe({ oneOf: [{ type: 'null' }, { type: 'boolean' }] }), { kind: 'choice', branches: [nothing, { kind: 'boolean' }] }],
  ['any', Type.Any({ 'x-unbounded': 'a test' }), { kind: 'any', unbounded: 'a test' }],
  [
    'documentation',
    Type.Null({ title: 'T', description: 'D', deprecated: true }),
    { kind: 'null', doc: { title: 'T', description: 'D', deprecated: true } },
  ],
  ['unbounded', Type.String({ 'x-unbounded': 'free text' }), { kind: 'string', unbounded: 'free text' }],
];
for (const [what, type, node] of table) {
  test(`[C2.2a] ${what}`, () => {
    expect(nodeOf(type)).toEqual(node);
  });
}

test('[C1.4] scalars keep their names and bounds', () => {
  const scalars = {
    u: Uint64(),
    i: Int64(),
    t: Utf8({ maxBytes: 8, minLength: 1 }),
    b: Base64Url({ bytes: 3 }),
    m: Base64Url({ maxBytes: 3 }),
    s: Sha256(),
    at: Timestamp(),
    j: Json({ maxBytes: 9, maxDepth: 2 }),
  };
  const node = nodeOf(Struct(scalars));
  const parts = node?.kind === 'object' ? node.properties.map((property) => property.node) : [];
  expect(parts.map((part) => ('scalar' in part ? part.scalar : part.kind))).toEqual([
    'Uint64',
    'Int64',
    'Utf8',
    'Base64Url',
    'Base64Url',
    'Sha256',
    'Timestamp',
    'any',
  ]);
  expect(parts[2]).toMatchObject({ maxBytes: 8, maxLength: 8, minLength: 1 });
  expect([parts[3], parts[4]]).toMatchObject([{ decodedBytes: { exact: 3 } }, { decodedBytes: { max: 3 } }]);
  expect(parts[7]).toMatchObject({ kind: 'any', maxBytes: 9, maxDepth: 2 });
});

test('[C1.1] a named type is referred to: as itself, optional, read-only, nullable, in a list, by Type.Ref', () => {
  const Money = Struct({ minor: Int64() });
  const Kind = Type.Enum(['a', 'b']);
  const schemas = schemasOf({
    Money,
    Kind,
    Probe: Struct({
      a: Money,
      b: Type.Optional(Money),
      c: Type.Readonly(Money),
      d: Nullable(Money),
      e: List(Money, 2),
      f: Type.Ref('Money'),
      g: Type.Optional(Kind),
      h: Nullable(Kind),
    }),
  });
  const node = schemas['Probe']?.node;
  expect(node?.kind === 'object' ? node.properties.map((property) => [property.name, property.required, property.node]) : []).toEqual([
    ['a', true, ref('Money')],
    ['b', false, ref('Money')],
    ['c', true, ref('Money')],
    ['d', true, { kind: 'choice', branches: [ref('Money'), nothing] }],
    ['e', true, { kind: 'array', prefix: [], items: ref('Money'), maxItems: 2 }],
    ['f', true, ref('Money')],
    ['g', false, ref('Kind')],
    ['h', true, { kind: 'choice', branches: [ref('Kind'), nothing] }],
  ]);
});

test('[C1.1] a type that only looks like a named one keeps its own shape', () => {
  const schemas = schemasOf({
    Flag: Type.Boolean(),
    First: Type.Literal('a'),
    Probe: Struct({ type: Type.Literal('a'), on: Type.Boolean() }),
  });
  expect(schemas['Probe']?.node).toMatchObject({
    properties: [{ node: { kind: 'literal', values: ['a'] } }, { node: { kind: 'boolean' } }],
  });
});

test('[C1.2, C3.2] unions of objects are tagged, whatever the order and nesting of their members', () => {
  const Card = Tagged('card', { last4: Text(4) }, { tag: 'method' });
  const Cash = Tagged('cash', {}, { tag: 'method' });
  const Voucher = Tagged('voucher', {}, { tag: 'method' });
  const Payment = Type.Union([Card, Cash]);
  const schemas = schemasOf({
    Card,
    Cash,
    Payment,
    Wider: Type.Union([Voucher, Type.Null(), Payment]),
    Maybe: Nullable(Payment),
    ByRef: Type.Union([Type.Null(), Type.Ref('Payment')]),
  });
  const members = [
    { value: 'card', node: { kind: 'ref', name: 'Card' } },
    { value: 'cash', node: { kind: 'ref', name: 'Cash' } },
  ];
  const voucher = {
    kind: 'object',
    properties: [{ name: 'method', required: true, node: { kind: 'literal', values: ['voucher'] } }],
    additional: false,
  };
  expect(schemas['Payment']?.node).toEqual({ kind: 'tagged', tag: 'method', members });
  expect(schemas['Wider']?.node).toEqual({
    kind: 'choice',
    branches: [{ kind: 'tagged', tag: 'method', members: [{ value: 'voucher', node: voucher }, ...members] }, nothing],
  });
  expect(schemas['Maybe']?.node).toEqual({ kind: 'choice', branches: [{ kind: 'ref', name: 'Payment' }, nothing] });
  expect(schemas['ByRef']?.node).toEqual({ kind: 'choice', branches: [{ kind: 'ref', name: 'Payment' }, nothing] });
});

test('[C1.2] a second literal does not make a union ambiguous: the tag stands first', () => {
  const union = Type.Union([
    Struct({ type: Type.Literal('a'), delivery: Type.Literal('durable') }),
    Struct({ type: Type.Literal('b'), delivery: Type.Literal('ephemeral') }),
  ]);
  expect(nodeOf(union)).toMatchObject({ kind: 'tagged', tag: 'type' });
});

test('[C1.1] recursion, mutual and inline, becomes components that follow what brought them', () => {
  const defs = { Branch: Struct({ leaves: List(Type.Ref('Leaf'), 3) }), Leaf: Struct({ back: Nullable(Type.Ref('Branch')) }) };
  const Inline = Struct({ tree: Type.Cyclic({ Node: Struct({ nodes: List(Type.Ref('Node'), 3) }) }, 'Node'), note: Type.Null() });
  const schemas = schemasOf({
    Branch: Type.Cyclic(defs, 'Branch'),
    Inline,
    Tree: Type.Cyclic({ Twig: Struct({ twigs: List(Type.Ref('Twig'), 2) }) }, 'Twig'),
    User: Struct({ a: Type.Null() }),
  });
  expect(Object.values(schemas).map(({ name, recursive }) => [name, recursive])).toEqual([
    ['Branch', true],
    ['Leaf', true],
    ['Inline', false],
    ['Node', true],
    ['Tree', false],
    ['Twig', true],
    ['User', false],
  ]);
  expect(schemas['Tree']?.node).toEqual({ kind: 'ref', name: 'Twig' });
});

test('[C1.1] a name that only stands for another is resolved where it is used', () => {
  const Tree = Type.Cyclic({ Twig: Struct({ twigs: List(Type.Ref('Twig'), 2) }) }, 'Twig');
  expect(schemasOf({ Tree, Probe: Nullable(Tree) })['Probe']?.node).toEqual({
    kind: 'choice',
    branches: [{ kind: 'ref', name: 'Twig' }, nothing],
  });
});

test('[R4.6] a binary layout stays with its named schema', () => {
  const Seal = binaryStruct({ length: u32(), digest: bytes(32, 'sha256') });
  expect(schemasOf({ Seal })['Seal']?.binary).toEqual({
    size: 36,
    fields: [
      { name: 'length', offset: 0, type: 'u32', size: 4 },
      { name: 'digest', offset: 4, type: 'bytes', size: 32, text: 'sha256' },
    ],
  });
  expect(JSON.stringify(schemasOf({ Seal })['Seal']?.node)).not.toContain(BINARY);
});
