import { arrayAt, elementsOf, isObject, locate, type Located, memberOf, objectAt, own, pointerTo } from '../json.ts';

/** A property, where it is declared. */
export interface Property {
  readonly schema: Located;
  readonly required: boolean;
}

/** A schema as a receiver sees it: references followed, `allOf` merged, dialects told apart no more. */
export interface EffectiveSchema {
  /** Where the schema stands after its references. */
  readonly at: Located;
  /** JSON types it accepts; undefined: all. `integer` stands beside `number`. */
  readonly types: ReadonlySet<string> | undefined;
  /** The only values it accepts, where it lists them. */
  readonly values: readonly unknown[] | undefined;
  /** Single-valued keywords of every part; of two, the first. */
  readonly keywords: ReadonlyMap<string, unknown>;
  readonly properties: ReadonlyMap<string, Property>;
  readonly closed: boolean;
  /** What undeclared properties must match, where there is a schema for them. */
  readonly additional: Located | undefined;
  /** Tuple positions, in either dialect. */
  readonly positions: readonly Located[];
  /** What each further element must match; `closedItems`: there is none. */
  readonly items: Located | undefined;
  readonly closedItems: boolean;
  /** Alternatives of the first `oneOf` or `anyOf`, unresolved. */
  readonly alternatives: readonly Located[];
  readonly content: Located | undefined;
  readonly propertyNames: Located | undefined;
}

/** Deeper compositions than this are cut off; a cycle of `allOf` ends here. */
const maxDepth = 16;

function partsOf(at: Located, depth: number): Located[] {
  const nested = depth > maxDepth ? [] : elementsOf(at, 'allOf').flatMap((part) => partsOf(part, depth + 1));
  return [at, ...nested];
}

/** `$ref` with keywords beside it means both in 2020-12; `locate` keeps the target only. */
function referenceParts(from: Located): Located[] {
  const target = locate(from.document, from.pointer);
  const beside = isObject(from.value) && typeof from.value.$ref === 'string' && Object.keys(from.value).length > 1;
  if (!target) return [from];
  return beside ? [target, from] : [target];
}

function typesOf(schema: unknown): ReadonlySet<string> | undefined {
  const type = own(schema, 'type');
  const listed =
    typeof type === 'string' ? [type] : Array.isArray(type) ? type.filter((name): name is string => typeof name === 'string') : undefined;
  if (!listed) return undefined;
  return new Set(own(schema, 'nullable') === true ? [...listed, 'null'] : listed);
}

function intersect<T>(sets: readonly (ReadonlySet<T> | undefined)[]): ReadonlySet<T> | undefined {
  return sets.reduce((left, right) => (left && right ? new Set([...left].filter((item) => right.has(item))) : (left ?? right)), undefined);
}

function valuesOf(schema: unknown): readonly unknown[] | undefined {
  const constant = own(schema, 'const');
  if (constant !== undefined) return [constant];
  const list = own(schema, 'enum');
  return Array.isArray(list) ? (list as unknown[]) : undefined;
}

function propertiesOf(parts: readonly Located[]): Map<string, Property> {
  const required = new Set(parts.flatMap((part) => arrayAt(part.value, 'required')));
  const properties = new Map<string, Property>();
  for (const part of parts) {
    for (const name of Object.keys(objectAt(part.value, 'properties'))) {
      const schema = memberOf(part, 'properties', name);
      if (schema && !properties.has(name)) properties.set(name, { schema, required: required.has(name) });
    }
  }
  return properties;
}

function firstMember(parts: readonly Located[], ...names: readonly string[]): Located | undefined {
  for (const part of parts) {
    for (const name of names) {
      const member = memberOf(part, name);
      if (member && isObject(member.value)) return member;
    }
  }
  return undefined;
}

function positionsOf(parts: readonly Located[]): Located[] {
  for (const part of parts) {
    for (const name of ['prefixItems', 'items']) {
      const found = arrayAt(part.value, name).flatMap((_, index) => memberOf(part, name, index) ?? []);
      if (found.length > 0) return found;
    }
  }
  return [];
}

function alternativesOf(parts: readonly Located[]): Located[] {
  for (const part of parts) {
    for (const name of ['oneOf', 'anyOf']) {
      const found = arrayAt(part.value, name).flatMap((_, index) => memberOf(part, name, index) ?? []);
      if (found.length > 0) return found;
    }
  }
  return [];
}

/** The schema at a location, resolved and merged. A boolean schema is one without keywords, or (false) without types. */
export function effectiveSchema(from: Located): EffectiveSchema {
  const [first = from, ...beside] = referenceParts(from);
  const parts = [first, ...beside].flatMap((part) => partsOf(part, 0));
  const keywords = new Map<string, unknown>();
  for (const part of parts)
    if (isObject(part.value)) for (const [name, value] of Object.entries(part.value)) if (!keywords.has(name)) keywords.set(name, value);
  const values = parts.map((part) => valuesOf(part.value)).find((list) => list !== undefined);
  const positions = positionsOf(parts);
  const never = first.value === false;
  return {
    at: first,
    types: never ? new Set() : intersect(parts.map((part) => typesOf(part.value))),
    values,
    keywords,
    properties: propertiesOf(parts),
    closed: parts.some((part) => own(part.value, 'additionalProperties') === false || own(part.value, 'unevaluatedProperties') === false),
    additional: firstMember(parts, 'additionalProperties', 'unevaluatedProperties'),
    positions,
    items: positions.length > 0 ? firstMember(parts, 'items', 'additionalItems') : firstMember(parts, 'items'),
    closedItems: parts.some(
      (part) => own(part.value, 'items') === false || (positions.length > 0 && own(part.value, 'additionalItems') === false),
    ),
    alternatives: alternativesOf(parts),
    content: firstMember(parts, 'contentSchema'),
    propertyNames: firstMember(parts, 'propertyNames'),
  };
}

/** A pointer for messages: the last tokens say most. */
export function nameOf(at: Located): string {
  return at.pointer === ''
    ? 'the document'
    : pointerTo(
        '',
        ...at.pointer
          .split('/')
          .slice(-2)
          .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~')),
      ).slice(1);
}
