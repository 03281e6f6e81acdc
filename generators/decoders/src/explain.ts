import type { LiteralNode, Node, NumberNode, StringNode } from '@tidemark/model';
import { type Constants, literalText } from './constants.ts';
import { call, chain, type Layout } from './layout.ts';

export interface ExplainContext {
  readonly constants: Constants;
  /** What constants are named after. */
  readonly hint: string;
  /** Code for another value of the same type than a constant, where it is not `unknown-value`. */
  readonly code?: 'unknown-tag' | 'unknown-version' | undefined;
}

/** An expression for what is wrong with a value that a simple node refuses. */
export function explain(node: Node, value: string, context: ExplainContext): Layout {
  switch (node.kind) {
    case 'null':
      return `codec.nullValue(${value})`;
    case 'boolean':
      return `codec.boolean(${value})`;
    case 'literal':
      return explainLiteral(node, value, context);
    case 'number':
      return explainNumber(node, value);
    case 'string':
      return explainString(node, value, context);
    default:
      throw new TypeError(`A ${node.kind} node is not simple.`);
  }
}

function explainLiteral(node: LiteralNode, value: string, context: ExplainContext): Layout {
  const [first] = node.values;
  if (node.values.length > 1) return call('codec.oneOf', [value, context.constants.values(node, context.hint)]);
  return call('codec.literal', [value, literalText(first ?? null), ...(context.code === undefined ? [] : [`'${context.code}'`])]);
}

function explainNumber(node: NumberNode, value: string): Layout {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity, multipleOf } = node;
  const steps: Layout[] = [call(`codec.${node.integer ? 'integer' : 'number'}`, [value, literalText(minimum), literalText(maximum)])];
  if (exclusiveMinimum !== -Infinity || exclusiveMaximum !== Infinity) {
    steps.push(call('codec.between', [value, literalText(exclusiveMinimum), literalText(exclusiveMaximum)]));
  }
  if (multipleOf !== undefined) steps.push(call('codec.multipleOf', [value, String(multipleOf)]));
  return chain('??', steps);
}

function explainString(node: StringNode, value: string, context: ExplainContext): Layout {
  switch (node.scalar) {
    case 'Uint64':
      return `codec.uint64(${value})`;
    case 'Int64':
      return `codec.int64(${value})`;
    case 'Sha256':
      return `codec.sha256(${value})`;
    case 'Timestamp':
      return `codec.timestamp(${value})`;
    case 'Base64Url':
      return `codec.base64Url(${value}, ${node.decodedBytes?.exact ?? 'undefined'}, ${node.decodedBytes?.max ?? 'undefined'})`;
    default:
      return explainText(node, value, context);
  }
}

function explainText(node: StringNode, value: string, context: ExplainContext): Layout {
  const { minLength = 0, maxLength = Infinity, maxBytes = Infinity, pattern } = node;
  // A string has at least as many bytes as code points: where bytes are the tighter bound, they are the one to report.
  const max = maxLength < maxBytes ? maxLength : Infinity;
  const steps: Layout[] = [call('codec.text', [value, String(max), ...(minLength === 0 ? [] : [String(minLength)])])];
  if (maxBytes !== Infinity) steps.push(call('codec.utf8', [value, String(maxBytes)]));
  if (pattern !== undefined) steps.push(call('codec.matching', [value, context.constants.pattern(node, context.hint)]));
  return chain('??', steps);
}
