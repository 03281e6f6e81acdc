import { childNodes, type NamedSchema, type Node } from '../index.ts';

/** What generators rely on, and what of it a representation does not keep: empty for every representation. */
export function faultsOf(schemas: readonly NamedSchema[]): readonly string[] {
  const byName = new Map(schemas.map((schema) => [schema.name, schema.node]));
  const visit = (node: Node, at: string, isTop: boolean): readonly string[] => [
    ...faultsOfNode(node, byName, isTop).map((fault) => `${at}: ${fault}`),
    ...childNodes(node).flatMap((child, index) => visit(child, `${at}/${index}`, false)),
  ];
  return schemas.flatMap((schema) => visit(schema.node, schema.name, true));
}

function faultsOfNode(node: Node, byName: ReadonlyMap<string, Node>, isTop: boolean): readonly string[] {
  switch (node.kind) {
    case 'ref':
      if (!byName.has(node.name)) return [`${node.name} is no schema`];
      return !isTop && byName.get(node.name)?.kind === 'ref' ? [`${node.name} only stands for another name`] : [];
    case 'literal':
      return node.values.length === 0 || new Set(node.values).size !== node.values.length ? ['literals are empty or repeated'] : [];
    case 'tagged':
      return faultsOfTagged(node, byName);
    case 'choice':
      return faultsOfChoice(node.branches, byName);
    default:
      return [];
  }
}

function faultsOfTagged(node: Extract<Node, { kind: 'tagged' }>, byName: ReadonlyMap<string, Node>): readonly string[] {
  const values = node.members.map((member) => member.value);
  const faults = values.length < 2 || new Set(values).size !== values.length ? ['tags are too few or repeated'] : [];
  for (const { value, node: member } of node.members) {
    const object = resolve(member, byName);
    const tag = object?.kind === 'object' ? object.properties.find((property) => property.name === node.tag) : undefined;
    if (tag?.required !== true || tag.node.kind !== 'literal' || tag.node.values.join() !== value) faults.push(`${value} has not its tag`);
  }
  return faults;
}

function faultsOfChoice(branches: readonly Node[], byName: ReadonlyMap<string, Node>): readonly string[] {
  const faults = branches.length < 2 ? ['a choice of one'] : [];
  const seen = new Set<string>();
  for (const branch of branches) {
    const meant = resolve(branch, byName);
    if (meant?.kind === 'choice' || meant?.kind === 'any') faults.push('a branch is not of one JSON type');
    for (const type of typesOf(meant)) {
      if (seen.has(type)) faults.push(`two branches accept a ${type}`);
      seen.add(type);
    }
  }
  return faults;
}

function typesOf(node: Node | undefined): readonly string[] {
  if (node?.kind === 'literal') return [...new Set(node.values.map((value) => (value === null ? 'null' : typeof value)))];
  if (node?.kind === 'tagged') return ['object'];
  return node === undefined ? [] : [node.kind];
}

function resolve(node: Node, byName: ReadonlyMap<string, Node>): Node | undefined {
  return node.kind === 'ref' ? byName.get(node.name) : node;
}
