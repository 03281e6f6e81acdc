import type { Node } from './representation.ts';

/** The parts of a node, one level down. */
export function childNodes(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'array':
      return node.items === false ? node.prefix : [...node.prefix, node.items];
    case 'object':
      return [
        ...node.properties.map((property) => property.node),
        ...(node.additional === false ? [] : [node.additional]),
        ...(node.keys === undefined ? [] : [node.keys]),
      ];
    case 'tagged':
      return node.members.map((member) => member.node);
    case 'choice':
      return node.branches;
    default:
      return [];
  }
}

/** Names of the schemas that a node refers to, directly or through its parts. */
export function referencesOf(node: Node): ReadonlySet<string> {
  const names = new Set<string>();
  const open: Node[] = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.kind === 'ref') names.add(next.name);
    open.push(...childNodes(next));
  }
  return names;
}

/** The schemas that take part in a reference cycle (Tarjan's algorithm, without recursion on the depth of references). */
export function cyclicNames(schemas: readonly { readonly name: string; readonly node: Node }[]): ReadonlySet<string> {
  const edges = new Map(schemas.map(({ name, node }) => [name, [...referencesOf(node)]]));
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const cyclic = new Set<string>();

  const enter = (name: string): { name: string; edge: number } => {
    index.set(name, index.size);
    low.set(name, index.size - 1);
    stack.push(name);
    onStack.add(name);
    return { name, edge: 0 };
  };
  const leave = (name: string): void => {
    if (low.get(name) !== index.get(name)) return;
    const component: string[] = [];
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      onStack.delete(top);
      component.push(top);
      if (top === name) break;
    }
    if (component.length > 1 || edges.get(name)?.includes(name) === true) component.forEach((member) => cyclic.add(member));
  };

  for (const root of edges.keys()) {
    if (index.has(root)) continue;
    const frames = [enter(root)];
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const next = edges.get(frame.name)?.[frame.edge++];
      if (next === undefined) {
        leave(frame.name);
        frames.pop();
        const parent = frames.at(-1);
        if (parent !== undefined) low.set(parent.name, Math.min(low.get(parent.name) ?? 0, low.get(frame.name) ?? 0));
      } else if (!index.has(next) && edges.has(next)) frames.push(enter(next));
      else if (onStack.has(next)) low.set(frame.name, Math.min(low.get(frame.name) ?? 0, index.get(next) ?? 0));
    }
  }
  return cyclic;
}
