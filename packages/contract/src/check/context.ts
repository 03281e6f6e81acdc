import type { ContractDefinition } from '../definition.ts';
import { errorDetailsName } from '../error-names.ts';
import type { IssueList } from '../issue.ts';
import { broughtDefinitions, type Definitions, definitionsOf, fingerprint, type JsonSchema } from '../json-schema.ts';
import { SchemaNames } from '../named.ts';
import { own } from '../own.ts';
import type { Path } from '../path.ts';

/** What every check of one definition shares. */
export interface CheckContext {
  readonly definition: ContractDefinition;
  readonly major: number;
  readonly names: SchemaNames;
  /** Named schemas and recursive definitions, for references. */
  readonly definitions: Definitions;
  readonly issues: IssueList;
  /** Types that were checked already. */
  readonly checked: Set<JsonSchema>;
}

/** Prepares the checks of a definition that has the right form. */
export function checkContext(definition: ContractDefinition, issues: IssueList): CheckContext {
  const schemas = schemasOf(definition);
  return {
    definition,
    major: Number(definition.version.split('.')[0]),
    names: new SchemaNames(schemas),
    definitions: definitionsOf(
      schemas,
      inlineTypes(definition).map(([, schema]) => schema),
    ),
    issues,
    checked: new Set(),
  };
}

/** The named types as the JSON Schemas that they are. */
export function schemasOf(definition: ContractDefinition): Readonly<Record<string, JsonSchema>> {
  return definition.schemas as unknown as Readonly<Record<string, JsonSchema>>;
}

/** Types that a contract uses outside of `schemas`, and where: details of errors, parameters, headers of responses. */
export function inlineTypes(definition: ContractDefinition): readonly (readonly [path: Path, schema: JsonSchema])[] {
  const types: [Path, unknown][] = Object.entries(definition.errors).map(([code, row]) => [['errors', code, 'details'], row.details]);
  for (const group of ['operations', 'streams', 'sockets'] as const) {
    for (const [name, { request }] of Object.entries(definition[group] ?? {})) {
      for (const place of ['path', 'query', 'headers'] as const) {
        for (const [parameter, schema] of Object.entries(request?.[place] ?? {}))
          types.push([[group, name, 'request', place, parameter], schema]);
      }
    }
  }
  for (const [name, { responses }] of Object.entries(definition.operations ?? {})) {
    for (const [status, { headers }] of Object.entries(responses)) {
      for (const [header, schema] of Object.entries(headers ?? {}))
        types.push([['operations', name, 'responses', status, 'headers', header], schema]);
    }
  }
  return types.filter((entry): entry is [Path, JsonSchema] => entry[1] !== null);
}

/** Types that have to be named ones, and where: bodies and messages. */
export function namedUses(definition: ContractDefinition): readonly (readonly [path: Path, schema: JsonSchema])[] {
  const types: [Path, unknown][] = [];
  for (const group of ['operations', 'streams'] as const) {
    for (const [name, { request }] of Object.entries(definition[group] ?? {}))
      types.push([[group, name, 'request', 'body', 'schema'], request?.body?.schema]);
  }
  for (const [name, { responses }] of Object.entries(definition.operations ?? {})) {
    for (const [status, { schema }] of Object.entries(responses)) types.push([['operations', name, 'responses', status, 'schema'], schema]);
  }
  for (const [name, { message }] of Object.entries(definition.streams ?? {})) types.push([['streams', name, 'message'], message]);
  for (const [name, { client, server }] of Object.entries(definition.sockets ?? {}))
    types.push([['sockets', name, 'client'], client], [['sockets', name, 'server'], server]);
  return types.filter((entry): entry is [Path, JsonSchema] => entry[1] !== undefined);
}

const PASCAL = /^[A-Z][A-Za-z0-9]{0,63}$/;

/** Recursive definitions become components beside the named types: one name, one content. */
export function checkBroughtDefinitions(context: CheckContext): void {
  const named = Object.entries(schemasOf(context.definition)).map(([name, schema]): [Path, JsonSchema] => [['schemas', name], schema]);
  const seen = new Set<JsonSchema>();
  for (const [base, schema] of [...named, ...inlineTypes(context.definition)]) {
    for (const [path, name, definition] of broughtDefinitions(schema, seen)) {
      const at = [...base, ...path];
      const meant = own(context.definitions, name);
      if (!PASCAL.test(name)) context.issues.add('malformed-name', at, `${name} is not PascalCase.`);
      else if (meant !== undefined && content(meant) !== content(definition))
        context.issues.add('duplicate-name', at, `Another type is named ${name} too.`);
    }
  }
}

/** Whether details of an error have no name of their own, so that they get one (`errorDetailsName`). */
export function isInlineDetails(schema: JsonSchema, names: SchemaNames): boolean {
  return schema.$ref === undefined && names.findPart(schema) === undefined;
}

/** Details of errors without a name of their own become components too: their names are to be free. */
export function checkDetailsNames(context: CheckContext): void {
  const taken = new Map(Object.entries(context.definitions).map(([name, schema]) => [name, content(schema)]));
  for (const [code, { details }] of Object.entries(context.definition.errors)) {
    if (details === null || !isInlineDetails(details as JsonSchema, context.names)) continue;
    const name = errorDetailsName(code);
    const meant = taken.get(name);
    const described = content(details as JsonSchema);
    if (meant === undefined) taken.set(name, described);
    else if (meant !== described)
      context.issues.add('duplicate-name', ['errors', code, 'details'], `These details are named ${name}, as another type is.`);
  }
}

/** TypeBox gives the members of a Cyclic their name as `$id`. */
function content(schema: JsonSchema): string {
  return fingerprint({ ...schema, $id: undefined });
}

/** Reports a type that is not one of the named schemas; gives its name otherwise. */
export function requireName(context: CheckContext, schema: unknown, path: Path): void {
  const name = context.names.find(schema as JsonSchema);
  if (name === undefined) context.issues.add('unnamed-schema', path, 'The type is not in schemas.');
  else if (typeof name !== 'string') context.issues.add('ambiguous-name', path, `It could be ${name.join(' or ')}.`);
}

/** Reports a limit that is not defined with this unit. */
export function requireLimit(context: CheckContext, name: string, unit: string, path: Path): void {
  const limit = own(context.definition.limits, name);
  if (limit === undefined) context.issues.add('unknown-limit', path, `limits has no ${name}; its unit must be ${unit}.`);
  else if (limit.unit !== unit) context.issues.add('unknown-limit', path, `${name} is in ${limit.unit}, not ${unit}.`);
}
