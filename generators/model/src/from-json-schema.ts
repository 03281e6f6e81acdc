import { definitionsOf, type JsonSchema, referenceName } from '@tidemark/contract';
import { convert, convertShape, type SchemaScope } from './node-from-schema.ts';
import { cyclicNames } from './references.ts';
import type { NamedSchema, Node } from './representation.ts';

/** A shape that came as plain JSON Schema 2020-12: its node, and the definitions that it refers to. */
export interface JsonSchemaNode {
  readonly node: Node;
  readonly schemas: readonly NamedSchema[];
}

/**
 * Reads a plain JSON Schema 2020-12 document (a configuration's payload schema, a test suite's) into the representation.
 * References are to `#/$defs/name` (or `#`, which stands as the schema `Root`) of the same document.
 *
 * @throws {ModelError} naming the keyword that the representation does not carry.
 */
export function nodeFromJsonSchema(schema: unknown): JsonSchemaNode {
  const document = schema as JsonSchema | boolean;
  if (typeof document === 'boolean') return { node: convert(document, [], { nameOf: () => undefined, definitions: {} }), schemas: [] };
  const { $defs, ...top } = document;
  const definitions = definitionsOf({ ...$defs });
  const scope: SchemaScope = { nameOf: () => undefined, definitions: { ...definitions, '#': top } };
  const nodes = Object.entries(definitions).map(([name, definition]) => ({
    name,
    node: renameRoot(convertShape(definition, ['$defs', name], scope)),
  }));
  const root = renameRoot(convertShape(top, [], scope));
  const all = [...nodes, { name: 'Root', node: root }];
  const cyclic = cyclicNames(all);
  const refersToRoot = JSON.stringify(all).includes('{"kind":"ref","name":"Root"');
  const kept = refersToRoot ? all : nodes;
  return {
    node: refersToRoot ? { kind: 'ref', name: 'Root' } : root,
    schemas: kept.map((entry) => ({ ...entry, examples: [], recursive: cyclic.has(entry.name) })),
  };
}

/** `#` is no name; the whole document stands as `Root`. */
function renameRoot(node: Node): Node {
  return JSON.parse(JSON.stringify(node), (_key, value: unknown) => {
    const candidate = value as { kind?: unknown; name?: unknown } | null;
    return candidate !== null && typeof candidate === 'object' && candidate.kind === 'ref' && candidate.name === '#'
      ? { ...candidate, name: referenceName('Root') }
      : value;
  }) as Node;
}
