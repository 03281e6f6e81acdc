import { arrayAt, isObject, type JsonObject, objectAt, own, pointerTo, valueAt } from '../json.ts';
import { follow, localPointer } from '../reference.ts';
import type { Dialect } from '../checks/schema-access.ts';

/** Tells which of several schemas an instance can match at all, from a property to which each of them gives constants. */
export interface TagIndex {
  readonly property: string;
  /** The constant, and the indices of the schemas that allow it. */
  readonly byConstant: ReadonlyMap<string, readonly number[]>;
}

/** `const` and `enum` of strings. Beside `$ref` draft-07 ignores them, so there they count for nothing. */
function stringConstants(schema: unknown): readonly string[] | undefined {
  if (!isObject(schema) || Object.hasOwn(schema, '$ref')) return undefined;
  const values = Object.hasOwn(schema, 'const') ? [schema.const] : own(schema, 'enum');
  return Array.isArray(values) && values.every((value) => typeof value === 'string') ? values : undefined;
}

/** What the schema at `pointer`, references followed, demands of its properties: each with its constants. */
function constantsByProperty(document: unknown, pointer: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const declared = objectAt(follow(document, pointer)?.value, 'properties');
  for (const name of Object.keys(declared)) {
    const constants = stringConstants(declared[name]);
    if (constants !== undefined) found.set(name, constants);
  }
  return found;
}

/** An index over the schemas at `pointers`, by the property that tells most of them apart; `undefined` when no property has constants in all. */
export function tagIndex(document: unknown, pointers: readonly string[]): TagIndex | undefined {
  const constants = pointers.map((pointer) => constantsByProperty(document, pointer));
  let best: TagIndex | undefined;
  for (const property of constants[0]?.keys() ?? []) {
    if (!constants.every((each) => each.has(property))) continue;
    const byConstant = new Map<string, number[]>();
    for (const [index, each] of constants.entries()) {
      for (const value of new Set(each.get(property))) byConstant.set(value, [...(byConstant.get(value) ?? []), index]);
    }
    if (best === undefined || byConstant.size > best.byConstant.size) best = { property, byConstant };
  }
  return best;
}

/**
 * The indices of the schemas that no constant rules out for this instance; `undefined` where the index says nothing. A schema that is not
 * among them refuses the instance for certain; those that are may still refuse it.
 */
export function possibleMatches(index: TagIndex, instance: unknown): readonly number[] | undefined {
  const value = isObject(instance) ? own(instance, index.property) : undefined;
  return value === undefined ? undefined : typeof value === 'string' ? (index.byConstant.get(value) ?? []) : [];
}

/** Keywords that change no verdict. OpenAPI 3.2 section 4.25 says so of `discriminator`. */
const annotations: ReadonlySet<string> = new Set([
  '$comment',
  '$defs',
  'default',
  'definitions',
  'deprecated',
  'description',
  'discriminator',
  'example',
  'examples',
  'externalDocs',
  'readOnly',
  'title',
  'writeOnly',
]);

/** Keywords whose verdict depends on what the members of `oneOf` beside them evaluated, or on who refers to them. */
const entangled = ['$dynamicRef', '$recursiveRef', '$ref', 'unevaluatedItems', 'unevaluatedProperties'];

/** A `oneOf` whose members can be told apart by a constant. */
export interface TaggedUnion {
  readonly pointer: string;
  readonly index: TagIndex;
  /** Its other assertions, which apply to every instance; empty: there are none. */
  readonly frame: JsonObject;
}

/** The schema as a union of which one member can be judged alone, or `undefined`: then it must be judged whole. */
export function taggedUnion(document: unknown, pointer: string, schema: JsonObject): TaggedUnion | undefined {
  const members = arrayAt(schema, 'oneOf');
  if (members.length < 2 || entangled.some((keyword) => Object.hasOwn(schema, keyword))) return undefined;
  const index = tagIndex(
    document,
    members.map((_, member) => pointerTo(pointer, 'oneOf', member)),
  );
  if (index === undefined) return undefined;
  const frame = Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== 'oneOf' && !annotations.has(keyword)));
  return { pointer, index, frame };
}

/** Names of a schema resource, a dialect or an anchor: with one in the document, a reference or a keyword may not mean what it seems to. */
const scopes = ['$anchor', '$dynamicAnchor', '$id', '$recursiveAnchor', '$schema'];

/** The tagged unions of a document by pointer, and whether all of it is one resource in one dialect; there are none when it is not. */
export interface UnionsOfDocument {
  readonly unions: ReadonlyMap<string, TaggedUnion>;
  readonly hasOneScope: boolean;
}

export function unionsOf(document: JsonObject): UnionsOfDocument {
  const unions = new Map<string, TaggedUnion>();
  let hasOneScope = true;
  const walk = (value: unknown, pointer: string): void => {
    if (Array.isArray(value)) value.forEach((item, index) => walk(item, `${pointer}/${index}`));
    if (!isObject(value)) return;
    if (scopes.some((name) => typeof own(value, name) === 'string' || own(value, name) === true)) hasOneScope = false;
    const union = Array.isArray(value.oneOf) ? taggedUnion(document, pointer, value) : undefined;
    if (union) unions.set(pointer, union);
    for (const name of Object.keys(value)) walk(value[name], pointerTo(pointer, name));
  };
  walk(document, '');
  return { unions: hasOneScope ? unions : new Map(), hasOneScope };
}

/** Longest chain of bare references that is followed. */
const maxHops = 64;

/** Where a schema leads that says nothing but `$ref`, annotations aside; any other is its own target. */
export function bareTarget(document: unknown, pointer: string): string {
  let at = pointer;
  for (let hop = 0; hop < maxHops; hop++) {
    const schema = valueAt(document, at);
    const reference = own(schema, '$ref');
    if (!isObject(schema) || typeof reference !== 'string') return at;
    if (!Object.keys(schema).every((name) => name === '$ref' || annotations.has(name))) return at;
    const target = localPointer(reference);
    if (target === undefined || valueAt(document, target) === undefined) return at;
    at = target;
  }
  return pointer;
}

/** `const` is asserted in these dialects; in OpenAPI 3.0's it is no keyword. */
export function hasConstants(dialect: Dialect): boolean {
  return dialect === '2020-12' || dialect === 'draft-07';
}
