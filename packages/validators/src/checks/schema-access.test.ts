import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../json.ts';
import { compileSchema2020, compileSchemaDraft07 } from '../schema/ajv-schemas.ts';
import { compileSchemaIndependently } from '../schema/hyperjump.ts';
import { SchemaAccess } from './schema-access.ts';

const tagged = (tag: unknown, rest: object = {}): object => ({ type: 'object', required: ['t'], properties: { t: tag, ...rest } });
const A = tagged({ const: 'a' }, { n: { type: 'integer' } });
const B = tagged({ const: 'b' }, { n: { type: 'string' } });
const union = (...oneOf: object[]): object => ({ oneOf });
const to = (name: string, siblings: object = {}): object => ({ $ref: `#/components/schemas/${name}`, ...siblings });

interface Case {
  readonly name: string;
  readonly union: object;
  /** More schemas of the document. */
  readonly schemas?: object;
  readonly value: unknown;
  readonly valid: boolean;
}

const cases: readonly Case[] = [
  { name: 'the member of the tag accepts', union: union(A, B), value: { t: 'a', n: 1 }, valid: true },
  { name: 'the member of the tag refuses', union: union(A, B), value: { t: 'a', n: 'x' }, valid: false },
  { name: 'no member has the tag', union: union(A, B), value: { t: 'c' }, valid: false },
  { name: 'two members have the tag and accept', union: union(A, tagged({ const: 'a' }), B), value: { t: 'a', n: 1 }, valid: false },
  { name: 'two members have the tag, one accepts', union: union(A, tagged({ const: 'a' }), B), value: { t: 'a', n: 'x' }, valid: true },
  { name: 'enums of tags overlap', union: union(tagged({ enum: ['a', 'b'] }), B), value: { t: 'b', n: 'x' }, valid: false },
  { name: 'enums of tags overlap elsewhere', union: union(tagged({ enum: ['a', 'b'] }), B), value: { t: 'a' }, valid: true },
  {
    name: 'the tag is optional and absent: two members accept',
    union: union({ properties: { t: { const: 'a' } } }, { properties: { t: { const: 'b' } } }),
    value: { n: 1 },
    valid: false,
  },
  { name: 'a member without a constant accepts as well', union: union(A, { type: 'object' }), value: { t: 'a', n: 1 }, valid: false },
  { name: 'a member without a constant accepts alone', union: union(A, { type: 'object' }), value: { t: 'a', n: 'x' }, valid: true },
  {
    name: 'a member has the constant beside a pattern',
    union: union(A, tagged({ type: 'string', pattern: '^b' })),
    value: { t: 'b' },
    valid: true,
  },
  { name: 'a tag that is no string', union: union(tagged({ const: 1 }), tagged({ const: 2 })), value: { t: 1 }, valid: true },
  { name: 'a list where the tag goes', union: union(A, B), value: { t: ['a'], n: 1 }, valid: false },
  { name: 'a value that is no object', union: union({ properties: { t: { const: 'a' } } }, { type: 'string' }), value: 7, valid: true },
  {
    name: 'two members accept what is no object',
    union: union({ properties: { t: { const: 'a' } } }, { properties: { t: { const: 'b' } } }),
    value: 7,
    valid: false,
  },
  {
    name: 'the discriminator lies',
    union: { ...union(A, to('B')), discriminator: { propertyName: 't', mapping: { a: '#/components/schemas/B' } } },
    value: { t: 'a', n: 1 },
    valid: true,
  },
  {
    name: 'the discriminator lies the other way',
    union: { ...union(A, to('B')), discriminator: { propertyName: 't', mapping: { a: '#/components/schemas/B' } } },
    value: { t: 'a', n: 'x' },
    valid: false,
  },
  { name: 'what stands beside oneOf refuses', union: { ...union(A, B), maxProperties: 1 }, value: { t: 'a', n: 1 }, valid: false },
  {
    name: 'what stands beside oneOf closes it',
    union: { ...union(A, B), properties: { t: true }, additionalProperties: false },
    value: { t: 'a', n: 1 },
    valid: false,
  },
  {
    name: 'a reference beside oneOf',
    union: { ...union(A, B), allOf: [to('Small')] },
    schemas: { Small: { maxProperties: 1 } },
    value: { t: 'a', n: 1 },
    valid: false,
  },
  { name: 'not beside oneOf', union: { ...union(A, B), not: { required: ['n'] } }, value: { t: 'a', n: 1 }, valid: false },
  {
    name: 'nested unions',
    union: union(to('Inner'), tagged({ enum: ['b', 'c'] })),
    schemas: { Inner: { ...union(A, tagged({ const: 'd' })), properties: { t: { enum: ['a', 'd'] } } } },
    value: { t: 'a', n: 'x' },
    valid: false,
  },
  {
    name: 'a union with the name of a prototype member as tag',
    union: union(tagged({ const: 'constructor' }), B),
    value: { t: 'toString' },
    valid: false,
  },
];

function documentOf({ union: schema, schemas = {} }: Pick<Case, 'union' | 'schemas'>): JsonObject {
  return { components: { schemas: { U: schema, B, ...schemas } } };
}

async function verdicts(
  document: JsonObject,
  dialect: '2020-12' | 'draft-07',
  value: unknown,
): Promise<{ judged: boolean[]; whole: boolean[] }> {
  const access = new SchemaAccess(document, dialect === '2020-12');
  const judged = (await access.judge('/components/schemas/U', dialect, value)).map(({ errors }) => errors.length === 0);
  expect(await access.accepts('/components/schemas/U', dialect, value)).toBe(judged[0]);
  access.release();
  const compile = dialect === '2020-12' ? [compileSchema2020, compileSchemaIndependently] : [compileSchemaDraft07];
  const checks = await Promise.all(compile.map((with_) => with_(document, '/components/schemas/U')));
  return { judged, whole: checks.map((check) => check(value).length === 0) };
}

test.each(cases)('[C5.1] a union is judged by its possible member as by all of them: $name', async ({ value, valid, ...made }) => {
  for (const dialect of ['2020-12', 'draft-07'] as const) {
    const { judged, whole } = await verdicts(documentOf(made), dialect, value);
    expect(whole).toEqual(whole.map(() => valid));
    expect(judged).toEqual(whole);
  }
});

const later: readonly Case[] = [
  {
    name: 'a bound beside the reference to a member',
    union: union(to('A1', { maxProperties: 1 }), to('B')),
    schemas: { A1: A },
    value: { t: 'a', n: 1 },
    valid: false,
  },
  {
    name: 'a constant beside a reference',
    union: union(tagged(to('Any', { const: 'a' })), B),
    schemas: { Any: true },
    value: { t: 'a' },
    valid: true,
  },
  {
    name: 'unevaluatedProperties sees what the member evaluated',
    union: { ...union(A, B), unevaluatedProperties: false },
    value: { t: 'a', n: 1 },
    valid: true,
  },
  {
    name: 'unevaluatedProperties sees what no member evaluated',
    union: { ...union(A, B), unevaluatedProperties: false },
    value: { t: 'a', o: 1 },
    valid: false,
  },
];

test.each(later)('[C5.1] the same in 2020-12: $name', async ({ value, valid, ...made }) => {
  const { judged, whole } = await verdicts(documentOf(made), '2020-12', value);
  expect(whole).toEqual([valid, valid]);
  expect(judged).toEqual(whole);
});

test.each(['$id', '$schema', '$anchor', '$dynamicAnchor'])(
  '[C5.1] a document in which a schema has %s is judged whole: its keywords may mean something else',
  (name) => {
    const scoped = documentOf({ union: union(A, B), schemas: { Other: { [name]: 'https://a.example/other' } } });
    const plain = documentOf({ union: union(A, B), schemas: { Other: { properties: { [name]: { type: 'string' } } } } });
    const seen = [scoped, plain].map((document) =>
      new SchemaAccess(document, false).possibleMembers('/components/schemas/U', '2020-12', { t: 'a' }),
    );
    expect(seen).toEqual([undefined, [0]]);
  },
);

test('[C5.1] const is no keyword of OpenAPI 3.0, so it rules nothing out there', async () => {
  const info = { title: 'A', version: '1' };
  const schema = {
    oneOf: [
      tagged({ type: 'string', const: 'a' }, { n: { type: 'integer' } }),
      tagged({ type: 'string', const: 'b' }, { n: { type: 'string' } }),
    ],
  };
  const access = new SchemaAccess({ openapi: '3.0.3', info, paths: {}, components: { schemas: { U: schema } } }, true);
  expect(access.possibleMembers('/components/schemas/U', 'oas-3.0', { t: 'a' })).toBeUndefined();
  expect(access.possibleMembers('/components/schemas/U', '2020-12', { t: 'a' })).toEqual([0]);
  access.release();
});

test('[C5.1] what is broken beside oneOf is reported at the union, once', async () => {
  const document = documentOf({ union: { ...union(A, B), pattern: '(' } });
  const access = new SchemaAccess(document, false);
  await access.judge('/components/schemas/U', '2020-12', { t: 'a', n: 1 });
  await access.compile('/components/schemas/U', '2020-12');
  expect([...new Set(access.findings.map(({ rule, pointer }) => `${rule} ${pointer}`))]).toEqual([
    'schema-not-compilable /components/schemas/U',
  ]);
  expect(access.findings.filter(({ message }) => message.includes('frames'))).toEqual([]);
  access.release();
});

/** Schemas and values that are likely to meet: few names, few constants. */
const tag = fc.constantFrom<unknown>(
  { const: 'a' },
  { const: 'b' },
  { enum: ['a', 'b'] },
  { enum: ['c'] },
  { type: 'string' },
  true,
  to('Tag'),
  { const: 1 },
);
const member = fc
  .record({ t: tag, n: fc.constantFrom<unknown>({ type: 'integer' }, { type: 'string' }, true) }, { requiredKeys: [] })
  .chain((properties) =>
    fc.record(
      {
        type: fc.constant('object'),
        required: fc.constantFrom(['t'], ['n'], []),
        additionalProperties: fc.constant(false),
        properties: fc.constant(properties),
      },
      { requiredKeys: ['properties'] },
    ),
  );
const reference = fc.constantFrom(to('B'), to('B', { title: 'B' }), to('B', { maxProperties: 1 }), to('Inner'));
const unions = fc
  .tuple(
    fc.array(fc.oneof({ weight: 3, arbitrary: member }, reference), { minLength: 2, maxLength: 4 }),
    fc.record(
      {
        required: fc.constant(['n']),
        maxProperties: fc.constant(1),
        description: fc.constant('A union.'),
        unevaluatedProperties: fc.constant(false),
        properties: fc.constant({ t: { enum: ['a', 'b'] } }),
        additionalProperties: fc.constant(false),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([oneOf, frame]) => ({ ...frame, oneOf }));
const values = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record(
      { t: fc.constantFrom<unknown>('a', 'b', 'c', 1, null), n: fc.constantFrom<unknown>(1, 'x') },
      { requiredKeys: [] },
    ),
  },
  fc.constantFrom<unknown>('a', 1, null, []),
);

test('[C5.1] whatever the union and the value, every validator says the same of the possible member as of the whole', async () => {
  const schemas = { Tag: { const: 'a' }, Inner: { oneOf: [A, B], title: 'Inner' } };
  await fc.assert(
    fc.asyncProperty(unions, values, async (schema, value) => {
      const { judged, whole } = await verdicts(documentOf({ union: schema, schemas }), '2020-12', value);
      expect(judged).toEqual(whole);
    }),
    { numRuns: 150 },
  );
});
