import type { LiteralNode, Node, NumberNode, StringNode } from '@tidemark/model';
import { type Constants, literalText } from './constants.ts';
import { join, type Layout, line } from './layout.ts';

export interface ConditionContext {
  readonly constants: Constants;
  /** What constants are named after. */
  readonly hint: string;
}

/** An enumeration of so many values is compared value by value. */
const INLINE_VALUES = 6;

/** Conditions of which one holds exactly where a simple node refuses a value; none: it refuses every value. */
export function conditions(node: Node, value: string, context: ConditionContext): readonly Layout[] {
  switch (node.kind) {
    case 'null':
      return [`${value} !== null`];
    case 'boolean':
      return [`typeof ${value} !== 'boolean'`];
    case 'literal':
      return literalConditions(node, value, context);
    case 'number':
      return numberConditions(node, value);
    case 'string':
      return [`typeof ${value} !== 'string'`, ...stringConditions(node, value, context)];
    default:
      return [];
  }
}

function literalConditions(node: LiteralNode, value: string, context: ConditionContext): readonly Layout[] {
  if (node.values.length > INLINE_VALUES) return [`!codec.isOneOf(${value}, ${context.constants.values(node, context.hint)})`];
  if (node.values.length === 0) return [];
  return [
    join(
      [' &&', line],
      node.values.map((item) => `${value} !== ${literalText(item)}`),
    ),
  ];
}

function numberConditions(node: NumberNode, value: string): readonly string[] {
  const { minimum = -Infinity, maximum = Infinity } = node;
  const found = [`!codec.is${node.integer ? 'Integer' : 'Number'}(${value}, ${literalText(minimum)}, ${literalText(maximum)})`];
  if (node.exclusiveMinimum !== undefined) found.push(`${value} <= ${literalText(node.exclusiveMinimum)}`);
  if (node.exclusiveMaximum !== undefined) found.push(`${value} >= ${literalText(node.exclusiveMaximum)}`);
  if (node.multipleOf !== undefined) found.push(`!codec.isMultipleOf(${value}, ${node.multipleOf})`);
  return found;
}

/** Conditions for what is known to be a string. */
export function stringConditions(node: StringNode, value: string, context: ConditionContext): readonly string[] {
  switch (node.scalar) {
    case 'Uint64':
      return [`!codec.isUint64(${value})`];
    case 'Int64':
      return [`!codec.isInt64(${value})`];
    case 'Sha256':
      return [`!codec.isSha256(${value})`];
    case 'Timestamp':
      return [`!codec.isTimestamp(${value})`];
    case 'Base64Url':
      return [...base64UrlConditions(node, value), `!codec.isBase64Url(${value})`];
    default:
      return textConditions(node, value, context);
  }
}

function base64UrlConditions(node: StringNode, value: string): readonly string[] {
  const { exact, max } = node.decodedBytes ?? {};
  if (exact !== undefined) return [`${value}.length !== ${Math.ceil((exact * 4) / 3)}`];
  return max === undefined ? [] : [`${value}.length > ${Math.ceil((max * 4) / 3)}`];
}

function textConditions(node: StringNode, value: string, context: ConditionContext): readonly string[] {
  const { minLength = 0, maxLength = Infinity, maxBytes = Infinity } = node;
  const found: string[] = [];
  if (minLength === 1) found.push(`${value}.length < 1`);
  if (minLength > 1) found.push(`codec.lacksCodePoints(${value}, ${minLength})`);
  // A string has at least as many bytes as code points.
  if (maxLength < maxBytes) found.push(`codec.exceedsCodePoints(${value}, ${maxLength})`);
  if (maxBytes !== Infinity) found.push(`codec.exceedsUtf8(${value}, ${maxBytes})`);
  if (node.pattern !== undefined) found.push(`!${context.constants.pattern(node, context.hint)}.test(${value})`);
  return found;
}
