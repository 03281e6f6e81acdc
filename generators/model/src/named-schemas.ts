import {
  BINARY,
  type Contract,
  definitionsOf,
  type Definitions,
  fingerprint,
  type JsonSchema,
  referenceName,
  SchemaNames,
} from '@tidemark/contract';
import { ModelError } from './model-error.ts';
import { convert, convertShape, type Path, type SchemaScope } from './node-from-schema.ts';
import { cyclicNames } from './references.ts';
import type { BinaryLayout, Example, NamedSchema, Node } from './representation.ts';

/** Converts parts of one contract; every component is converted once. */
export interface SchemaTable {
  readonly schemas: readonly NamedSchema[];
  readonly convert: (schema: unknown, path: Path) => Node;
  readonly nameOf: (schema: unknown) => string;
}

/** All components of a contract: the named schemas and the recursive definitions that they or inline types bring along. */
export function schemaTable(contract: Contract): SchemaTable {
  const schemas = contract.schemas as unknown as Readonly<Record<string, JsonSchema>>;
  const definitions = hoisted(schemas);
  const names = new SchemaNames(schemas);
  const nameOf = (schema: JsonSchema): string | undefined => {
    const name = names.find(schema);
    return typeof name === 'string' ? name : undefined;
  };
  const scope: SchemaScope = { nameOf, definitions };
  const nodes = Object.entries(definitions).map(([name, schema]) => ({
    name,
    schema,
    node: convertShape(schema, ['schemas', name], scope),
  }));
  const cyclic = cyclicNames(nodes);
  return {
    schemas: nodes.map(({ name, schema, node }) => ({
      name,
      node,
      examples: examplesOf(contract, name),
      recursive: cyclic.has(name),
      ...(schema[BINARY] === undefined ? {} : { binary: schema[BINARY] as BinaryLayout }),
    })),
    convert: (schema, path) => convert(schema as JsonSchema, path, scope),
    nameOf: (schema) => nameOf(schema as JsonSchema) ?? referenceName((schema as JsonSchema).$ref ?? ''),
  };
}

function hoisted(schemas: Readonly<Record<string, JsonSchema>>): Definitions {
  const definitions = definitionsOf(schemas);
  for (const [name, schema] of Object.entries(schemas)) {
    for (const [inner, definition] of Object.entries(schema.$defs ?? {})) {
      if (fingerprint(definitions[inner]) !== fingerprint(definition))
        throw new ModelError('duplicate-name', ['schemas', name, '$defs', inner], `Another schema is named ${inner}.`);
    }
  }
  return definitions;
}

function examplesOf(contract: Contract, name: string): readonly Example[] {
  return Object.entries(contract.examples?.[name] ?? {}).map(([example, { summary, value }]) => ({ name: example, summary, value }));
}
