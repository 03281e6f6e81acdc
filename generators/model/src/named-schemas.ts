import {
  BINARY,
  type Contract,
  definitionsOf,
  type Definitions,
  errorDetailsName,
  inlineTypes,
  isInlineDetails,
  type JsonSchema,
  type Path,
  referenceName,
  SchemaNames,
} from '@tidemark/contract';
import { withoutAliases } from './aliases.ts';
import { schemaScope } from './node-from-schema.ts';
import { cyclicNames } from './references.ts';
import type { BinaryLayout, Example, NamedSchema, Node, RefNode } from './representation.ts';

/** Converts parts of one contract; every component is converted once. */
export interface SchemaTable {
  readonly schemas: readonly NamedSchema[];
  /** What a reference in the contract means. */
  readonly definitions: Definitions;
  readonly convert: (schema: unknown, path: Path) => Node;
  readonly nameOf: (schema: unknown) => string;
  /** Details of an error, by its code: always a component. */
  readonly detailsOf: (code: string) => RefNode | null;
}

/** All components of a contract: the named schemas and the recursive definitions that they or inline types bring along. */
export function schemaTable(contract: Contract): SchemaTable {
  const schemas = contract.schemas as unknown as Readonly<Record<string, JsonSchema>>;
  const inline = inlineTypes(contract).map(([, schema]) => schema);
  const definitions = definitionsOf(schemas, inline);
  const names = new SchemaNames(schemas);
  const scope = schemaScope({ nameOf: (schema) => names.findPart(schema), definitions });
  const components = { ...definitions, ...inlineDetails(contract, names) };
  const nodes = Object.entries(components).map(([name, schema]) => ({
    name,
    schema,
    node: scope.convertShape(schema, ['schemas', name], scope),
  }));
  const { schemas: resolved, redirect } = withoutAliases(nodes);
  const cyclic = cyclicNames(resolved);
  return {
    schemas: resolved.map(({ name, schema, node }) => ({
      name,
      node,
      examples: examplesOf(contract, name),
      recursive: cyclic.has(name),
      ...(schema[BINARY] === undefined ? {} : { binary: schema[BINARY] as BinaryLayout }),
    })),
    definitions,
    convert: (schema, path) => redirect(scope.convert(schema as JsonSchema, path, scope)),
    nameOf: (schema) => nameOfUse(names, schema as JsonSchema),
    detailsOf: (code) => {
      const details = contract.errors[code]?.details as JsonSchema | null | undefined;
      if (details == null) return null;
      const name = isInlineDetails(details, names)
        ? errorDetailsName(code)
        : (names.findPart(details) ?? referenceName(details.$ref ?? ''));
      return redirect({ kind: 'ref', name }) as RefNode;
    },
  };
}

/** Details of errors that the contract does not name, under the names that they get; `defineContract` saw to it that those are free. */
function inlineDetails(contract: Contract, names: SchemaNames): Readonly<Record<string, JsonSchema>> {
  const details = Object.entries(contract.errors).map(([code, row]) => [errorDetailsName(code), row.details as JsonSchema | null] as const);
  return Object.fromEntries(
    details.filter((entry): entry is [string, JsonSchema] => entry[1] !== null && isInlineDetails(entry[1], names)),
  );
}

/** A body or a message is a named type, or a copy of one; a member of a union may be a reference. */
function nameOfUse(names: SchemaNames, schema: JsonSchema): string {
  const name = names.find(schema);
  return typeof name === 'string' ? name : referenceName(schema.$ref ?? '');
}

function examplesOf(contract: Contract, name: string): readonly Example[] {
  return Object.entries(contract.examples?.[name] ?? {}).map(([example, { summary, value }]) => ({ name: example, summary, value }));
}
