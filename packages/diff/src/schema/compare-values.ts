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

/** Whether a listed value certainly matches the bounds of the other version, which lists none. Patterns and formats are not tried. */
function surelyFits(value: unknown, schema: EffectiveSchema): boolean {
  const bound = (keyword: string, otherwise: number): number => {
    const found = schema.keywords.get(keyword);
    return typeof found === 'number' ? found : otherwise;
  };
  if (
    ['pattern', 'format', 'multipleOf', 'exclusiveMinimum', 'exclusiveMaximum', 'x-scalar', 'not'].some((keyword) =>
      schema.keywords.has(keyword),
    )
  )
    return false;
  if (typeof value === 'number') return value >= bound('minimum', -Infinity) && value <= bound('maximum', Infinity);
  if (typeof value !== 'string') return true;
  // JSON Schema counts code points.
  const length = Array.from(value).length;
  const bytes = new TextEncoder().encode(value).length;
  return length >= bound('minLength', 0) && length <= bound('maxLength', Infinity) && bytes <= bound('x-max-bytes', Infinity);
}

/** Compares the listed values; where only one version lists them, with the bounds of the other. */
export function compareValues(old: EffectiveSchema, next: EffectiveSchema, scope: Scope, collector: Collector): void {
  const sides = { ...scope, old: old.at, next: next.at };
  if (old.values && next.values) {
    const before = new Set(old.values.map(canonicalText));
    const after = new Set(next.values.map(canonicalText));
    for (const value of before)
      if (!after.has(value)) collector.add({ rule: 'value-removed', ...sides, message: `${value.slice(0, 80)} is no longer accepted` });
    for (const value of after)
      if (!before.has(value)) collector.add({ rule: 'value-added', ...sides, message: `${value.slice(0, 80)} is accepted too` });
    return;
  }
  const [values, open, rule] = old.values
    ? ([old.values, next, 'values-opened'] as const)
    : ([next.values ?? [], old, 'values-closed'] as const);
  collector.add({ rule, ...sides, message: `values: ${listed(old.values)} to ${listed(next.values)}` });
  const doubtful = values.filter((value) => !surelyFits(value, open));
  if (doubtful.length > 0)
    collector.add({
      rule: 'constraint-changed',
      ...sides,
      message: `whether ${listed(doubtful)} matches the other version's bounds was not decided`,
    });
}

function listed(values: readonly unknown[] | undefined): string {
  return values === undefined
    ? 'any'
    : values
        .map((value) => canonicalText(value))
        .join(', ')
        .slice(0, 120);
}
