import type { NamedSchema, Node, ObjectNode, PropertyNode, RefNode } from '@tidemark/model';
import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { named, object } from './samples.ts';

const word = fc.string({ unit: fc.constantFrom(...Array.from('abcxyz-_/~"\'\\\n$é漢😀')), maxLength: 6 });
const names = fc.oneof(
  word,
  fc.constantFrom('constructor', 'toString', 'value', 'length', 'levels', 'key', 'class', 'valueOf', '0', '1', 'type', 'v', 'fields'),
);
const bounds = fc.tuple(fc.nat(4), fc.nat(6)).map(([min, more]) => ({ min, max: min + more }));

const leaves: Arbitrary<Node> = fc.oneof(
  fc.constantFrom<Node>({ kind: 'null' }, { kind: 'boolean' }),
  fc
    .uniqueArray(fc.oneof(word, fc.constantFrom(0, 1, -1, 1000, 2.5, true, false, null)), { minLength: 1, maxLength: 8 })
    .map((values): Node => ({ kind: 'literal', values })),
  bounds.map(({ min, max }): Node => ({ kind: 'string', minLength: min, maxLength: max })),
  bounds.map(({ max }): Node => ({ kind: 'string', scalar: 'Utf8', maxLength: max * 3, maxBytes: max * 3 })),
  fc.constantFrom<Node>({ kind: 'string', maxLength: 9, pattern: '^[a-z]+' }, { kind: 'string', pattern: '\\n|/' }),
  fc
    .tuple(fc.integer({ min: -2000, max: 2000 }), fc.nat(20_000), fc.boolean())
    .map(([minimum, more, integer]): Node => ({ kind: 'number', integer, minimum, maximum: minimum + more })),
  fc.constantFrom<Node>(
    { kind: 'number', integer: false },
    { kind: 'number', integer: true },
    { kind: 'number', integer: true, minimum: 0, maximum: Number.MAX_SAFE_INTEGER, scalar: 'SafeUint' },
    { kind: 'number', integer: false, exclusiveMinimum: -1, exclusiveMaximum: 1 },
    { kind: 'number', integer: true, multipleOf: 250 },
    { kind: 'number', integer: false, multipleOf: 0.01, minimum: 0, maximum: 100 },
  ),
  fc.constantFrom<Node>({ kind: 'any' }, { kind: 'any', maxBytes: 24, maxDepth: 2 }),
);

function composites(inner: Arbitrary<Node>): Arbitrary<Node> {
  const items = fc.record({ items: inner, range: bounds, unique: fc.boolean() }).map(({ items: node, range, unique }): Node => {
    return {
      kind: 'array',
      prefix: [],
      items: node,
      minItems: Math.min(range.min, 2),
      maxItems: range.max,
      ...(unique ? { uniqueItems: true as const } : {}),
    };
  });
  const tuples = fc
    .record({ prefix: fc.array(inner, { minLength: 1, maxLength: 3 }), rest: fc.option(inner), less: fc.nat(2) })
    .map(({ prefix, rest, less }): Node => {
      return {
        kind: 'array',
        prefix,
        items: rest ?? false,
        minItems: Math.max(0, prefix.length - less),
        maxItems: prefix.length + (rest === null ? 0 : 2),
      };
    });
  return fc.oneof(items, tuples, objects(inner), records(inner), tagged(inner), nullables(inner), choices(inner));
}

function properties(inner: Arbitrary<Node>, maxLength: number): Arbitrary<readonly PropertyNode[]> {
  return fc.uniqueArray(fc.record({ name: names, required: fc.boolean(), node: inner }), { maxLength, selector: ({ name }) => name });
}

function objects(inner: Arbitrary<Node>): Arbitrary<ObjectNode> {
  return fc
    .record({ own: properties(inner, 6), open: fc.option(inner, { freq: 4 }), also: fc.boolean() })
    .map(({ own, open, also }): ObjectNode => {
      const rest = open !== null && also && !own.some(({ name }) => name === 'needed') ? { alsoRequired: ['needed'] } : {};
      return { kind: 'object', properties: own, additional: open ?? false, ...rest };
    });
}

function records(inner: Arbitrary<Node>): Arbitrary<Node> {
  return fc
    .record({ values: inner, range: bounds, pattern: fc.constantFrom('^[a-z]', '\\n|^.*$') })
    .map(({ values, range, pattern }): Node => {
      return {
        kind: 'object',
        properties: [],
        additional: values,
        keys: { kind: 'string', maxLength: 5, pattern },
        minProperties: Math.min(1, range.min),
        maxProperties: range.max,
      };
    });
}

function tagged(inner: Arbitrary<Node>): Arbitrary<Node> {
  const member = properties(inner, 3).map((own) => own.filter(({ name }) => name !== 'type'));
  return fc.array(member, { minLength: 1, maxLength: 20 }).map((members): Node => ({
    kind: 'tagged',
    tag: 'type',
    members: members.map((own, i) => {
      const tag: PropertyNode = { name: 'type', required: true, node: { kind: 'literal', values: [`kind/${i}`] } };
      return { value: `kind/${i}`, node: { kind: 'object', properties: [tag, ...own], additional: false } };
    }),
  }));
}

function nullables(inner: Arbitrary<Node>): Arbitrary<Node> {
  const other = inner.filter((node) => !['any', 'null', 'choice', 'literal', 'ref'].includes(node.kind));
  return other.map((node): Node => ({ kind: 'choice', branches: [node, { kind: 'null' }] }));
}

function choices(inner: Arbitrary<Node>): Arbitrary<Node> {
  const array = inner.map((items): Node => ({ kind: 'array', prefix: [], items, maxItems: 3 }));
  return fc.tuple(array, objects(inner)).map(([list, record]): Node => ({
    kind: 'choice',
    branches: [{ kind: 'string', maxLength: 4 }, { kind: 'number', integer: true }, { kind: 'boolean' }, list, record],
  }));
}

const root: RefNode = { kind: 'ref', name: 'Root' };

/** Schemas of which `Root` is the one to decode: a random node, sometimes recursive, and a leaf with a name. */
export const schemasArbitrary: Arbitrary<readonly NamedSchema[]> = fc
  .letrec<{ node: Node; composite: Node }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      { arbitrary: leaves, weight: 3 },
      { arbitrary: fc.constant<Node>({ kind: 'ref', name: 'Leaf' }), weight: 1 },
      { arbitrary: tie('composite'), weight: 3 },
    ),
    composite: composites(tie('node')),
  }))
  .node.chain((node) => fc.tuple(fc.constant(node), leaves, fc.boolean()))
  .map(([node, leaf, recursive]) => {
    const whole = recursive ? object({ node, next: { kind: 'choice', branches: [root, { kind: 'null' }] } }, { optional: ['next'] }) : node;
    return [named('Leaf', leaf), named('Root', whole, { recursive })];
  });

/** Values that a node accepts, or nearly: bounds across fields are left to chance. */
export function valueArbitrary(node: Node, schemas: ReadonlyMap<string, NamedSchema>, depth: number): Arbitrary<unknown> {
  const inner = (child: Node): Arbitrary<unknown> => valueArbitrary(child, schemas, depth - 1);
  switch (node.kind) {
    case 'any':
      return fc.jsonValue({ maxDepth: 1 });
    case 'never':
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'literal':
      return fc.constantFrom(...node.values);
    case 'number':
      return numberArbitrary(node.integer, node.minimum ?? -5000, node.maximum ?? 5000);
    case 'string':
      return fc.oneof(fc.string({ unit: 'grapheme', minLength: node.minLength ?? 0, maxLength: Math.min(node.maxLength ?? 8, 8) }), word);
    case 'array':
      return arrayArbitrary(node, inner);
    case 'object':
      return objectArbitrary(node, inner);
    case 'tagged':
      return fc.oneof(...node.members.map((member) => inner(member.node)));
    case 'choice': {
      const simple = node.branches.filter((branch) => branch.kind !== 'ref');
      return fc.oneof(...(depth > 0 ? node.branches : simple).map(inner));
    }
    default:
      return valueArbitrary(schemas.get(node.name)?.node ?? { kind: 'null' }, schemas, depth - 1);
  }
}

function numberArbitrary(integer: boolean, min: number, max: number): Arbitrary<number> {
  const whole = fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
  const round = whole.map((value) => value - (value % 1000));
  return integer
    ? fc.oneof(whole, round)
    : fc.oneof(
        whole,
        round,
        whole.map((value) => value / 100),
        fc.double({ min, max, noNaN: true }),
      );
}

function arrayArbitrary(node: Extract<Node, { kind: 'array' }>, inner: (child: Node) => Arbitrary<unknown>): Arbitrary<unknown> {
  const head = fc.tuple(...node.prefix.map(inner));
  if (node.items === false)
    return fc.tuple(head, fc.integer({ min: node.minItems ?? 0, max: node.prefix.length })).map(([items, count]) => items.slice(0, count));
  const room = Math.max(0, Math.min(4, (node.maxItems ?? 4) - node.prefix.length));
  const rest = fc.array(inner(node.items), {
    minLength: Math.max(0, Math.min(room, (node.minItems ?? 0) - node.prefix.length)),
    maxLength: room,
  });
  return fc.tuple(head, rest).map(([first, more]) => [...first, ...more]);
}

function objectArbitrary(node: ObjectNode, inner: (child: Node) => Arbitrary<unknown>): Arbitrary<unknown> {
  const fields = fc.tuple(
    ...node.properties.map((property) => (property.required ? inner(property.node) : fc.option(inner(property.node), { nil: undefined }))),
  );
  const extra =
    node.additional === false
      ? fc.constant([])
      : fc.array(fc.tuple(fc.oneof(word, fc.constantFrom('needed')), inner(node.additional)), {
          minLength: node.minProperties ?? 0,
          maxLength: 3,
        });
  return fc.tuple(fields, extra).map(([values, more]) => {
    const declared = node.properties.map((property, i) => [property.name, values[i]] as const).filter(([, value]) => value !== undefined);
    return Object.fromEntries([...more.filter(([key]) => !node.properties.some(({ name }) => name === key)), ...declared]);
  });
}
