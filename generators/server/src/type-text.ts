import type { ArrayNode, Node, ObjectNode } from '@tidemark/model';
import { propertyKey, quote } from './names.ts';
import { docComment } from './text.ts';

/**
 * The TypeScript type of a node that has no name: parameters, response headers. Named schemas are `types.X`, the client
 * package's own, so that a shape is written once. Objects take several lines.
 */
export function typeText(node: Node, pad = ''): string {
  switch (node.kind) {
    case 'any':
      return 'unknown';
    case 'ref':
      return `types.${node.name}`;
    case 'literal':
      return node.values.map((value) => (typeof value === 'string' ? quote(value) : String(value))).join(' | ');
    case 'array':
      return arrayText(node, pad);
    case 'object':
      return objectText(node, pad);
    case 'tagged':
      return node.members.map((member) => typeText(member.node, pad)).join(' | ');
    case 'choice':
      return node.branches.map((branch) => typeText(branch, pad)).join(' | ');
    default:
      return node.kind;
  }
}

/** `{ ... }` with one property a line, documented in the contract's words. */
export function objectText(node: ObjectNode, pad = ''): string {
  const inner = `${pad}  `;
  const rows = node.properties.map(({ name, required, node: member }) =>
    propertyText(name, required, typeText(member, inner), inner, member.doc?.description),
  );
  if (node.additional !== false)
    rows.push(`${inner}readonly [key: string]: ${rows.length === 0 ? typeText(node.additional, inner) : 'unknown'};\n`);
  return rows.length === 0 ? '{}' : `{\n${rows.join('')}${pad}}`;
}

export function propertyText(name: string, required: boolean, type: string, pad: string, description?: string): string {
  return `${docComment([description], pad)}${pad}readonly ${propertyKey(name)}${required ? '' : '?'}: ${type};\n`;
}

function arrayText(node: ArrayNode, pad: string): string {
  if (node.prefix.length > 0) return `readonly [${node.prefix.map((item) => typeText(item, pad)).join(', ')}]`;
  if (node.items === false) return 'readonly []';
  const item = typeText(node.items, pad);
  return item.includes(' ') && !item.startsWith('{') ? `readonly (${item})[]` : `readonly ${item}[]`;
}
