import { checkUniquePaths, checkOperations } from './check/endpoints.ts';
import type { CheckContext } from './check/context.ts';
import { checkExamples } from './check/examples.ts';
import { checkIdentity } from './check/identity.ts';
import { checkSockets, checkStreams } from './check/messages.ts';
import { checkSchema } from './check/schema.ts';
import type { ContractDefinition } from './definition.ts';
import { ContractError, IssueList } from './issue.ts';
import { definitionsOf, type JsonSchema } from './json-schema.ts';
import { SchemaNames } from './named.ts';

const BRAND = Symbol.for('tidemark.contract/1');

/** A checked, deeply frozen definition. Only `defineContract` and `merge` make one. */
export type Contract = ContractDefinition & { readonly [BRAND]: true };

/**
 * Checks a definition and freezes it (C1.1, C1.2).
 *
 * @throws {ContractError} with every issue found: code, JSON Pointer into the definition, reason and fix.
 */
export function defineContract(definition: ContractDefinition): Contract {
  const issues = new IssueList();
  const schemas = definition.schemas as unknown as Readonly<Record<string, JsonSchema>>;
  const context: CheckContext = {
    definition,
    major: Number(definition.version.split('.')[0]),
    names: new SchemaNames(schemas),
    definitions: definitionsOf(schemas),
    issues,
  };
  checkIdentity(context);
  checkSchemas(context);
  checkErrors(context);
  // Messages and examples are read through their types, so they are only looked at when the types themselves hold.
  if (issues.issues.length === 0) {
    checkOperations(context);
    checkStreams(context);
    checkSockets(context);
    checkUniquePaths(context);
  }
  if (issues.issues.length > 0) throw new ContractError(definition.id, issues.issues);
  return freeze({ ...definition, [BRAND]: true as const });
}

/** Whether a value is a contract, also one made by another copy of this package. */
export function isContract(value: unknown): value is Contract {
  return typeof value === 'object' && value !== null && (value as { [BRAND]?: unknown })[BRAND] === true;
}

function checkSchemas(context: CheckContext): void {
  for (const [name, schema] of Object.entries(context.definition.schemas))
    checkSchema(schema as JsonSchema, ['schemas', name], context.definitions, context.issues);
  if (context.issues.issues.length > 0) return;
  for (const [name, examples] of Object.entries(context.definition.examples ?? {})) {
    const schema = context.definition.schemas[name];
    if (schema === undefined) context.issues.add('unknown-reference', ['examples', name], `schemas has no ${name}.`);
    else checkExamples(context, schema, examples, ['examples', name], 'optional');
  }
}

function checkErrors(context: CheckContext): void {
  for (const [code, row] of Object.entries(context.definition.errors)) {
    const path = ['errors', code];
    if (!Number.isInteger(row.status) || row.status < 400 || row.status > 599)
      context.issues.add('malformed-error-row', path, `${row.status} is no error status.`);
    if (row.statusSource.trim() === '' || row.description.trim() === '')
      context.issues.add('malformed-error-row', path, 'statusSource and description are needed.');
    if (row.details !== null) checkSchema(row.details as JsonSchema, [...path, 'details'], context.definitions, context.issues);
  }
}

function freeze<T>(value: T): T {
  if (value !== null && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const key of Reflect.ownKeys(value)) freeze((value as Record<PropertyKey, unknown>)[key]);
  }
  return value;
}
