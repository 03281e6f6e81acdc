import type { Node, Representation } from '@tidemark/model';

/** The node itself, behind any references. */
export function resolveNode(representation: Representation, node: Node): Node {
  let current = node;
  for (let steps = 0; current.kind === 'ref' && steps <= representation.schemas.length; steps += 1) {
    const { name } = current;
    const schema = representation.schemas.find((candidate) => candidate.name === name);
    if (schema === undefined) break;
    current = schema.node;
  }
  return current;
}

/** Whether any endpoint needs a credential. */
export function isGuarded({ operations, streams, sockets }: Representation): boolean {
  return [...operations, ...streams, ...sockets].some(({ access }) => access.length > 0);
}
