import type { ContractDefinition } from '../definition.ts';
import type { IssueList } from '../issue.ts';
import type { Definitions, JsonSchema } from '../json-schema.ts';
import type { SchemaNames } from '../named.ts';

/** What every check of one definition shares. */
export interface CheckContext {
  readonly definition: ContractDefinition;
  readonly major: number;
  readonly names: SchemaNames;
  /** Named schemas, for references. */
  readonly definitions: Definitions;
  readonly issues: IssueList;
}

export type Path = readonly (string | number)[];

/** Reports a type that is not one of the named schemas; gives its name otherwise. */
export function requireName(context: CheckContext, schema: unknown, path: Path): string | undefined {
  const name = context.names.find(schema as JsonSchema);
  if (typeof name === 'string') return name;
  if (name === undefined) context.issues.add('unnamed-schema', path, 'The type is not in schemas.');
  else context.issues.add('ambiguous-name', path, `It could be ${name.join(' or ')}.`);
  return undefined;
}

/** Reports a limit that is not defined with this unit. */
export function requireLimit(context: CheckContext, name: string, unit: string, path: Path): void {
  const limit = context.definition.limits[name];
  if (limit === undefined) context.issues.add('unknown-limit', path, `limits has no ${name}; its unit must be ${unit}.`);
  else if (limit.unit !== unit) context.issues.add('unknown-limit', path, `${name} is in ${limit.unit}, not ${unit}.`);
}
