import type { ChoiceNode, NamedSchema, Node, NumberNode, ObjectNode, StringNode } from '@tidemark/model';
import * as fc from 'fast-check';

/** What random nodes refer to: two union members and a recursive tree. */
export const arbitrarySchemas: readonly NamedSchema[] = [
  named('Alpha', {
    kind: 'object',
    properties: [
      member('kind', { kind: 'literal', values: ['alpha'] }),
      member('n', { kind: 'number', integer: true, minimum: 0, maximum: 9 }),
    ],
    additional: false,
  }),
  named('Beta', {
    kind: 'object',
    properties: [
      member('kind', { kind: 'literal', values: ['beta'] }),
      { name: 's', required: false, node: { kind: 'string', maxLength: 3 } },
    ],
    additional: false,
  }),
  named('Tree', {
    kind: 'object',
    properties: [member('children', { kind: 'array', prefix: [], items: { kind: 'ref', name: 'Tree' }, maxItems: 2 })],
    additional: false,
  }),
];

/** Patterns with texts that match them. */
export const samplePatterns: ReadonlyMap<string, readonly string[]> = new Map([
  ['^[a-z]{1,4}$', ['a', 'zz', 'abcd']],
  ['^(?:0|[1-9][0-9]{0,2})$', ['0', '7', '120']],
  ['^[^\\u{1F600}]*$', ['', 'é', '\u{1F601}']],
]);

const bound = fc.integer({ min: 0, max: 4 });
const doc = fc.option(fc.constantFrom({ title: 'T' }, { description: 'D' }, { title: 'T', description: 'D', deprecated: true as const }), {
  nil: undefined,
});

/** Random nodes of every kind, at most about three levels deep. */
export const arbitraryNode: fc.Arbitrary<Node> = fc.letrec<{ node: Node; leaf: Node }>((tie) => ({
  leaf: fc.oneof(
    fc.constantFrom<Node>(
      { kind: 'any' },
      { kind: 'any', maxBytes: 64, maxDepth: 3 },
      { kind: 'never' },
      { kind: 'null' },
      { kind: 'boolean' },
    ),
    fc
      .uniqueArray(fc.constantFrom('a', 'b', 0, 1, 1.5, true, null), { minLength: 1, maxLength: 4 })
      .map((values): Node => ({ kind: 'literal', values })),
    numberNode(),
    stringNode(),
    fc.constantFrom('Alpha', 'Beta', 'Tree').map((name): Node => ({ kind: 'ref', name })),
  ),
  node: fc
    .tuple(
      fc.oneof(
        { maxDepth: 3, depthSize: 'small' },
        tie('leaf'),
        arrayNode(tie('node')),
        objectNode(tie('node')),
        taggedNode(tie('leaf')),
        choiceNode(tie('node')),
      ),
      doc,
    )
    .map(([node, documentation]): Node => (documentation === undefined ? node : { ...node, doc: documentation })),
})).node;

function numberNode(): fc.Arbitrary<NumberNode> {
  return fc
    .record({
      integer: fc.boolean(),
      exclusive: fc.boolean(),
      low: fc.integer({ min: -5, max: 5 }),
      span: fc.integer({ min: 2, max: 9 }),
    })
    .map(({ integer, exclusive, low, span }) =>
      exclusive
        ? { kind: 'number', integer, minimum: low, exclusiveMinimum: low, exclusiveMaximum: low + span }
        : { kind: 'number', integer, minimum: low, maximum: low + span, ...(integer ? { multipleOf: 1 } : {}) },
    );
}

function stringNode(): fc.Arbitrary<StringNode> {
  return fc.oneof(
    fc.tuple(bound, bound).map(([minLength, more]): StringNode => ({ kind: 'string', minLength, maxLength: minLength + more })),
    bound.map((maxBytes): StringNode => ({ kind: 'string', maxBytes, scalar: 'Utf8' })),
    fc.constantFrom(...samplePatterns.keys()).map((pattern): StringNode => ({ kind: 'string', maxLength: 8, pattern })),
  );
}

function arrayNode(node: fc.Arbitrary<Node>): fc.Arbitrary<Node> {
  const list = fc
    .tuple(node, bound, fc.boolean())
    .map(([items, maxItems, unique]): Node => ({ kind: 'array', prefix: [], items, maxItems, ...(unique ? { uniqueItems: true } : {}) }));
  const tuple = fc
    .array(node, { minLength: 1, maxLength: 3 })
    .map((prefix): Node => ({ kind: 'array', prefix, items: false, minItems: prefix.length }));
  const open = fc.tuple(node, node).map(([first, items]): Node => ({ kind: 'array', prefix: [first], items, minItems: 1, maxItems: 4 }));
  return fc.oneof(list, tuple, open, fc.constant<Node>({ kind: 'array', prefix: [], items: false }));
}

function objectNode(node: fc.Arbitrary<Node>): fc.Arbitrary<ObjectNode> {
  const property = fc.record({ name: fc.constantFrom('a', 'b', 'toString', 'x-y'), required: fc.boolean(), node });
  const properties = fc.uniqueArray(property, { maxLength: 3, selector: ({ name }) => name });
  const closed = properties.map((list): ObjectNode => ({ kind: 'object', properties: list, additional: false }));
  const keys: StringNode = { kind: 'string', maxLength: 4, pattern: '^[a-z]{1,4}$' };
  const dictionary = fc
    .tuple(properties, node)
    .map(([list, additional]): ObjectNode => ({ kind: 'object', properties: list, additional, keys, maxProperties: 4 }));
  return fc.oneof(closed, dictionary);
}

function taggedNode(leaf: fc.Arbitrary<Node>): fc.Arbitrary<Node> {
  const references = fc.constant<Node>({
    kind: 'tagged',
    tag: 'kind',
    members: [
      { value: 'alpha', node: { kind: 'ref', name: 'Alpha' } },
      { value: 'beta', node: { kind: 'ref', name: 'Beta' } },
    ],
  });
  const mixed = leaf.map((node): Node => {
    const inline: ObjectNode = {
      kind: 'object',
      properties: [member('kind', { kind: 'literal', values: ['gamma'] }), member('x', node)],
      additional: false,
    };
    return {
      kind: 'tagged',
      tag: 'kind',
      members: [
        { value: 'alpha', node: { kind: 'ref', name: 'Alpha' } },
        { value: 'gamma', node: inline },
      ],
    };
  });
  return fc.oneof(references, mixed);
}

function choiceNode(node: fc.Arbitrary<Node>): fc.Arbitrary<ChoiceNode> {
  const main = fc.oneof<fc.Arbitrary<Node>[]>(
    stringNode(),
    numberNode(),
    arrayNode(node),
    objectNode(node),
    taggedNode(node),
    fc.constant({ kind: 'ref', name: 'Tree' }),
  );
  const pair = fc.tuple(stringNode(), objectNode(node)).map((branches): ChoiceNode => ({ kind: 'choice', branches }));
  const nullable = fc.tuple(main, fc.boolean()).map(([first, flag]): ChoiceNode => ({
    kind: 'choice',
    branches: [first, { kind: 'null' }, ...(flag ? [{ kind: 'boolean' } as const] : [])],
  }));
  return fc.oneof(nullable, pair, fc.constant<ChoiceNode>({ kind: 'choice', branches: [{ kind: 'null' }, { kind: 'boolean' }] }));
}

function member(name: string, node: Node): ObjectNode['properties'][number] {
  return { name, required: true, node };
}

function named(name: string, node: Node): NamedSchema {
  return { name, node, examples: [], recursive: name === 'Tree' };
}
