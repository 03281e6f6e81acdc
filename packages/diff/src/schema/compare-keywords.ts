import type { Collector, Scope } from '../collector.ts';
import { jsonEqual, own } from '../json.ts';
import type { EffectiveSchema } from './effective-schema.ts';

const upperBounds = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'maxProperties', 'maxContains', 'x-max-bytes', 'x-max-depth'];
const lowerBounds = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'minProperties', 'minContains'];

/** Constraints of which only presence and equality are judged. */
const constraints = [
  'pattern',
  'format',
  'multipleOf',
  'uniqueItems',
  'contentEncoding',
  'contentMediaType',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'patternProperties',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  'unevaluatedItems',
  'readOnly',
  'writeOnly',
  'x-scalar',
];

/** Compared elsewhere, or without a bearing on values. */
const structural = new Set([
  '$anchor',
  '$defs',
  '$id',
  '$ref',
  '$schema',
  'additionalItems',
  'additionalProperties',
  'allOf',
  'anyOf',
  'const',
  'contentSchema',
  'definitions',
  'discriminator',
  'enum',
  'items',
  'nullable',
  'oneOf',
  'prefixItems',
  'properties',
  'propertyNames',
  'required',
  'type',
  'unevaluatedProperties',
  'x-binary-layout',
  'x-decoded-bytes',
]);

const documentation = ['title', 'description', 'examples', 'example', 'deprecated', 'default', '$comment', 'externalDocs', 'x-unbounded'];

/** A bound as a number; draft-04 (OpenAPI 3.0) writes exclusive bounds as a flag beside the number. */
function boundOf(schema: EffectiveSchema, keyword: string): number | undefined {
  if (keyword === 'x-decoded-bytes') {
    const max = own(schema.keywords.get(keyword), 'max');
    return typeof max === 'number' ? max : undefined;
  }
  const value = schema.keywords.get(keyword);
  const exclusive = keyword === 'maximum' ? 'exclusiveMaximum' : keyword === 'minimum' ? 'exclusiveMinimum' : undefined;
  if (exclusive !== undefined && schema.keywords.get(exclusive) === true) return undefined;
  if (value === true) {
    const number = schema.keywords.get(keyword === 'exclusiveMaximum' ? 'maximum' : 'minimum');
    return typeof number === 'number' ? number : undefined;
  }
  return typeof value === 'number' ? value : undefined;
}

const known = new Set([...structural, ...upperBounds, ...lowerBounds, ...constraints, ...documentation]);

/** Keywords that no list names: an extension annotates, any other may constrain. */
function unknownKeywords({ old, next }: Pair, extensions: boolean): string[] {
  return [...new Set([...old.keywords.keys(), ...next.keywords.keys()])].filter(
    (keyword) => !known.has(keyword) && keyword.startsWith('x-') === extensions,
  );
}

interface Pair {
  readonly old: EffectiveSchema;
  readonly next: EffectiveSchema;
}

function text(value: unknown): string {
  return value === undefined ? 'none' : JSON.stringify(value).slice(0, 60);
}

/** Bounds of one schema: all that moved outwards are one change, all that moved inwards another. */
export function compareBounds({ old, next }: Pair, scope: Scope, collector: Collector): void {
  const moved: Record<'bound-loosened' | 'bound-tightened', string[]> = { 'bound-loosened': [], 'bound-tightened': [] };
  const judge = (keyword: string, sign: 1 | -1): void => {
    const before = boundOf(old, keyword);
    const after = boundOf(next, keyword);
    if (before === after) return;
    const width = (bound: number | undefined): number => (bound === undefined ? Infinity : sign * bound);
    moved[width(after) > width(before) ? 'bound-loosened' : 'bound-tightened'].push(`${keyword} ${text(before)} to ${text(after)}`);
  };
  for (const keyword of [...upperBounds, 'x-decoded-bytes']) judge(keyword, 1);
  for (const keyword of lowerBounds) judge(keyword, -1);
  for (const rule of ['bound-loosened', 'bound-tightened'] as const) {
    if (moved[rule].length > 0) collector.add({ rule, ...scope, old: old.at, next: next.at, message: moved[rule].join(', ') });
  }
}

function constraintOf(schema: EffectiveSchema, keyword: string): unknown {
  return keyword === 'x-decoded-bytes' ? own(schema.keywords.get(keyword), 'exact') : schema.keywords.get(keyword);
}

/** Constraints of one schema: one change that says which were added, removed or replaced. */
export function compareConstraints({ old, next }: Pair, scope: Scope, collector: Collector): void {
  const changed = [...constraints, 'x-decoded-bytes', ...unknownKeywords({ old, next }, false)].filter(
    (keyword) => !jsonEqual(constraintOf(old, keyword), constraintOf(next, keyword)),
  );
  if (changed.length === 0) return;
  const added = changed.every((keyword) => constraintOf(old, keyword) === undefined);
  const removed = changed.every((keyword) => constraintOf(next, keyword) === undefined);
  const rule = added ? 'constraint-added' : removed ? 'constraint-removed' : 'constraint-changed';
  const message = changed
    .map((keyword) => `${keyword} ${text(constraintOf(old, keyword))} to ${text(constraintOf(next, keyword))}`)
    .join(', ');
  collector.add({ rule, ...scope, old: old.at, next: next.at, message });
}

/** Annotations, and the binary layout, which is no annotation. */
export function compareAnnotations({ old, next }: Pair, scope: Scope, collector: Collector): void {
  if (!jsonEqual(old.keywords.get('x-binary-layout'), next.keywords.get('x-binary-layout'))) {
    collector.add({ rule: 'binary-layout-changed', ...scope, old: old.at, next: next.at, message: 'the fixed binary layout differs' });
  }
  const changed = [...documentation, ...unknownKeywords({ old, next }, true)].filter(
    (keyword) => !jsonEqual(old.keywords.get(keyword), next.keywords.get(keyword)),
  );
  if (changed.length > 0)
    collector.add({ rule: 'documentation-changed', ...scope, old: old.at, next: next.at, message: `${changed.join(', ')} changed` });
}
