import { Dictionary, List, Nullable, SafeUint, Struct, Tagged, Text, Type } from '../index.ts';
import type { BrokenCase } from './broken-cases.ts';

const AT = '/schemas/Probe';
/** The sample with one more named type. */
const probe = (type: unknown): Readonly<Record<string, unknown>> => ({ 'schemas/Probe': type });
const refused = (what: string, type: unknown, reason: string, at = AT): BrokenCase => ({
  what,
  set: probe(type),
  issues: [['unsupported-type', at, reason]],
});

/** Types that JSON Schema cannot carry. */
const uncarried: readonly BrokenCase[] = [
  refused('BigInt', Type.BigInt(), 'JSON has no type bigint; use Uint64() or Int64().'),
  refused('Undefined', Type.Undefined(), 'JSON has no type undefined.'),
  refused('Symbol', Type.Symbol(), 'JSON has no type symbol.'),
  refused('Void', Type.Void(), 'JSON has no type void.'),
  refused('Never', Type.Never(), 'The keyword not is not carried; say what is accepted.'),
  refused('Function', Type.Function([], Type.Null()), 'JSON has no type function.'),
  refused('Constructor', Type.Constructor([], Type.Null()), 'JSON has no type constructor.'),
  refused(
    'Intersect',
    Type.Intersect([Struct({ a: Type.Null() }), Struct({ b: Type.Null() })]),
    'The keyword allOf is not carried; write the intersection out as one Struct.',
  ),
  refused(
    'Codec',
    Type.Decode(Text(3), (value) => value),
    'A Codec has a rule that JSON Schema cannot carry.',
  ),
  refused(
    'Refine',
    Type.Refine(Text(3), () => true),
    'A Refine has a rule that JSON Schema cannot carry.',
  ),
  refused('a format', Type.String({ format: 'date', maxLength: 10 }), 'The keyword format is not carried; use a wire scalar or a pattern.'),
  refused('a default', Type.Boolean({ default: true }), 'The keyword default is not carried.'),
  refused(
    'a nested one',
    Struct({ a: Struct({ b: Type.BigInt() }) }),
    'JSON has no type bigint; use Uint64() or Int64().',
    `${AT}/properties/a/properties/b`,
  ),
  refused(
    'keywords beside a union',
    { ...Type.Union([Text(3), Type.Null()]), maxLength: 3 },
    'The keyword maxLength beside anyOf is not carried.',
  ),
  refused('keywords beside a reference', { $ref: 'Note', properties: {} }, 'The keyword properties beside $ref is not carried.'),
  refused(
    'an array without items',
    Type.Unsafe({ type: 'array', maxItems: 3 }),
    'An array needs a type for its items; a tuple is closed and has positions.',
  ),
  refused(
    'a map of two kinds',
    Type.Unsafe({
      type: 'object',
      patternProperties: { '^a$': { type: 'null' }, '^b$': { type: 'null' } },
      additionalProperties: false,
      maxProperties: 2,
      'x-unbounded': 'two keys',
    }),
    'A map has one kind of key.',
  ),
  refused(
    'a struct that is a map too',
    Type.Unsafe({
      type: 'object',
      properties: { a: { type: 'null' } },
      required: ['a'],
      additionalProperties: { type: 'null' },
      propertyNames: Text(3),
      maxProperties: 2,
    }),
    'An object is either a struct or a map.',
  ),
  refused(
    'keys that are an enum',
    Type.Unsafe({ type: 'object', additionalProperties: { type: 'null' }, propertyNames: { enum: ['a'] }, maxProperties: 2 }),
    'Keys are one plain string type; use Dictionary(keys, values, max).',
    `${AT}/propertyNames`,
  ),
];

const unbounded: readonly BrokenCase[] = (
  [
    ['a string', Type.String(), 'A string needs maxLength (code points) or Utf8({ maxBytes }).'],
    ['an integer', Type.Integer({ minimum: 0 }), 'An integer needs a minimum and a maximum.'],
    ['a list', Type.Array(Type.Null()), 'An array needs maxItems.'],
    ['a map', { ...Dictionary(Text(3), Type.Null(), 3), maxProperties: undefined }, 'A map needs maxProperties.'],
    [
      'keys of a map',
      Type.Record(Type.String(), Type.Null(), { maxProperties: 3 }),
      'Keys of a map need a bound; use Dictionary(keys, values, max).',
    ],
    ['any value', Type.Any(), 'Any value is accepted; use Json({ maxBytes, maxDepth }).'],
    [
      'an integer beyond 2^53-1',
      Type.Integer({ minimum: 0, maximum: 2 ** 53 }),
      'An integer beyond 2^53-1 is not kept by JSON readers; use Uint64() or Int64().',
    ],
  ] as const
).map(([what, type, reason]) => ({ what, set: probe(type), issues: [['unbounded', AT, reason]] }));

const unions: readonly BrokenCase[] = [
  {
    what: 'objects without a tag',
    set: probe(Type.Union([Struct({ a: Type.Null() }), Struct({ b: Type.Null() })])),
    issues: [['untagged-union', AT, 'No single required property is a different string literal in each member.']],
  },
  {
    what: 'objects with one tag value',
    set: probe(Type.Union([Tagged('a', { x: Type.Null() }), Tagged('a', { y: Type.Null() })])),
    issues: [['untagged-union', AT, 'No single required property is a different string literal in each member.']],
  },
  {
    what: 'an optional tag',
    set: probe(Type.Union([Struct({ type: Type.Optional(Type.Literal('a')) }), Tagged('b', {})])),
    issues: [['untagged-union', AT, 'No single required property is a different string literal in each member.']],
  },
  {
    what: 'several properties that could be the tag, none first everywhere',
    set: probe(
      Type.Union([Struct({ a: Type.Literal('x'), b: Type.Literal('x') }), Struct({ b: Type.Literal('y'), a: Type.Literal('y') })]),
    ),
    issues: [['untagged-union', AT, 'No single required property is a different string literal in each member.']],
  },
  {
    what: 'a tagged member that may be null',
    set: probe(
      Type.Union([
        Tagged('a', {}),
        Type.Unsafe({ type: ['object', 'null'], properties: { type: Type.Literal('b') }, required: ['type'], additionalProperties: false }),
      ]),
    ),
    issues: [['untagged-union', AT, 'A member accepts other JSON types beside an object.']],
  },
  {
    what: 'two strings',
    set: probe(Type.Union([Text(3), Text(5)])),
    issues: [['overlapping-union', AT, 'More than one member accepts a string.']],
  },
  {
    what: 'a literal beside its type, and an integer beside a number',
    set: probe(Type.Union([Type.Literal('a'), Text(3), SafeUint(), Type.Number()])),
    issues: [
      ['overlapping-union', AT, 'More than one member accepts a string.'],
      ['overlapping-union', AT, 'More than one member accepts a number.'],
    ],
  },
  {
    what: 'a literal twice, once in a nested union',
    set: probe(Type.Union([Type.Literal('a'), Type.Union([Type.Literal('b'), Type.Literal('a')])])),
    issues: [['overlapping-union', AT, 'More than one member accepts "a".']],
  },
  {
    what: 'null twice through a nested nullable',
    set: probe(Type.Union([Nullable(Text(3)), Type.Null()])),
    issues: [['overlapping-union', AT, 'More than one member accepts a null.']],
  },
  {
    what: 'a union of itself',
    set: probe(Type.Cyclic({ Probe: Type.Union([Type.Ref('Probe'), Type.Null()]) }, 'Probe')),
    issues: [['endless-type', AT, 'The type leads back to itself without an object or array in between.']],
  },
  {
    what: 'a union that opens the union that holds it',
    set: probe(
      Type.Cyclic(
        {
          Probe: Type.Union([Tagged('leaf', {}), Tagged('pair', { both: Type.Union([Type.Ref('Probe'), Tagged('other', {})]) })]),
        },
        'Probe',
      ),
    ),
    issues: [['endless-type', AT, 'A union within it opens a union that holds it; name the members of that one.']],
  },
  {
    what: 'two types that are each other',
    set: { 'schemas/Ping': Type.Ref('Pong'), 'schemas/Pong': Type.Ref('Ping') },
    issues: [
      ['endless-type', '/schemas/Ping', 'The type leads back to itself without an object or array in between.'],
      ['endless-type', '/schemas/Pong', 'The type leads back to itself without an object or array in between.'],
    ],
  },
];

const objects: readonly BrokenCase[] = [
  { what: 'an open object', set: probe(Type.Object({})), issues: [['open-object', AT, 'Unlisted fields are accepted.']] },
  {
    what: 'a map that is open beside its pattern',
    set: probe(Type.Record(Type.String({ pattern: '^a' }), Type.Null(), { maxProperties: 3, 'x-unbounded': 'keys are short' })),
    issues: [['open-object', AT, 'Keys that do not match the pattern are accepted.']],
  },
  {
    what: 'a required field without a type',
    set: probe(Type.Unsafe({ type: 'object', properties: {}, required: ['a'], additionalProperties: false })),
    issues: [['malformed-schema', `${AT}/required`, 'properties does not list a.']],
  },
  {
    what: 'a reference to nothing, and to what every object inherits',
    set: probe(Struct({ a: Type.Ref('Nothing'), b: Type.Ref('constructor'), c: Type.Ref('#') })),
    issues: [
      ['unknown-reference', `${AT}/properties/a`, 'Nothing is named Nothing.'],
      ['unknown-reference', `${AT}/properties/b`, 'Nothing is named constructor.'],
      ['unknown-reference', `${AT}/properties/c`, 'Nothing is named #.'],
    ],
  },
  {
    what: 'details of errors whose name another type, or other details, have',
    set: {
      'schemas/ConflictErrorDetails': Struct({ note: Text(3) }),
      'errors/lost': { status: 404, retriable: false, details: Struct({ a: Text(3) }), statusSource: 'x', description: 'x' },
      'errors/lost_error': { status: 404, retriable: false, details: Struct({ b: Text(3) }), statusSource: 'x', description: 'x' },
    },
    issues: [
      ['duplicate-name', '/errors/conflict/details', 'These details are named ConflictErrorDetails, as another type is.'],
      ['duplicate-name', '/errors/lost_error/details', 'These details are named LostErrorDetails, as another type is.'],
    ],
  },
  {
    what: 'a recursive definition with the name of another type',
    set: probe(Type.Cyclic({ Note: Struct({ notes: List(Type.Ref('Note'), 3) }) }, 'Note')),
    issues: [['duplicate-name', `${AT}/$defs/Note`, 'Another type is named Note too.']],
  },
  {
    what: 'a recursive definition that is not PascalCase',
    set: probe(Struct({ tree: Type.Cyclic({ tree: Struct({ trees: List(Type.Ref('tree'), 3) }) }, 'tree') })),
    issues: [['malformed-name', `${AT}/properties/tree/$defs/tree`, 'tree is not PascalCase.']],
  },
  {
    what: 'a name',
    set: { 'schemas/my_probe': Type.Null() },
    issues: [['malformed-name', '/schemas/my_probe', 'my_probe is not PascalCase.']],
  },
];

export const schemaCases: readonly BrokenCase[] = [...uncarried, ...unbounded, ...unions, ...objects];
