import type { Collector, Scope } from '../collector.ts';
import { locate, type Located } from '../json.ts';
import { byTag, membersOf, pairMembers, tagProperty } from './alternatives.ts';
import { compareAnnotations, compareBounds, compareConstraints } from './compare-keywords.ts';
import { compareTypes, compareValues } from './compare-values.ts';
import { type EffectiveSchema, effectiveSchema, nameOf, type Property } from './effective-schema.ts';

/** Compares two versions of a schema for one direction of one binding, each pair of places once: recursive types end. */
export class SchemaComparison {
  readonly #collector: Collector;
  readonly #seen = new Set<string>();

  constructor(collector: Collector) {
    this.#collector = collector;
  }

  compare(oldSchema: Located, nextSchema: Located, scope: Scope): void {
    // A reference without a sibling, or the schema itself: the same pair by whatever way it is reached.
    const key = [scope.where, scope.direction, placeOf(oldSchema), placeOf(nextSchema)].join('\u0000');
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#compareEffective(effectiveSchema(oldSchema), effectiveSchema(nextSchema), scope);
  }

  #compareEffective(old: EffectiveSchema, next: EffectiveSchema, scope: Scope): void {
    compareAnnotations({ old, next }, scope, this.#collector);
    const unions = [old, next].filter(({ alternatives }) => alternatives.length > 0).length;
    if (unions > 0) this.#compareUnions(old, next, scope);
    // A union beside a schema that is none: the other is compared as its own only member.
    if (unions === 1) return;
    if (!compareTypes(old, next, scope, this.#collector)) return;
    if (old.values ?? next.values) compareValues(old, next, scope, this.#collector);
    else {
      compareBounds({ old, next }, scope, this.#collector);
      compareConstraints({ old, next }, scope, this.#collector);
    }
    this.#compareObjects(old, next, scope);
    this.#compareArrays(old, next, scope);
    this.#compareOptional(old.content, next.content, scope, 'contentSchema', old, next);
    this.#compareOptional(old.propertyNames, next.propertyNames, scope, 'propertyNames', old, next);
  }

  #compareOptional(
    before: Located | undefined,
    after: Located | undefined,
    scope: Scope,
    name: string,
    old: EffectiveSchema,
    next: EffectiveSchema,
  ): void {
    if (before && after) this.compare(before, after, scope);
    else if (before ?? after) {
      this.#collector.add({
        rule: before ? 'constraint-removed' : 'constraint-added',
        ...scope,
        old: before ?? old.at,
        next: after ?? next.at,
        message: `${name} was ${before ? 'removed' : 'added'}`,
      });
    }
  }

  #compareObjects(old: EffectiveSchema, next: EffectiveSchema, scope: Scope): void {
    if (old.closed !== next.closed) {
      this.#collector.add({
        rule: next.closed ? 'object-closed' : 'object-opened',
        ...scope,
        old: old.at,
        next: next.at,
        message: next.closed ? 'undeclared properties are refused now' : 'undeclared properties are accepted now',
      });
    }
    if (old.additional && next.additional) this.compare(old.additional, next.additional, scope);
    else if (!old.closed && !next.closed && (old.additional ?? next.additional))
      this.#compareOptional(old.additional, next.additional, scope, 'additionalProperties', old, next);
    for (const [name, property] of old.properties) {
      const after = next.properties.get(name);
      if (after) this.#compareProperty(name, property, after, scope);
      else this.#reportRemoved(name, property, next, scope);
    }
    for (const [name, property] of next.properties) if (!old.properties.has(name)) this.#reportAdded(name, property, old, scope);
  }

  /** A property that is no longer declared falls under what the next version says of undeclared ones, where it says anything. */
  #reportRemoved(name: string, property: Property, next: EffectiveSchema, scope: Scope): void {
    const rule = property.required ? 'field-removed-required' : 'field-removed-optional';
    const open = !next.closed && scope.direction === 'request';
    this.#collector.add({ rule, ...scope, old: property.schema, next: next.at, open, message: `"${name}" was removed` });
    if (!next.closed && next.additional) this.compare(property.schema, next.additional, scope);
  }

  #reportAdded(name: string, property: Property, old: EffectiveSchema, scope: Scope): void {
    const rule = property.required ? 'field-added-required' : 'field-added-optional';
    const open = !old.closed && scope.direction === 'response';
    this.#collector.add({ rule, ...scope, old: old.at, next: property.schema, open, message: `"${name}" was added` });
    if (!old.closed && old.additional) this.compare(old.additional, property.schema, scope);
  }

  #compareProperty(name: string, before: Property, after: Property, scope: Scope): void {
    if (before.required !== after.required) {
      this.#collector.add({
        rule: after.required ? 'field-became-required' : 'field-became-optional',
        ...scope,
        old: before.schema,
        next: after.schema,
        message: `"${name}" became ${after.required ? 'required' : 'optional'}`,
      });
    }
    this.compare(before.schema, after.schema, scope);
  }

  #compareArrays(old: EffectiveSchema, next: EffectiveSchema, scope: Scope): void {
    const sides = { old: old.at, next: next.at };
    if (old.positions.length !== next.positions.length) {
      this.#collector.add({
        rule: 'type-changed',
        ...scope,
        ...sides,
        message: `a tuple of ${old.positions.length} became one of ${next.positions.length}`,
      });
      return;
    }
    for (const [index, position] of old.positions.entries()) {
      const after = next.positions[index];
      if (after) this.compare(position, after, scope);
    }
    if (old.closedItems !== next.closedItems) {
      this.#collector.add({
        rule: next.closedItems ? 'constraint-added' : 'constraint-removed',
        ...scope,
        ...sides,
        message: next.closedItems ? 'further elements are refused now' : 'further elements are accepted now',
      });
    }
    if (!old.closedItems && !next.closedItems) this.#compareOptional(old.items, next.items, scope, 'items', old, next);
  }

  #compareUnions(old: EffectiveSchema, next: EffectiveSchema, scope: Scope): void {
    const before = membersOf(old);
    const after = membersOf(next);
    const oldTag = tagProperty(old, before);
    const nextTag = tagProperty(next, after);
    const shared = [oldTag, nextTag].find((tag) => tag !== undefined && byTag(before, tag) && byTag(after, tag));
    if (shared !== undefined) this.#compareTagged(old, next, shared, scope);
    else if (oldTag !== undefined && nextTag !== undefined && before.length > 1 && after.length > 1) {
      this.#collector.add({
        rule: 'tag-property-changed',
        ...scope,
        old: old.at,
        next: next.at,
        message: `"${oldTag}" became "${nextTag}"`,
      });
    } else this.#compareUntagged(old, next, scope);
  }

  #compareTagged(old: EffectiveSchema, next: EffectiveSchema, tag: string, scope: Scope): void {
    const before = byTag(membersOf(old), tag) ?? new Map<string, EffectiveSchema>();
    const after = byTag(membersOf(next), tag) ?? new Map<string, EffectiveSchema>();
    for (const [value, member] of before) {
      const other = after.get(value);
      if (other) this.compare(member.at, other.at, scope);
      else
        this.#collector.add({
          rule: 'tag-removed',
          ...scope,
          old: member.at,
          next: next.at,
          message: `"${value}" was removed from ${nameOf(old.at)}`,
        });
    }
    for (const [value, member] of after) {
      if (!before.has(value))
        this.#collector.add({
          rule: 'tag-added',
          ...scope,
          old: old.at,
          next: member.at,
          message: `"${value}" was added to ${nameOf(next.at)}`,
        });
    }
  }

  #compareUntagged(old: EffectiveSchema, next: EffectiveSchema, scope: Scope): void {
    const { pairs, removed, added } = pairMembers(membersOf(old), membersOf(next));
    for (const [before, after] of pairs) this.compare(before.at, after.at, scope);
    for (const member of removed)
      this.#collector.add({
        rule: 'branch-removed',
        ...scope,
        old: member.at,
        next: next.at,
        message: `an alternative was removed from ${nameOf(old.at)}`,
      });
    for (const member of added)
      this.#collector.add({
        rule: 'branch-added',
        ...scope,
        old: old.at,
        next: member.at,
        message: `an alternative was added to ${nameOf(next.at)}`,
      });
  }
}

function placeOf(schema: Located): string {
  const isBareReference = typeof schema.value === 'object' && schema.value !== null && Object.keys(schema.value).length === 1;
  return (isBareReference ? locate(schema.document, schema.pointer)?.pointer : undefined) ?? schema.pointer;
}
