import { type NamedSchema, referencesOf } from '@tidemark/model';
import { type JsonObject, nonEmpty, nonEmptyObject, present } from './json-object.ts';
import { type Dialect, printSchema } from './print-schema.ts';

/**
 * The named schemas that `roots` reach, printed, in the order of `schemas`. A description carries only what it refers to:
 * a component that nothing uses is noise to a reader and a finding to a linter. A root that is not a named schema is skipped.
 */
export function componentSchemas(schemas: readonly NamedSchema[], dialect: Dialect, roots: Iterable<string>): JsonObject {
  const used = reachableSchemas(schemas, roots);
  const printed = schemas.filter((schema) => used.has(schema.name)).map((schema) => [schema.name, printNamedSchema(schema, dialect)]);
  return Object.fromEntries(printed);
}

/** One named schema with its examples and, where it has one, its binary layout. */
export function printNamedSchema(schema: NamedSchema, dialect: Dialect): JsonObject {
  const layout = schema.binary;
  const annotations = present({
    examples: nonEmpty(schema.examples.map((example) => example.value)),
    'x-binary-layout': layout && { size: layout.size, byteOrder: 'little-endian', fields: layout.fields },
  });
  return printSchema(schema.node, dialect, nonEmptyObject(annotations) && { annotations });
}

/** Names that `roots` reach, themselves included. */
export function reachableSchemas(schemas: readonly NamedSchema[], roots: Iterable<string>): ReadonlySet<string> {
  const byName = new Map(schemas.map((schema) => [schema.name, schema]));
  const reached = new Set<string>();
  const waiting = [...roots];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const schema = byName.get(name);
    if (schema === undefined || reached.has(name)) continue;
    reached.add(name);
    waiting.push(...referencesOf(schema.node));
  }
  return reached;
}
