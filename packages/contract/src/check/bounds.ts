import type { IssueList } from '../issue.ts';
import type { JsonSchema } from '../json-schema.ts';
import type { Path } from '../path.ts';

const PAIRS = [
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
  ['minimum', 'maximum'],
] as const;

/** A lower bound above the upper one leaves no value. */
export function checkBounds(schema: JsonSchema, path: Path, issues: IssueList): void {
  for (const [low, high] of PAIRS) {
    const [least, most] = [schema[low], schema[high]];
    if (typeof least === 'number' && typeof most === 'number' && least > most)
      issues.add('malformed-bound', [...path, low], `${low} ${least} is above ${high} ${most}.`);
  }
  const above = schema.exclusiveMinimum ?? -Infinity;
  const below = schema.exclusiveMaximum ?? Infinity;
  if (above >= Math.min(below, schema.maximum ?? Infinity) || below <= (schema.minimum ?? -Infinity))
    issues.add('malformed-bound', path, 'The exclusive bounds leave no number.');
}
