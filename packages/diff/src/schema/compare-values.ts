import type { Collector, Scope } from '../collector.ts';
import { canonicalText } from '../json.ts';
import type { EffectiveSchema } from './effective-schema.ts';

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
}

/** The types a schema accepts, from its `type`, or from the values it lists. */
export function acceptedTypes({ types, values }: EffectiveSchema): ReadonlySet<string> | undefined {
  return types ?? (values ? new Set(values.map(typeName)) : undefined);
}

function covers(wide: ReadonlySet<string> | undefined, narrow: ReadonlySet<string> | undefined): boolean {
  if (wide === undefined) return true;
  return narrow !== undefined && [...narrow].every((type) => wide.has(type) || (type === 'integer' && wide.has('number')));
}

function list(types: ReadonlySet<string> | undefined): string {
  return types === undefined ? 'any' : [...types].toSorted().join(' or ') || 'nothing';
}

/** Compares JSON types. Returns whether what the schemas say about those types is worth comparing still. */
export function compareTypes(old: EffectiveSchema, next: EffectiveSchema, scope: Scope, collector: Collector): boolean {
  const [before, after] = [acceptedTypes(old), acceptedTypes(next)];
  const widened = covers(after, before);
  const narrowed = covers(before, after);
  if (widened && narrowed) return true;
  const rule = widened ? 'type-widened' : narrowed ? 'type-narrowed' : 'type-changed';
  collector.add({ rule, ...scope, old: old.at, next: next.at, message: `${list(before)} became ${list(after)}` });
  return rule !== 'type-changed';
}

/** Compares the listed values. */
export function compareValues(old: EffectiveSchema, next: EffectiveSchema, scope: Scope, collector: Collector): void {
  const sides = { old: old.at, next: next.at };
  if (old.values === undefined && next.values === undefined) return;
  if (old.values === undefined || next.values === undefined) {
    // A list that only spells out a type adds nothing to `type: boolean` or `type: null`.
    collector.add({
      rule: old.values === undefined ? 'values-closed' : 'values-opened',
      ...scope,
      ...sides,
      message: `values: ${listed(old.values)} to ${listed(next.values)}`,
    });
    return;
  }
  const before = new Set(old.values.map(canonicalText));
  const after = new Set(next.values.map(canonicalText));
  for (const value of before)
    if (!after.has(value))
      collector.add({ rule: 'value-removed', ...scope, ...sides, message: `${value.slice(0, 80)} is no longer accepted` });
  for (const value of after)
    if (!before.has(value)) collector.add({ rule: 'value-added', ...scope, ...sides, message: `${value.slice(0, 80)} is accepted too` });
}

function listed(values: readonly unknown[] | undefined): string {
  return values === undefined
    ? 'any'
    : values
        .map((value) => canonicalText(value))
        .join(', ')
        .slice(0, 120);
}
