import type { NamedSchema, Node, ObjectNode, RefNode, Representation, TaggedNode } from '@tidemark/model';
import { NameScope, pascal } from './names.ts';

/** One function, `measureX`: a named schema, or a composite inside one. */
export interface Unit {
  /** The `X`. */
  readonly name: string;
  readonly node: Node;
}

/** Name of the functions for a node that has its own. */
export function functionName(node: Node, plan: Plan): string | undefined {
  return node.kind === 'ref' ? node.name : plan.unitOf.get(node);
}

/** How an object or union says what message it is. */
export interface MessageRole {
  /** Property whose literal is the tag. */
  tag?: string;
  /** Property whose literal is the contract's major version. */
  version?: { readonly field: string; readonly value: number };
}

/** What the emitters know about a representation as a whole. */
export interface Plan {
  readonly schemas: ReadonlyMap<string, NamedSchema>;
  /** In emission order: each named schema, followed by its inner composites. */
  readonly units: readonly { readonly schema: NamedSchema; readonly units: readonly Unit[] }[];
  /** Name of a composite's unit. */
  readonly unitOf: ReadonlyMap<Node, string>;
  /** By unit name. */
  readonly roles: ReadonlyMap<string, MessageRole>;
}

export function makePlan(representation: Representation): Plan {
  const schemas = new Map(representation.schemas.map((schema) => [schema.name, schema]));
  const scope = new NameScope(schemas.keys());
  const unitOf = new Map<Node, string>();
  const roles = messageRoles(representation, schemas);
  const units = representation.schemas.map((schema) => {
    const found: Unit[] = [];
    addUnit(schema.node, schema.name, { found, scope, unitOf, roles });
    return { schema, units: found };
  });
  return { schemas, units, unitOf, roles };
}

interface Walk {
  readonly found: Unit[];
  readonly scope: NameScope;
  readonly unitOf: Map<Node, string>;
  readonly roles: Map<string, MessageRole>;
}

function addUnit(node: Node, name: string, walk: Walk): void {
  walk.found.push({ name, node });
  walk.unitOf.set(node, name);
  for (const [suffix, child] of children(node)) {
    const inner = unwrapNullable(child);
    if (!isComposite(inner)) continue;
    const childName = walk.scope.take(name + suffix);
    if (node.kind === 'tagged') walk.roles.set(childName, { ...walk.roles.get(name), tag: node.tag });
    addUnit(inner, childName, walk);
  }
}

/** The nodes inside a composite, each with what it adds to the unit's name. */
function children(node: Node): readonly (readonly [suffix: string, child: Node])[] {
  if (node.kind === 'object') {
    const own = node.properties.map((property) => [pascal(property.name) || 'Field', property.node] as const);
    return node.additional === false ? own : [...own, ['Value', node.additional] as const];
  }
  if (node.kind === 'array') {
    const positions = node.prefix.map((child, i) => [`Item${i + 1}`, child] as const);
    return node.items === false ? positions : [...positions, ['Item', node.items] as const];
  }
  if (node.kind === 'tagged') return node.members.map((member) => [pascal(member.value) || 'Member', member.node] as const);
  if (node.kind === 'choice') return node.branches.map((branch) => [pascal(branch.kind), branch] as const);
  return [];
}

export function isComposite(node: Node): boolean {
  return node.kind === 'object' || node.kind === 'array' || node.kind === 'tagged' || node.kind === 'choice';
}

/** The other branch of a two-branch choice with null; the node itself where it is no such choice. */
export function unwrapNullable(node: Node): Node {
  if (node.kind !== 'choice' || node.branches.length !== 2) return node;
  const other = node.branches.filter((branch) => branch.kind !== 'null');
  return other.length === 1 && other[0] !== undefined ? other[0] : node;
}

export function isNullable(node: Node): boolean {
  return unwrapNullable(node) !== node;
}

/** JSON types that a node accepts, for dispatch by type. */
export function jsonTypesOf(node: Node, schemas: ReadonlyMap<string, NamedSchema>): readonly string[] {
  switch (node.kind) {
    case 'ref': {
      const target = schemas.get(node.name);
      return target === undefined ? [] : jsonTypesOf(target.node, schemas);
    }
    case 'literal':
      return [...new Set(node.values.map((value) => (value === null ? 'null' : typeof value)))];
    case 'tagged':
      return ['object'];
    case 'choice':
      return node.branches.flatMap((branch) => jsonTypesOf(branch, schemas));
    case 'any':
    case 'never':
      return [];
    default:
      return [node.kind];
  }
}

function messageRoles(representation: Representation, schemas: ReadonlyMap<string, NamedSchema>): Map<string, MessageRole> {
  const roles = new Map<string, MessageRole>();
  const add = (name: string, role: MessageRole): void => void roles.set(name, { ...roles.get(name), ...role });
  for (const { node } of representation.schemas) if (node.kind === 'tagged') for (const name of refsOf(node)) add(name, { tag: node.tag });
  for (const { version, tag, unions, messages } of messageSets(representation)) {
    const role = 'field' in version ? { version } : {};
    for (const name of unions) {
      add(name, role);
      const node = schemas.get(name)?.node;
      if (node?.kind === 'tagged') for (const member of refsOf(node)) add(member, role);
    }
    for (const name of messages) add(name, { tag, ...role });
  }
  return roles;
}

function refsOf(node: TaggedNode): readonly string[] {
  return node.members
    .map((member) => member.node)
    .filter((member: RefNode | ObjectNode) => member.kind === 'ref')
    .map((member) => member.name);
}

function messageSets(representation: Representation): readonly {
  readonly version: { readonly field: string; readonly value: number } | { readonly none: string };
  readonly tag: string;
  readonly unions: readonly string[];
  readonly messages: readonly string[];
}[] {
  const streams = representation.streams.map(({ version, tag, message, events }) => ({
    version,
    tag,
    unions: [message],
    messages: events.map((event) => event.schema),
  }));
  const sockets = representation.sockets.map(({ version, tag, client, server }) => ({
    version,
    tag,
    unions: [client.schema, server.schema],
    messages: [...client.messages, ...server.messages].map((message) => message.schema),
  }));
  return [...streams, ...sockets];
}
