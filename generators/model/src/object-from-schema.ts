import type { JsonSchema, Path } from '@tidemark/contract';
import { ModelError } from './model-error.ts';
import type { Node, ObjectNode, StringNode } from './representation.ts';
import { number, requirePattern, type SchemaScope } from './schema-scope.ts';

const ANY_KEY = new Set(['^.*$', '^(.*)$']);

/** A struct (listed properties), a map (additional values, possibly of constrained keys), or an open object. */
export function objectNode(schema: JsonSchema, path: Path, scope: SchemaScope): ObjectNode {
  const required = new Set(schema.required ?? []);
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    required: required.delete(name),
    node: scope.convert(property, [...path, 'properties', name], scope),
  }));
  const { additional, keys } = additionalOf(schema, path, scope);
  return {
    kind: 'object',
    properties,
    ...(required.size > 0 ? { alsoRequired: [...required] } : {}),
    additional,
    ...(keys === undefined ? {} : { keys }),
    ...number('minProperties', schema['minProperties']),
    ...number('maxProperties', schema.maxProperties),
  };
}

function additionalOf(schema: JsonSchema, path: Path, scope: SchemaScope): { additional: Node | false; keys?: StringNode } {
  const patterns = Object.entries(schema.patternProperties ?? {});
  if (patterns.length > 1) throw new ModelError('unsupported-value', path, 'More than one pattern in patternProperties.');
  const [entry] = patterns;
  if (entry === undefined) return withKeys(schema, additionalValue(schema.additionalProperties, path, scope), path, scope);
  const [pattern, values] = entry;
  const additional = scope.convert(values, [...path, 'patternProperties', pattern], scope);
  if (ANY_KEY.has(pattern)) return withKeys(schema, additional, path, scope);
  if (schema.additionalProperties !== false || schema.propertyNames !== undefined || Object.keys(schema.properties ?? {}).length > 0) {
    throw new ModelError(
      'unsupported-keyword',
      path,
      'patternProperties is carried only for a closed map: additionalProperties false, no properties, no propertyNames.',
    );
  }
  requirePattern(pattern, path);
  return { additional, keys: { kind: 'string', pattern } };
}

function additionalValue(value: JsonSchema | boolean | undefined, path: Path, scope: SchemaScope): Node | false {
  return value === false ? false : scope.convert(value ?? true, [...path, 'additionalProperties'], scope);
}

function withKeys(
  schema: JsonSchema,
  additional: Node | false,
  path: Path,
  scope: SchemaScope,
): { additional: Node | false; keys?: StringNode } {
  if (schema.propertyNames === undefined) return { additional };
  if (Object.keys(schema.properties ?? {}).length > 0)
    throw new ModelError('unsupported-keyword', path, 'propertyNames beside properties is not carried.');
  // Keys are text of the map itself: a named string type is written out here, so that a decoder needs no second look-up.
  const keys = scope.convert(schema.propertyNames, [...path, 'propertyNames'], { ...scope, nameOf: () => undefined });
  if (keys.kind !== 'string') throw new ModelError('unsupported-value', path, 'propertyNames is no plain string schema.');
  return { additional, keys };
}
