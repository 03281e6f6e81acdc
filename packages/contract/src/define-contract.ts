import {
  checkBroughtDefinitions,
  type CheckContext,
  checkContext,
  checkDetailsNames,
  inlineTypes,
  namedUses,
  schemasOf,
} from './check/context.ts';
import { definitionForm } from './check/definition-form.ts';
import { checkOperations, checkUniquePaths } from './check/endpoints.ts';
import { checkExamples } from './check/examples.ts';
import { checkIdentity } from './check/identity.ts';
import { checkSockets, checkStreams } from './check/messages.ts';
import { checkKeywords, checkSchema } from './check/schema.ts';
import { checkUnfolding } from './check/unfolding.ts';
import type { ContractDefinition } from './definition.ts';
import { ContractError, IssueList } from './issue.ts';
import type { JsonSchema } from './json-schema.ts';
import { own } from './own.ts';
import { snapshot } from './snapshot.ts';

const BRAND = Symbol.for('tidemark.contract/1');

/** A checked, deeply frozen copy of a definition. Only `defineContract` and `merge` make one. */
export type Contract = ContractDefinition & { readonly [BRAND]: true };

/**
 * Checks a definition (C1.1, C1.2) and gives a deeply frozen copy of it. The definition is read once and left as it was.
 *
 * @throws {ContractError} with every issue found: code, JSON Pointer into the definition, reason and fix.
 */
export function defineContract(definition: ContractDefinition): Contract {
  return defineJoined(definition, new Map());
}

/** As `defineContract`, for a definition in which some types stand for others: `same` gives the one for each copy. */
export function defineJoined(definition: ContractDefinition, same: ReadonlyMap<object, object>): Contract {
  const issues = new IssueList();
  const copy = snapshot(definition, issues, same) as ContractDefinition;
  // Each stage reads what the one before it has found to be of the right form.
  throwIssues(copy, issues);
  definitionForm.check(copy, [], issues);
  throwIssues(copy, issues);
  const context = checkContext(copy, issues);
  checkIdentity(context);
  checkAllKeywords(context);
  throwIssues(copy, issues);
  checkTypes(context);
  checkErrors(context);
  throwIssues(copy, issues);
  checkUnfolding(context);
  throwIssues(copy, issues);
  checkSchemaExamples(context);
  checkOperations(context);
  checkStreams(context);
  checkSockets(context);
  checkUniquePaths(context);
  throwIssues(copy, issues);
  return Object.freeze({ ...copy, [BRAND]: true as const });
}

/** Whether a value is a contract, also one made by another copy of this package. */
export function isContract(value: unknown): value is Contract {
  return typeof value === 'object' && value !== null && (value as { [BRAND]?: unknown })[BRAND] === true;
}

function throwIssues(definition: unknown, { issues }: IssueList): void {
  if (issues.length === 0) return;
  const id: unknown = (definition as Partial<ContractDefinition> | null | undefined)?.id;
  throw new ContractError(typeof id === 'string' ? id : '(without id)', issues);
}

function checkAllKeywords(context: CheckContext): void {
  const seen = new Set<JsonSchema>();
  for (const [name, schema] of Object.entries(schemasOf(context.definition))) checkKeywords(context, schema, ['schemas', name], seen);
  const others = [...inlineTypes(context.definition), ...namedUses(context.definition)];
  for (const [path, schema] of others) if (!context.names.has(schema)) checkKeywords(context, schema, path, seen);
}

function checkTypes(context: CheckContext): void {
  checkBroughtDefinitions(context);
  checkDetailsNames(context);
  for (const [name, schema] of Object.entries(schemasOf(context.definition))) checkSchema(context, schema, ['schemas', name]);
}

function checkSchemaExamples(context: CheckContext): void {
  for (const [name, examples] of Object.entries(context.definition.examples ?? {})) {
    const schema = own(context.definition.schemas, name);
    if (schema === undefined) context.issues.add('unknown-reference', ['examples', name], `schemas has no ${name}.`);
    else checkExamples(context, schema, examples, ['examples', name], 'optional');
  }
}

function checkErrors(context: CheckContext): void {
  for (const [code, row] of Object.entries(context.definition.errors)) {
    const path = ['errors', code];
    if (!Number.isInteger(row.status) || row.status < 400 || row.status > 599)
      context.issues.add('malformed-error-row', [...path, 'status'], `${row.status} is no error status.`);
    for (const field of ['statusSource', 'description', 'message'] as const) {
      if (row[field]?.trim() === '') context.issues.add('malformed-error-row', [...path, field], `${field} is empty.`);
    }
    if (row.details !== null) checkSchema(context, row.details as JsonSchema, [...path, 'details']);
  }
}
