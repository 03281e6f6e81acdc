import type { NamedSchema, Node } from '@tidemark/model';
import { expect, test } from 'vitest';
import { componentSchemas, printNamedSchema } from './component-schemas.ts';

const schemas: readonly NamedSchema[] = [
  schema('Leaf', { kind: 'null' }),
  schema('Tree', {
    kind: 'object',
    properties: [{ name: 'more', required: false, node: { kind: 'ref', name: 'Tree' } }],
    additional: { kind: 'ref', name: 'Leaf' },
  }),
  schema('Unused', { kind: 'boolean' }),
  schema('Root', {
    kind: 'array',
    prefix: [{ kind: 'choice', branches: [{ kind: 'ref', name: 'Tree' }, { kind: 'null' }] }],
    items: false,
  }),
];

function schema(name: string, node: Node): NamedSchema {
  return { name, node, examples: [], recursive: false };
}

test('[C2.3] components are what the roots reach, in the contract order, cycles included', () => {
  expect(Object.keys(componentSchemas(schemas, '2020-12', ['Root']))).toEqual(['Leaf', 'Tree', 'Root']);
  expect(Object.keys(componentSchemas(schemas, 'draft-07', ['Unused', 'Absent']))).toEqual(['Unused']);
});

test('[C2.1, C2.2] a named schema carries its examples and its binary layout', () => {
  const named: NamedSchema = {
    ...schema('Stamp', { kind: 'object', doc: { description: 'D' }, properties: [], additional: false, unbounded: 'why' }),
    examples: [{ name: 'one', summary: 'One', value: {} }],
    binary: { size: 1, fields: [{ name: 'state', offset: 0, type: 'u8', size: 1, values: [1] }] },
  };
  expect(printNamedSchema(named, '2020-12')).toEqual({
    description: 'D',
    type: 'object',
    additionalProperties: false,
    examples: [{}],
    'x-binary-layout': { size: 1, byteOrder: 'little-endian', fields: [{ name: 'state', offset: 0, type: 'u8', size: 1, values: [1] }] },
    'x-unbounded': 'why',
  });
});

test('[C2.2a] an alias with examples keeps its reference bare in draft-07', () => {
  const named: NamedSchema = {
    ...schema('Alias', { kind: 'ref', name: 'Leaf' }),
    examples: [{ name: 'one', summary: 'One', value: null }],
  };
  expect(printNamedSchema(named, '2020-12')).toEqual({ $ref: '#/components/schemas/Leaf', examples: [null] });
  expect(printNamedSchema(named, 'draft-07')).toEqual({ allOf: [{ $ref: '#/components/schemas/Leaf' }], examples: [null] });
});
