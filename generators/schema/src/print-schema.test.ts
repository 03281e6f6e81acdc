import type { Node } from '@tidemark/model';
import { expect, test } from 'vitest';
import { type Dialect, printSchema } from './print-schema.ts';
import { schemaCompiler } from './testing/validators.ts';

interface Row {
  readonly node: Node;
  /** What both dialects print, or each. */
  readonly printed: object | Readonly<Record<Dialect, object>>;
}

const number = { kind: 'number', integer: false, minimum: 0, maximum: 1 } as const;
const text = { kind: 'string', maxLength: 5 } as const;
const a = { kind: 'ref', name: 'A' } as const;
const b = { kind: 'ref', name: 'B' } as const;
const inline = {
  kind: 'object',
  properties: [{ name: 'k', required: true, node: { kind: 'literal', values: ['c'] } }],
  additional: false,
} as const;
const inlinePrinted = { type: 'object', required: ['k'], properties: { k: { type: 'string', const: 'c' } }, additionalProperties: false };
const refA = { $ref: '#/components/schemas/A' };
const refB = { $ref: '#/components/schemas/B' };

const rows: Readonly<Record<string, Row>> = {
  any: { node: { kind: 'any' }, printed: {} },
  'any within bounds': {
    node: { kind: 'any', maxBytes: 64, maxDepth: 3, doc: { description: 'D' } },
    printed: { description: 'D', 'x-max-bytes': 64, 'x-max-depth': 3 },
  },
  never: { node: { kind: 'never' }, printed: { not: {} } },
  null: { node: { kind: 'null' }, printed: { type: 'null' } },
  boolean: { node: { kind: 'boolean', doc: { title: 'T', deprecated: true } }, printed: { title: 'T', type: 'boolean', deprecated: true } },
  'literal of one value': { node: { kind: 'literal', values: ['x'] }, printed: { type: 'string', const: 'x' } },
  'literal null': { node: { kind: 'literal', values: [null] }, printed: { type: 'null', const: null } },
  'literals of one type': { node: { kind: 'literal', values: [1, 2] }, printed: { type: 'integer', enum: [1, 2] } },
  'literals of several types': {
    node: { kind: 'literal', values: ['x', 1.5, true, null] },
    printed: { type: ['string', 'number', 'boolean', 'null'], enum: ['x', 1.5, true, null] },
  },
  number: { node: { ...number, multipleOf: 0.5 }, printed: { type: 'number', minimum: 0, maximum: 1, multipleOf: 0.5 } },
  'number, the tighter bound of a pair': {
    node: { kind: 'number', integer: true, minimum: 1, exclusiveMinimum: 0, maximum: 9, exclusiveMaximum: 9 },
    printed: { type: 'integer', minimum: 1, exclusiveMaximum: 9 },
  },
  'safe integer': {
    node: { kind: 'number', integer: true, minimum: 0, maximum: 9007199254740991, scalar: 'SafeUint' },
    printed: { type: 'integer', minimum: 0, maximum: 9007199254740991, 'x-scalar': 'SafeUint' },
  },
  string: { node: { ...text, minLength: 1, pattern: '^a' }, printed: { type: 'string', minLength: 1, maxLength: 5, pattern: '^a' } },
  'string bounded in bytes': {
    node: { kind: 'string', maxBytes: 9, scalar: 'Utf8' },
    printed: { type: 'string', maxLength: 9, 'x-scalar': 'Utf8', 'x-max-bytes': 9 },
  },
  'string bounded in both': {
    node: { kind: 'string', maxLength: 4, maxBytes: 9 },
    printed: { type: 'string', maxLength: 4, 'x-max-bytes': 9 },
  },
  'string without a bound': { node: { kind: 'string', unbounded: 'why' }, printed: { type: 'string', 'x-unbounded': 'why' } },
  'timestamp, with the format readers know': {
    node: { kind: 'string', pattern: '^[0-9]Z$', scalar: 'Timestamp' },
    printed: { type: 'string', format: 'date-time', pattern: '^[0-9]Z$', 'x-scalar': 'Timestamp' },
  },
  'base64url, an encoding that draft-07 lacks': {
    node: { kind: 'string', maxLength: 4, scalar: 'Base64Url', decodedBytes: { max: 3 } },
    printed: {
      '2020-12': { type: 'string', maxLength: 4, contentEncoding: 'base64url', 'x-scalar': 'Base64Url', 'x-decoded-bytes': { max: 3 } },
      'draft-07': { type: 'string', maxLength: 4, 'x-scalar': 'Base64Url', 'x-decoded-bytes': { max: 3 } },
    },
  },
  list: {
    node: { kind: 'array', prefix: [], items: text, minItems: 1, maxItems: 9, uniqueItems: true },
    printed: { type: 'array', items: { type: 'string', maxLength: 5 }, minItems: 1, maxItems: 9, uniqueItems: true },
  },
  'empty list': { node: { kind: 'array', prefix: [], items: false }, printed: { type: 'array', maxItems: 0 } },
  tuple: {
    node: { kind: 'array', prefix: [{ kind: 'null' }, { kind: 'boolean' }], items: false, minItems: 2 },
    printed: {
      '2020-12': { type: 'array', prefixItems: [{ type: 'null' }, { type: 'boolean' }], items: false, minItems: 2, maxItems: 2 },
      'draft-07': { type: 'array', items: [{ type: 'null' }, { type: 'boolean' }], additionalItems: false, minItems: 2, maxItems: 2 },
    },
  },
  'list with a prefix': {
    node: { kind: 'array', prefix: [{ kind: 'null' }], items: { kind: 'boolean' }, maxItems: 4 },
    printed: {
      '2020-12': { type: 'array', prefixItems: [{ type: 'null' }], items: { type: 'boolean' }, maxItems: 4 },
      'draft-07': { type: 'array', items: [{ type: 'null' }], additionalItems: { type: 'boolean' }, maxItems: 4 },
    },
  },
  'closed object': {
    node: {
      kind: 'object',
      properties: [
        { name: 'b', required: true, node: { kind: 'null' } },
        { name: 'a', required: false, node: { kind: 'boolean' } },
      ],
      additional: false,
    },
    printed: { type: 'object', required: ['b'], properties: { b: { type: 'null' }, a: { type: 'boolean' } }, additionalProperties: false },
  },
  'empty object': { node: { kind: 'object', properties: [], additional: false }, printed: { type: 'object', additionalProperties: false } },
  'open object': {
    node: { kind: 'object', properties: [], alsoRequired: ['x'], additional: { kind: 'any' }, minProperties: 1 },
    printed: { type: 'object', required: ['x'], additionalProperties: true, minProperties: 1 },
  },
  record: {
    node: { kind: 'object', properties: [], additional: number, keys: text, maxProperties: 3 },
    printed: {
      type: 'object',
      propertyNames: { type: 'string', maxLength: 5 },
      additionalProperties: { type: 'number', minimum: 0, maximum: 1 },
      maxProperties: 3,
    },
  },
  'record beside declared properties': {
    node: { kind: 'object', properties: [{ name: 'declared', required: false, node: { kind: 'null' } }], additional: number, keys: text },
    printed: {
      type: 'object',
      properties: { declared: { type: 'null' } },
      propertyNames: { anyOf: [{ enum: ['declared'] }, { type: 'string', maxLength: 5 }] },
      additionalProperties: { type: 'number', minimum: 0, maximum: 1 },
    },
  },
  reference: { node: a, printed: refA },
  'documented reference': {
    node: { ...a, doc: { description: 'D', deprecated: true } },
    printed: {
      '2020-12': { ...refA, description: 'D', deprecated: true },
      'draft-07': { description: 'D', allOf: [refA], deprecated: true },
    },
  },
  'tagged union of references': {
    node: {
      kind: 'tagged',
      tag: 'k',
      members: [
        { value: 'a', node: a },
        { value: 'b', node: b },
      ],
    },
    printed: {
      '2020-12': {
        oneOf: [refA, refB],
        discriminator: { propertyName: 'k', mapping: { a: '#/components/schemas/A', b: '#/components/schemas/B' } },
      },
      'draft-07': { oneOf: [refA, refB] },
    },
  },
  'tagged union with an inline member': {
    node: {
      kind: 'tagged',
      tag: 'k',
      members: [
        { value: 'a', node: a },
        { value: 'c', node: inline },
      ],
    },
    printed: { oneOf: [refA, inlinePrinted] },
  },
  'tagged union of one member': { node: { kind: 'tagged', tag: 'k', members: [{ value: 'a', node: a }] }, printed: refA },
  'documented tagged union of one member': {
    node: { kind: 'tagged', tag: 'k', doc: { description: 'D' }, members: [{ value: 'c', node: inline }] },
    printed: { description: 'D', ...inlinePrinted },
  },
  'nullable string': { node: { kind: 'choice', branches: [text, { kind: 'null' }] }, printed: { type: ['string', 'null'], maxLength: 5 } },
  'nullable string, documented twice': {
    node: {
      kind: 'choice',
      doc: { description: 'outer' },
      branches: [{ ...text, doc: { title: 'T', description: 'inner' } }, { kind: 'null' }],
    },
    printed: { title: 'T', description: 'outer', type: ['string', 'null'], maxLength: 5 },
  },
  'boolean or null': {
    node: { kind: 'choice', branches: [{ kind: 'boolean' }, { kind: 'null' }] },
    printed: { type: ['boolean', 'null'] },
  },
  'nullable reference': { node: { kind: 'choice', branches: [a, { kind: 'null' }] }, printed: { anyOf: [refA, { type: 'null' }] } },
  'nullable literal': {
    node: { kind: 'choice', branches: [{ kind: 'literal', values: ['x'] }, { kind: 'null' }] },
    printed: { anyOf: [{ type: 'string', const: 'x' }, { type: 'null' }] },
  },
  'string or number': {
    node: { kind: 'choice', branches: [text, number] },
    printed: {
      anyOf: [
        { type: 'string', maxLength: 5 },
        { type: 'number', minimum: 0, maximum: 1 },
      ],
    },
  },
  'deprecated branch': {
    node: { kind: 'choice', branches: [{ ...text, doc: { deprecated: true } }, { kind: 'null' }] },
    printed: { anyOf: [{ type: 'string', maxLength: 5, deprecated: true }, { type: 'null' }] },
  },
};

function printedIn(row: Row, dialect: Dialect): object {
  return 'draft-07' in row.printed ? row.printed[dialect] : row.printed;
}

const compilers = {
  '2020-12': schemaCompiler('2020-12', { A: { type: 'object' }, B: { type: 'object' } }),
  'draft-07': schemaCompiler('draft-07', { A: { type: 'object' }, B: { type: 'object' } }),
};

test.each(Object.entries(rows))('[C2.2a, C1.5] %s in both dialects', (_name, row) => {
  for (const dialect of ['2020-12', 'draft-07'] as const) {
    const printed = printSchema(row.node, dialect);
    expect(printed).toEqual(printedIn(row, dialect));
    // Ajv is strict here: a keyword that the dialect does not know would throw.
    expect(compilers[dialect](printed)).toBeTypeOf('function');
  }
});

test('[C2.3] keys come in one order: documentation, keywords, annotations', () => {
  const node: Node = {
    kind: 'string',
    doc: { title: 'T', description: 'D', deprecated: true },
    unbounded: 'why',
    minLength: 1,
    pattern: '^a',
  };
  const printed = printSchema(node, '2020-12', { annotations: { examples: ['a'] } });
  expect(Object.keys(printed)).toEqual(['title', 'description', 'type', 'minLength', 'pattern', 'deprecated', 'examples', 'x-unbounded']);
});

test('[C2.2a] references go where the caller says', () => {
  const node: Node = {
    kind: 'tagged',
    tag: 'k',
    members: [
      { value: 'a', node: a },
      { value: 'b', node: b },
    ],
  };
  const printed = printSchema(node, '2020-12', { refTo: (name) => `https://example.org/${name}` });
  expect(printed).toEqual({
    oneOf: [{ $ref: 'https://example.org/A' }, { $ref: 'https://example.org/B' }],
    discriminator: { propertyName: 'k', mapping: { a: 'https://example.org/A', b: 'https://example.org/B' } },
  });
});

test('[C3.4] a property called __proto__ stays a property', () => {
  const node: Node = { kind: 'object', properties: [{ name: '__proto__', required: true, node: { kind: 'null' } }], additional: false };
  expect(JSON.stringify(printSchema(node, '2020-12'))).toBe(
    '{"type":"object","required":["__proto__"],"properties":{"__proto__":{"type":"null"}},"additionalProperties":false}',
  );
});
