import { ModelError } from './model-error.ts';
import type { Node, ObjectNode, RefNode } from './representation.ts';

interface Named {
  readonly name: string;
  readonly node: Node;
}

/**
 * A schema may be nothing but another's name (`Type.Cyclic` under a second name, a union of one). Every reference is turned
 * to what is meant in the end, so that no reader follows more than one step.
 *
 * @throws {ModelError} `unknown-reference` for names that only stand for each other
 */
export function withoutAliases<T extends Named>(
  schemas: readonly T[],
): { readonly schemas: readonly T[]; readonly redirect: (node: Node) => Node } {
  const refs = new Map(schemas.flatMap(({ name, node }) => (node.kind === 'ref' ? [[name, node.name] as const] : [])));
  const redirect = (node: Node): Node => redirected(node, refs);
  return { schemas: refs.size === 0 ? schemas : schemas.map((schema) => ({ ...schema, node: redirect(schema.node) })), redirect };
}

function targetOf(name: string, refs: ReadonlyMap<string, string>): string {
  const seen = new Set<string>();
  let current = name;
  for (let next = refs.get(current); next !== undefined; next = refs.get(current)) {
    if (seen.has(current)) throw new ModelError('unknown-reference', [], `${name} refers only to itself.`);
    seen.add(current);
    current = next;
  }
  return current;
}

function redirected(node: Node, refs: ReadonlyMap<string, string>): Node {
  if (refs.size === 0) return node;
  const inner = (part: Node): Node => redirected(part, refs);
  switch (node.kind) {
    case 'ref':
      return { ...node, name: targetOf(node.name, refs) };
    case 'array':
      return { ...node, prefix: node.prefix.map(inner), items: node.items === false ? false : inner(node.items) };
    case 'object':
      return {
        ...node,
        properties: node.properties.map((property) => ({ ...property, node: inner(property.node) })),
        additional: node.additional === false ? false : inner(node.additional),
      };
    case 'tagged':
      return { ...node, members: node.members.map((member) => ({ ...member, node: inner(member.node) as RefNode | ObjectNode })) };
    case 'choice':
      return { ...node, branches: node.branches.map(inner) };
    default:
      return node;
  }
}
