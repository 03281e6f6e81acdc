import { definitionsOf, type JsonSchema } from '@tidemark/contract';
import { withoutAliases } from './aliases.ts';
import { requireBounded } from './keyword-forms.ts';
import { ModelError } from './model-error.ts';
import { schemaScope } from './node-from-schema.ts';
import { cyclicNames, referencesOf } from './references.ts';
import type { NamedSchema, Node } from './representation.ts';
import type { SchemaScope } from './schema-scope.ts';

/** A shape that came as plain JSON Schema 2020-12: its node, and the definitions that it refers to. */
export interface JsonSchemaNode {
  readonly node: Node;
  readonly schemas: readonly NamedSchema[];
}

const DIALECT = /^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/;

/**
 * Reads a plain JSON Schema 2020-12 document (a configuration's payload schema, a test suite's) into the representation.
 * References are to `#/$defs/name` or `#` of the same document. Definitions keep their names where those are PascalCase;
 * what `#` means stands as the schema `Root`.
 *
 * @throws {ModelError} naming the keyword that the representation does not carry.
 */
export function nodeFromJsonSchema(schema: unknown): JsonSchemaNode {
  requireBounded(schema);
  if (typeof schema === 'boolean') return { node: { kind: schema ? 'any' : 'never' }, schemas: [] };
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    throw new ModelError('unsupported-value', [], 'A schema is an object or a boolean.');
  const { $defs, $schema, ...top } = schema as JsonSchema;
  if ($schema !== undefined && !(typeof $schema === 'string' && DIALECT.test($schema)))
    throw new ModelError('unsupported-value', ['$schema'], 'Only the dialect 2020-12 is read.');
  const scope = scopeOf(top, $defs ?? {});
  const nodes = Object.entries($defs ?? {}).map(([name, definition]) => ({
    name: scope.componentOf?.(name) ?? name,
    node: scope.convertShape(definition, ['$defs', name], scope),
  }));
  const root = { name: scope.componentOf?.('#') ?? '', node: scope.convertShape(top, [], scope) };
  const all = withoutAliases([...nodes, root]).schemas;
  const isReferred = all.some(({ node }) => referencesOf(node).has(root.name));
  const cyclic = cyclicNames(all);
  return {
    node: isReferred ? { kind: 'ref', name: root.name } : (all.at(-1) ?? root).node,
    schemas: (isReferred ? all : all.slice(0, -1)).map((entry) => ({ ...entry, examples: [], recursive: cyclic.has(entry.name) })),
  };
}

function scopeOf(top: JsonSchema, $defs: Readonly<Record<string, JsonSchema>>): SchemaScope {
  const names = componentNames(['#', ...Object.keys($defs)]);
  // Only what stands directly in $defs can be referred to.
  const definitions = definitionsOf({});
  return schemaScope({
    nameOf: () => undefined,
    definitions: Object.assign(definitions, $defs, { '#': top }),
    componentOf: (name) => names.get(name) ?? name,
    isPlain: true,
  });
}

/** PascalCase and distinct, whatever stands in `$defs`. */
function componentNames(names: readonly string[]): ReadonlyMap<string, string> {
  const components = new Map<string, string>();
  const taken = new Set(names.filter((name) => /^[A-Z][A-Za-z0-9]*$/.test(name)));
  taken.forEach((name) => components.set(name, name));
  for (const name of names) {
    if (components.has(name)) continue;
    const base = name === '#' ? 'Root' : pascalCase(name);
    let component = base;
    for (let count = 2; taken.has(component); count++) component = `${base}${count}`;
    taken.add(component);
    components.set(name, component);
  }
  return components;
}

function pascalCase(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const joined = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
  return /^[A-Z]/.test(joined) ? joined : `Schema${joined}`;
}
