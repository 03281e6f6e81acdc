import type { AnyNode, ArrayNode, NamedSchema, Node, ObjectNode } from '@tidemark/model';
import * as fc from 'fast-check';
import { arbitraryCharacter } from './character-arbitrary.ts';
import { arbitraryNumber } from './number-arbitrary.ts';
import { arbitraryText } from './text-arbitrary.ts';

/** Values that a node accepts, or undefined where there is none that can be made. */
export type ValueArbitrary = fc.Arbitrary<unknown> | undefined;

/** How often a value goes through the same recursive type. */
const RECURSION = 3;

/**
 * Makes arbitraries of the values that nodes accept; `schemas` are what the nodes refer to. Bounds are met at their edges
 * too: longest strings in one-, two- and four-byte characters, least and largest numbers, empty and small containers.
 */
export function valueArbitraries(schemas: readonly NamedSchema[]): (node: Node) => ValueArbitrary {
  const byName = new Map(schemas.map((schema) => [schema.name, schema]));
  const made = new Map<string, ValueArbitrary>();
  const make = (node: Node, budget: number): ValueArbitrary => {
    switch (node.kind) {
      case 'any':
        return arbitraryJson(node);
      case 'never':
        return undefined;
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
        return arbitraryArray(node, (part) => make(part, budget));
      case 'object':
        return arbitraryObject(node, (part) => make(part, budget));
      case 'tagged':
        return oneOf(node.members.map((member) => make(member.node, budget)));
      case 'choice':
        return oneOf(node.branches.map((branch) => make(branch, budget)));
    }
    return named(node.name, budget);
  };
  const named = (name: string, budget: number): ValueArbitrary => {
    const schema = byName.get(name);
    const left = schema?.recursive === true ? budget - 1 : budget;
    if (schema === undefined || left < 0) return undefined;
    const key = `${name} ${left}`;
    if (!made.has(key)) made.set(key, make(schema.node, left));
    return made.get(key);
  };
  return (node) => make(node, RECURSION);
}

function oneOf(arbitraries: readonly ValueArbitrary[]): ValueArbitrary {
  const possible = arbitraries.filter((arbitrary) => arbitrary !== undefined);
  return possible.length === 0 ? undefined : fc.oneof(...possible);
}

/** Any JSON within the bounds, without what a strict parser refuses. */
function arbitraryJson({ maxBytes = 4096, maxDepth = 3 }: AnyNode): fc.Arbitrary<unknown> {
  return fc
    .jsonValue({ maxDepth: Math.min(maxDepth, 3), depthSize: 'small', stringUnit: arbitraryCharacter })
    .filter((value) => jsonBytes(value) <= maxBytes && !JSON.stringify(value).includes('__proto__'));
}

function jsonBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

function arbitraryArray(node: ArrayNode, make: (node: Node) => ValueArbitrary): ValueArbitrary {
  const prefix = node.prefix.map(make);
  const item = node.items === false ? undefined : make(node.items);
  const least = Math.max(0, (node.minItems ?? 0) - prefix.length);
  const room = Math.max(0, (node.maxItems ?? Infinity) - prefix.length);
  const possible = prefix.filter((position) => position !== undefined);
  if (possible.length < prefix.length) return (node.minItems ?? 0) === 0 ? fc.constant([]) : undefined;
  const most = item === undefined ? 0 : Math.min(room, least + 3);
  if (most < least) return undefined;
  const bounds = { minLength: least, maxLength: most };
  const rest =
    item === undefined
      ? fc.constant([])
      : node.uniqueItems === true
        ? fc.uniqueArray(item, { minLength: Math.min(least, 1), maxLength: most, selector: (value) => JSON.stringify(value) })
        : fc.array(item, bounds);
  const list = fc.tuple(fc.tuple(...possible), rest).map(([first, more]) => [...first, ...more]);
  return node.uniqueItems === true ? list.map(distinct) : list;
}

function distinct(items: readonly unknown[]): unknown[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

function arbitraryObject(node: ObjectNode, make: (node: Node) => ValueArbitrary): ValueArbitrary {
  const declared = node.properties.map(({ name, required, node: property }) => ({ name, required, value: make(property) }));
  if (declared.some(({ required, value }) => required && value === undefined)) return undefined;
  const fields = declared.flatMap(({ name, required, value }) => {
    if (value === undefined) return [];
    const field = value.map((present): readonly (readonly [string, unknown])[] => [[name, present]]);
    return [required ? field : fc.oneof({ weight: 2, arbitrary: field }, { weight: 1, arbitrary: fc.constant([]) })];
  });
  const additional = arbitraryEntries(node, make);
  return fc.tuple(fc.tuple(...fields), additional).map(([own, more]) => Object.fromEntries([...more, ...own.flat()]));
}

/** Additional fields: few, or as many as there may be where that is few. */
function arbitraryEntries(node: ObjectNode, make: (node: Node) => ValueArbitrary): fc.Arbitrary<[string, unknown][]> {
  const value = node.additional === false ? undefined : make(node.additional);
  const names = new Set(node.properties.map((property) => property.name));
  const key = (node.keys === undefined ? fc.constantFrom('zz', 'other', 'a b', 'toString', '😀') : arbitraryText(node.keys)).filter(
    (name) => !names.has(name) && name !== '__proto__',
  );
  const required = node.properties.filter((property) => property.required).length;
  const least = Math.max(0, (node.minProperties ?? 0) - required);
  const room = Math.max(0, (node.maxProperties ?? Infinity) - node.properties.length);
  if (value === undefined) return fc.constant([]);
  return fc.uniqueArray(fc.tuple(key, value), {
    minLength: least,
    maxLength: Math.max(least, Math.min(room, 3)),
    selector: ([name]) => name,
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
