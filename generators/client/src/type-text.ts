import type { Node, Representation } from '@tidemark/model';
import { ClientError } from './client-error.ts';
import { FOREIGN_NAMES } from './foreign-names.ts';
import { quote } from './text.ts';

const SCALARS: readonly string[] = ['Base64Url', 'Int64', 'SafeUint', 'Sha256', 'Timestamp', 'Uint64'];

/** Collects the names that one file imports, by module. A type of the contract with a name that the file needs for another gets an underscore, which no name of a contract has. */
export class Imports {
  readonly #modules = new Map<string, Set<string>>();

  /** The name in this file. */
  use(module: string, name: string): string {
    const local = module === MODULES.types && FOREIGN_NAMES.includes(name) ? `${name}_` : name;
    const clause = local === name ? name : `${name} as ${local}`;
    this.#modules.set(module, (this.#modules.get(module) ?? new Set()).add(clause));
    return local;
  }

  /** What stands between the braces of an import statement. */

  names(module: string): readonly string[] {
    return [...(this.#modules.get(module) ?? [])];
  }
}

/** Modules of generated code. */
export const MODULES = {
  types: './types.ts',
  decoders: './decoders.ts',
  errors: './errors.ts',
  endpoints: './endpoints.ts',
  descriptor: './descriptor.ts',
  client: './client.ts',
  codec: '@tidemark/codec/generated',
  transport: '@tidemark/transport/generated',
} as const;

/** The TypeScript type of a value that travels as text: a scalar, a literal, a named one of these, or a list of them. */
export function textType(node: Node, imports: Imports): string {
  switch (node.kind) {
    case 'ref':
      return imports.use(MODULES.types, node.name);
    case 'literal':
      return node.values.map((value) => (typeof value === 'string' ? quote(value) : String(value))).join(' | ');
    case 'array': {
      const item = node.items === false ? 'never' : textType(node.items, imports);
      return item.includes(' ') ? `readonly (${item})[]` : `readonly ${item}[]`;
    }
    case 'string':
    case 'number':
      return node.scalar !== undefined && SCALARS.includes(node.scalar) ? imports.use(MODULES.codec, node.scalar) : node.kind;
    case 'boolean':
      return 'boolean';
    default:
      return 'unknown';
  }
}

/**
 * What a node is behind its references.
 *
 * @throws ClientError `unknown-reference`
 */
export function resolve(representation: Representation, node: Node): Node {
  let found = node;
  for (let hops = 0; found.kind === 'ref'; hops += 1) {
    const { name } = found;
    const schema = representation.schemas.find((candidate) => candidate.name === name);
    if (schema === undefined || hops > representation.schemas.length) throw new ClientError('unknown-reference', name);
    found = schema.node;
  }
  return found;
}
