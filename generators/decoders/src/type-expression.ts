import type { ArrayNode, Node, ObjectNode } from '@tidemark/model';
import { literalText } from './constants.ts';
import { docComment } from './doc-comment.ts';
import { group, hardLine, ifBroken, indent, join, type Layout, line, lines, softLine } from './layout.ts';
import { propertyKey } from './names.ts';

/** Scalars that have a type name of their own in `@tidemark/codec/generated`. */
export const SCALAR_TYPES: readonly string[] = ['Base64Url', 'Int64', 'SafeUint', 'Sha256', 'Timestamp', 'Uint64'];

export interface TypeContext {
  /** Local name of a scalar's type; called only for what is used. */
  readonly scalar: (name: string) => string;
}

/** The TypeScript type of a node. */
export function typeExpression(node: Node, context: TypeContext): Layout {
  switch (node.kind) {
    case 'any':
      return 'unknown';
    case 'literal':
      return union(node.values.map(literalText));
    case 'number':
      return node.scalar === undefined ? 'number' : context.scalar(node.scalar);
    case 'string':
      return node.scalar === undefined || node.scalar === 'Utf8' ? 'string' : context.scalar(node.scalar);
    case 'ref':
      return node.name;
    case 'array':
      return arrayType(node, context);
    case 'object':
      return objectType(node, context, '');
    case 'tagged':
      return union(node.members.map((member) => typeExpression(member.node, context)));
    case 'choice':
      return choiceType(node.branches, context);
    default:
      return node.kind;
  }
}

/** `A | B`; one member a line where they do not fit. */
export function union(members: readonly Layout[]): Layout {
  if (members.length < 2) return members[0] ?? 'never';
  return group(
    indent(
      softLine,
      ifBroken('| '),
      join(
        [line, '| '],
        members.map((member) => indent(member)),
      ),
    ),
  );
}

/** An inline object or null keeps the object's brace on the line, as the formatter does. */
function choiceType(branches: readonly Node[], context: TypeContext): Layout {
  const objects = branches.filter((branch) => branch.kind === 'object');
  const nulls = branches.filter((branch) => branch.kind === 'null');
  const types = branches.flatMap((branch) => alternatives(branch, context));
  if (objects.length === 1 && objects.length + nulls.length === branches.length) return join(' | ', types);
  return union(types);
}

/** What a branch adds to the union that it stands in: a union in a union is one union. */
function alternatives(branch: Node, context: TypeContext): readonly Layout[] {
  if (branch.kind === 'literal') return branch.values.map(literalText);
  if (branch.kind === 'tagged') return branch.members.map((member) => typeExpression(member.node, context));
  return [typeExpression(branch, context)];
}

function arrayType(node: ArrayNode, context: TypeContext): Layout {
  if (node.prefix.length === 0) return node.items === false ? 'readonly []' : elementsType(node.items, context, 'readonly ');
  const min = node.minItems ?? 0;
  const positions = node.prefix.map((item, i): Layout => (i < min ? typeExpression(item, context) : [parenthesized(item, context), '?']));
  const rest: readonly Layout[] = node.items === false ? [] : [['...', elementsType(node.items, context, '')]];
  return group('readonly [', indent(softLine, join([',', line], [...positions, ...rest])), ifBroken(','), softLine, ']');
}

function elementsType(item: Node, context: TypeContext, modifier: string): Layout {
  return [modifier, parenthesized(item, context), '[]'];
}

function parenthesized(node: Node, context: TypeContext): Layout {
  const several =
    node.kind === 'choice' || (node.kind === 'tagged' && node.members.length > 1) || (node.kind === 'literal' && node.values.length > 1);
  const modified = node.kind === 'array';
  if (!several) return modified ? ['(', typeExpression(node, context), ')'] : typeExpression(node, context);
  return group('(', typeExpression(node, context), softLine, ')');
}

/** `{ ... }` with one property a line. */
export function objectType(node: ObjectNode, context: TypeContext, pad: string): Layout {
  const rows = node.properties.flatMap((property) => [
    ...docComment(property.node.doc, `${pad}  `),
    [`readonly ${propertyKey(property.name)}${property.required ? '' : '?'}: `, typeExpression(property.node, context), ';'] as Layout,
  ]);
  for (const name of node.alsoRequired ?? []) rows.push(`readonly ${propertyKey(name)}: unknown;`);
  // An index signature has to admit every declared property as well.
  if (node.additional !== false) {
    const value = node.properties.length === 0 ? typeExpression(node.additional, context) : 'unknown';
    rows.push(['readonly [key: string]: ', value, ';']);
  }
  return rows.length === 0 ? '{}' : ['{', indent(hardLine, lines(rows)), hardLine, '}'];
}
