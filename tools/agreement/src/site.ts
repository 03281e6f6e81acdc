import type { NamedSchema, Node } from '@tidemark/model';
import { isMembers } from './json-text.ts';

/** One part of a valid value, with the node that accepts it. References, unions and choices are resolved. */
export interface Site {
  readonly path: readonly (string | number)[];
  readonly node: Exclude<Node, { readonly kind: 'ref' | 'tagged' | 'choice' }>;
  readonly value: unknown;
  /** The union that chose `node`. */
  readonly union?: Extract<Node, { readonly kind: 'tagged' }>;
  /** The recursive type that `node` is the body of. */
  readonly recursive?: string;
  /** References between the whole and this part. */
  readonly references: number;
}

export type Lookup = ReadonlyMap<string, NamedSchema>;

/** Every part of a value that `node` accepts, the whole first. */
export function sitesOf(node: Node, value: unknown, lookup: Lookup): readonly Site[] {
  const sites: Site[] = [];
  collect(resolve(node, value, lookup, { references: 0 }), value, [], lookup, sites);
  return sites;
}

type Found = Omit<Site, 'node' | 'path' | 'value'>;
type Resolved = (Found & Pick<Site, 'node'>) | undefined;

function resolve(node: Node, value: unknown, lookup: Lookup, found: Found): Resolved {
  switch (node.kind) {
    case 'ref': {
      const schema = lookup.get(node.name);
      const deeper = { ...found, references: found.references + 1 };
      return schema && resolve(schema.node, value, lookup, schema.recursive ? { ...deeper, recursive: node.name } : deeper);
    }
    case 'tagged': {
      const member = node.members.find((candidate) => isMembers(value) && value[node.tag] === candidate.value);
      return member && resolve(member.node, value, lookup, { ...found, union: node });
    }
    case 'choice': {
      const branch = node.branches.find((candidate) => accepts(candidate, value, lookup));
      return branch && resolve(branch, value, lookup, found);
    }
    default:
      return { ...found, node };
  }
}

/** Whether a node is for values of this JSON type: enough to choose a branch of a choice. */
function accepts(node: Node, value: unknown, lookup: Lookup): boolean {
  switch (node.kind) {
    case 'null':
      return value === null;
    case 'literal':
      return node.values.includes(value as string);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isMembers(value);
    case 'boolean':
    case 'number':
    case 'string':
      return typeof value === node.kind;
    case 'any':
      return true;
    case 'never':
      return false;
    default: {
      const resolved = resolve(node, value, lookup, { references: 0 });
      return resolved !== undefined && accepts(resolved.node, value, lookup);
    }
  }
}

function collect(resolved: Resolved, value: unknown, path: Site['path'], lookup: Lookup, sites: Site[]): void {
  if (resolved === undefined) return;
  const { node } = resolved;
  sites.push({ ...resolved, value, path });
  const enter = (part: Node, child: unknown, at: string | number): void =>
    collect(resolve(part, child, lookup, { references: resolved.references }), child, [...path, at], lookup, sites);
  if (node.kind === 'array' && Array.isArray(value)) {
    for (const [index, item] of (value as readonly unknown[]).entries()) {
      const part = node.prefix[index] ?? node.items;
      if (part !== false) enter(part, item, index);
    }
  }
  if (node.kind === 'object' && isMembers(value)) {
    for (const [name, member] of Object.entries(value)) {
      const part = node.properties.find((property) => property.name === name)?.node ?? node.additional;
      if (part !== false) enter(part, member, name);
    }
  }
}

/** The value with the part at a path replaced. */
export function replaceAt(value: unknown, path: Site['path'], part: unknown): unknown {
  const [at, ...rest] = path;
  if (at === undefined) return part;
  if (Array.isArray(value)) return value.with(Number(at), replaceAt(value[Number(at)], rest, part));
  if (!isMembers(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, name === at ? replaceAt(member, rest, part) : member]));
}
