import type { ArrayNode, Node, NumberNode, ObjectNode, StringNode } from '@tidemark/model';
import * as fc from 'fast-check';
import { arbitrarySchemas, samplePatterns } from './node-arbitrary.ts';

/** Values that a node accepts; `undefined` (the arbitrary's only value) where there is none. `depth` ends recursive types. */
export function arbitraryValue(node: Node, depth = 3): fc.Arbitrary<unknown> {
  switch (node.kind) {
    case 'any':
      return fc.jsonValue({ maxDepth: 1 });
    case 'never':
      return fc.constant(undefined);
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'literal':
      return fc.constantFrom(...node.values);
    case 'number':
      return arbitraryNumber(node);
    case 'string':
      return arbitraryText(node);
    case 'array':
      return arbitraryArray(node, depth);
    case 'object':
      return arbitraryObject(node, depth);
    case 'tagged':
      return fc.oneof(...node.members.map((member) => arbitraryValue(member.node, depth)));
    case 'choice':
      return fc.oneof(...node.branches.map((branch) => arbitraryValue(branch, depth)));
  }
  return arbitraryValue(arbitrarySchemas.find((schema) => schema.name === node.name)?.node ?? { kind: 'never' }, depth - 1);
}

function arbitraryNumber({ integer, minimum = 0, maximum, exclusiveMinimum, exclusiveMaximum = 0 }: NumberNode): fc.Arbitrary<number> {
  const low = exclusiveMinimum === undefined ? minimum : minimum + 1;
  const whole = fc.integer({ min: low, max: maximum ?? exclusiveMaximum - 1 });
  return integer
    ? whole
    : fc.oneof(
        whole,
        whole.map((value) => (value === (maximum ?? exclusiveMaximum - 1) ? value : value + 0.5)),
      );
}

function arbitraryText({ minLength = 0, maxLength = 4, maxBytes, pattern }: StringNode): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.constantFrom(...(samplePatterns.get(pattern) ?? []));
  if (maxBytes !== undefined) return fc.string({ unit: 'binary-ascii', maxLength: maxBytes });
  return fc.string({ unit: 'binary', minLength, maxLength });
}

/** A list of at most two beyond its prefix; an element without a value leaves the list without one. */
function arbitraryArray(node: ArrayNode, depth: number): fc.Arbitrary<unknown> {
  const prefix = node.prefix.map((position) => arbitraryValue(position, depth));
  const room = Math.min((node.maxItems ?? 0) - prefix.length, 2);
  const rest =
    node.items === false || room <= 0 || depth <= 0 ? fc.constant([]) : fc.array(arbitraryValue(node.items, depth), { maxLength: room });
  return fc.tuple(fc.tuple(...prefix), rest).map(([first, more]) => {
    const list = [...first, ...(node.uniqueItems === true ? more.slice(0, 1) : more)];
    return list.includes(undefined) ? (prefix.length === 0 ? [] : undefined) : list;
  });
}

function arbitraryObject(node: ObjectNode, depth: number): fc.Arbitrary<unknown> {
  const declared = node.properties.map(({ name, required, node: property }) =>
    fc.tuple(
      fc.constant(name),
      fc.constant(required),
      fc.oneof(fc.constant(undefined), arbitraryValue(property, depth), arbitraryValue(property, depth)),
    ),
  );
  const extra = node.additional === false ? fc.constant(undefined) : fc.option(arbitraryValue(node.additional, depth), { nil: undefined });
  return fc.tuple(fc.tuple(...declared), extra).map(([properties, additional]) => {
    if (properties.some(([, required, value]) => required && value === undefined)) return undefined;
    const entries = properties.filter(([, , value]) => value !== undefined).map(([name, , value]): [string, unknown] => [name, value]);
    return Object.fromEntries(additional === undefined ? entries : [...entries, ['zz', additional]]);
  });
}

/** The value with one part replaced, added or taken away: usually invalid, and near the edge. */
export function mutated(value: unknown, other: unknown, pick: number): unknown {
  if (Array.isArray(value)) {
    if (value.length === 0) return [other];
    const at = pick % value.length;
    return [
      value.toSpliced(at, 1),
      value.with(at, mutated(value[at], other, pick >> 2)),
      [...(value as unknown[]), other],
      [...(value as unknown[]), value[at]],
    ][pick % 4];
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    const [name = 'a', part] = entries[pick % Math.max(1, entries.length)] ?? [];
    const rest = entries.filter(([key]) => key !== name);
    return Object.fromEntries(
      [rest, [...rest, [name, mutated(part, other, pick >> 2)]], [...entries, ['Extra\n', other]], [...entries, ['extra', other]]][
        pick % 4
      ] ?? [],
    );
  }
  if (typeof value === 'number') return [value + 1, value - 1, value + 0.5, String(value)][pick % 4];
  if (typeof value === 'string') return [`${value}x`, `${value}\n`, value.slice(1), other][pick % 4];
  return other;
}
