import { Base64Url, binaryStruct, bytes, Dictionary, List, SafeUint, Struct, Text, Type, u32, u64, u8 } from '../index.ts';
import { BINARY } from '../keywords.ts';
import type { BrokenCase } from './broken-cases.ts';

const AT = '/schemas/Probe';
const probe = (type: unknown): Readonly<Record<string, unknown>> => ({ 'schemas/Probe': type });

const malformed = (
  [
    ['maxLength as text', { type: 'string', maxLength: '3' }, '/maxLength', 'It is not a safe integer of at least 0.'],
    ['maxLength below 0', { type: 'string', maxLength: -1 }, '/maxLength', 'It is not a safe integer of at least 0.'],
    ['properties as null', { type: 'object', properties: null }, '/properties', 'It is not types by name.'],
    ['a boolean part', { type: 'object', properties: { a: true } }, '/properties', 'It is not types by name.'],
    ['anyOf as an object', { anyOf: {} }, '/anyOf', 'It is not a list of at least one type.'],
    ['a union of nothing', Type.Union([]), '/anyOf', 'It is not a list of at least one type.'],
    ['required as text', { type: 'object', required: 'a' }, '/required', 'It is not a list of distinct names.'],
    ['multipleOf 0', { type: 'number', multipleOf: 0 }, '/multipleOf', 'It is not a number above 0.'],
    ['an enum of objects', { enum: [{}] }, '/enum', 'It is not a list of distinct strings, numbers, booleans or null.'],
    ['an enum with a value twice', { enum: ['a', 'a'] }, '/enum', 'It is not a list of distinct strings, numbers, booleans or null.'],
    ['a literal object', { const: {} }, '/const', 'It is not a string, number, boolean or null.'],
    ['a blank reason', { type: 'string', 'x-unbounded': ' ' }, '/x-unbounded', 'It is not the reason for a missing bound.'],
    ['no type at all', { type: [] }, '/type', 'It is not a type name or several.'],
    ['a literal of another type', { type: 'number', const: 'a' }, '', 'A listed value is not of the type beside it.'],
  ] as const
).map(([what, type, at, reason]): BrokenCase => ({ what, set: probe(type), issues: [['malformed-schema', AT + at, reason]] }));

const bounds = (
  [
    ['lengths', { type: 'string', minLength: 4, maxLength: 3 }, '/minLength', 'minLength 4 is above maxLength 3.'],
    ['items', List(Type.Null(), 1, { minItems: 2 }), '/minItems', 'minItems 2 is above maxItems 1.'],
    ['numbers', SafeUint({ minimum: 5, maximum: 4 }), '/minimum', 'minimum 5 is above maximum 4.'],
    ['exclusive numbers', Type.Number({ exclusiveMinimum: 1, exclusiveMaximum: 1 }), '', 'The exclusive bounds leave no number.'],
    ['an exclusive maximum', Type.Number({ minimum: 1, exclusiveMaximum: 1 }), '', 'The exclusive bounds leave no number.'],
  ] as const
).map(([what, type, at, reason]): BrokenCase => ({
  what: `${what} of an empty range`,
  set: probe(type),
  issues: [['malformed-bound', AT + at, reason]],
}));

const scalars = (
  [
    ['an unknown scalar', { ...Text(3), 'x-scalar': 'Money' }, '/x-scalar', 'There is no scalar Money.'],
    ['an inherited name', { ...Text(3), 'x-scalar': 'toString' }, '/x-scalar', 'There is no scalar toString.'],
    ['a Uint64 of another pattern', { ...Text(20), 'x-scalar': 'Uint64' }, '', 'Its keywords are not those that Uint64() gives.'],
    ['a negative SafeUint', SafeUint({ minimum: -1 }), '', 'Its keywords are not those that SafeUint() gives.'],
    ['a Utf8 without a bound', { ...Text(3), 'x-scalar': 'Utf8' }, '', 'Its keywords are not those that Utf8() gives.'],
    [
      'a Base64Url of another size',
      { ...Base64Url({ bytes: 3 }), 'x-decoded-bytes': { exact: 4 } },
      '',
      'Its keywords are not those that Base64Url() gives.',
    ],
    [
      'a decoded size on plain text',
      { ...Text(3), 'x-decoded-bytes': { exact: 4 } },
      '/x-decoded-bytes',
      'The annotation belongs to a wire scalar.',
    ],
    ['bytes of a boolean', { type: 'boolean', 'x-max-bytes': 4 }, '/x-max-bytes', 'The annotation belongs to a wire scalar.'],
  ] as const
).map(([what, type, at, reason]): BrokenCase => ({ what, set: probe(type), issues: [['malformed-scalar', AT + at, reason]] }));

const layout = (type: object): object => ({ ...type, [BINARY]: structuredClone((type as Record<string, unknown>)[BINARY]) });
const misplaced = layout(binaryStruct({ a: u32(), b: u64() })) as Record<string, { fields: { offset: number }[] }>;
Object.assign(misplaced[BINARY]?.fields[1] ?? {}, { offset: 5 });

const layouts = (
  [
    ['no field', binaryStruct({}), 'A layout has at least one field.'],
    ['a number for a name', binaryStruct({ a: u32(), 1: u32() }), 'The field 1 has a number for a name, which loses its place.'],
    ['a byte above 255', binaryStruct({ a: u8([1, 256]) }), 'The field a does not list distinct values from 0 to 255.'],
    ['a fractional byte', binaryStruct({ a: u8([0.5]) }), 'The field a does not list distinct values from 0 to 255.'],
    ['no byte', binaryStruct({ a: { ...u8([1]), values: [] } }), 'The field a does not list distinct values from 0 to 255.'],
    ['other bytes in JSON', binaryStruct({ a: { ...u8([1]), values: [2] } }), 'The field a does not list the same values in JSON.'],
    ['bytes of no length', binaryStruct({ a: bytes(0) }), 'The field a is not at least one byte long.'],
    ['a digest of 20 bytes', binaryStruct({ a: bytes(20, 'sha256') }), 'The field a is no SHA-256 digest of 32 bytes.'],
    ['bytes of another length in JSON', binaryStruct({ a: { ...bytes(4), size: 5 } }), 'The field a is not as many bytes in JSON.'],
    ['a u64 of 4 bytes', binaryStruct({ a: { ...u64(), size: 4 } }), 'The field a is no u8, u32, u64 or bytes of the right size.'],
    ['a u64 without JSON form', binaryStruct({ a: { ...u64(), json: 'safe-uint' } }), 'The field a is not a u64 in JSON.'],
    ['a u32 that JSON knows larger', binaryStruct({ a: { ...u32(), schema: SafeUint() } }), 'The field a is not a u32 in JSON.'],
    [
      'more than 65,536 bytes',
      binaryStruct({ a: bytes(40_000), b: bytes(40_000) }),
      'The size is not the sum of the fields, at most 65536 bytes.',
    ],
    ['fields that overlap', misplaced, 'The field b is not where the last one ends.'],
    [
      'fields of another struct',
      { ...Struct({ b: SafeUint() }), [BINARY]: binaryStruct({ a: u32() })[BINARY as never] },
      'The fields are not those of the struct, all required, in order.',
    ],
  ] as const
).map(([what, type, reason]): BrokenCase => ({ what, set: probe(type), issues: [['malformed-layout', `${AT}/${BINARY}`, reason]] }));

const others: readonly BrokenCase[] = [
  {
    what: 'a binary layout that has no name',
    set: probe(Struct({ inner: binaryStruct({ a: u32() }) })),
    issues: [['unnamed-schema', `${AT}/properties/inner`, 'A binaryStruct is a named type, or its layout has no name.']],
  },
  {
    what: 'an expression that does not compile',
    set: probe(Text(3, { pattern: '(' })),
    issues: [['malformed-pattern', `${AT}/pattern`, '( does not compile with the u flag.']],
  },
  {
    what: 'an expression that backtracks exponentially',
    set: probe(Text(40, { pattern: '^(a+)+$' })),
    issues: [['unsafe-pattern', `${AT}/pattern`, 'A text that fails can be read in exponentially many ways: ^(a+)+$.']],
  },
  {
    what: 'a key that backtracks exponentially',
    set: probe(Dictionary(Text(40, { pattern: '^(a|[a-z])*$' }), Text(1), 3)),
    issues: [['unsafe-pattern', `${AT}/propertyNames/pattern`, 'A text that fails can be read in exponentially many ways: ^(a|[a-z])*$.']],
  },
];

export const annotationCases: readonly BrokenCase[] = [...malformed, ...bounds, ...scalars, ...layouts, ...others];
