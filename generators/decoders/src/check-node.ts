import type { LiteralNode, Node, NumberNode, StringNode } from '@tidemark/model';
import { type Constants, literalText } from './constants.ts';
import { call, chain, group, indent, type Layout, line } from './layout.ts';
import { functionName, isNullable, type Plan, unwrapNullable } from './plan.ts';
import { countsLevels } from './unit-context.ts';

export interface CheckContext {
  readonly plan: Plan;
  readonly constants: Constants;
  /** Expression for the levels that the value has. */
  readonly levels: string;
  /** What constants are named after. */
  readonly hint: string;
}

/** An expression for what is wrong with the value that another expression names: `codec.Fault | undefined`. */
export function checkNode(node: Node, value: string, context: CheckContext): Layout {
  const inner = unwrapNullable(node);
  const name = functionName(inner, context.plan);
  const fault = name === undefined ? checkLeaf(inner, value, context) : checkCall(name, inner, value, context);
  return isNullable(node) ? group(`${value} === null`, indent(line, '? undefined', line, ': ', fault)) : fault;
}

/** An enumeration of so many values is compared value by value. */
const INLINE_VALUES = 6;

/**
 * A condition under which a value surely passes its check, where there is a cheap one: a chain of calls that all return
 * nothing costs several times what the conditions in them do (measured: 16 ns a field against 5).
 */
export function passes(node: Node, value: string): string | undefined {
  switch (node.kind) {
    case 'boolean':
      return `typeof ${value} === 'boolean'`;
    case 'literal':
      return node.values.length === 0 || node.values.length > INLINE_VALUES
        ? undefined
        : node.values.map((item) => `${value} === ${literalText(item)}`).join(' || ');
    case 'number':
      return passesNumber(node, value);
    case 'string':
      return passesString(node, value);
    default:
      return undefined;
  }
}

function passesNumber(node: NumberNode, value: string): string | undefined {
  if (node.multipleOf !== undefined || node.exclusiveMinimum !== undefined || node.exclusiveMaximum !== undefined) return undefined;
  return `codec.${node.integer ? 'isInteger' : 'isNumber'}(${value}, ${numberBounds(node).join(', ')})`;
}

function numberBounds(node: NumberNode): readonly [min: string, max: string] {
  return [literalText(node.minimum ?? -Infinity), literalText(node.maximum ?? Infinity)];
}

function passesString(node: StringNode, value: string): string | undefined {
  const { minLength = 0, maxLength = Infinity, maxBytes = Infinity, pattern, scalar } = node;
  if ((scalar !== undefined && scalar !== 'Utf8') || pattern !== undefined || minLength > 1) return undefined;
  // A UTF-16 unit takes at most three bytes.
  return `codec.isText(${value}, ${minLength}, ${Math.min(maxLength, Math.floor(maxBytes / 3))})`;
}

/** `(absent ? undefined : fault)`, an operand. */
export function conditional(test: string, fault: Layout): Layout {
  return group('(', test, indent(line, '? undefined', line, ': ', fault), ')');
}

/** `(item) => fault` */
export function checkFunctionOf(parameter: string, node: Node, context: CheckContext): Layout {
  const fault = checkNode(node, parameter, context);
  return [`(${parameter}) => `, isNullable(node) ? ['(', fault, ')'] : fault];
}

function checkCall(name: string, node: Node, value: string, context: CheckContext): Layout {
  return `check${name}(${value}${countsLevels(node, context.plan) ? `, ${context.levels}` : ''})`;
}

/** Checks a value in place. */
export function checkLeaf(node: Node, value: string, context: CheckContext): Layout {
  switch (node.kind) {
    case 'null':
      return `codec.nullValue(${value})`;
    case 'boolean':
      return `codec.boolean(${value})`;
    case 'literal':
      return checkLiteral(node, value, context);
    case 'number':
      return checkNumber(node, value);
    case 'string':
      return checkString(node, value, context);
    case 'any':
      return `codec.json(${value}, ${node.maxBytes ?? 'Infinity'}, ${node.maxDepth ?? 'Infinity'}, ${context.levels})`;
    default:
      return `codec.nothing(${value})`;
  }
}

function checkLiteral(node: LiteralNode, value: string, context: CheckContext): Layout {
  const [first] = node.values;
  if (node.values.length === 0) return `codec.nothing(${value})`;
  if (node.values.length === 1 && first !== undefined) return call('codec.literal', [value, literalText(first)]);
  return call('codec.oneOf', [value, context.constants.values(node, context.hint)]);
}

function checkNumber(node: NumberNode, value: string): Layout {
  const steps: Layout[] = [call(`codec.${node.integer ? 'integer' : 'number'}`, [value, ...numberBounds(node)])];
  if (node.exclusiveMinimum !== undefined || node.exclusiveMaximum !== undefined) {
    steps.push(
      call('codec.between', [value, literalText(node.exclusiveMinimum ?? -Infinity), literalText(node.exclusiveMaximum ?? Infinity)]),
    );
  }
  if (node.multipleOf !== undefined) steps.push(call('codec.multipleOf', [value, String(node.multipleOf)]));
  return chain('??', steps);
}

/** Checks what should be a string. */
export function checkString(node: StringNode, value: string, context: Pick<CheckContext, 'constants' | 'hint'>): Layout {
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
      return checkText(node, value, context);
  }
}

function checkText(node: StringNode, value: string, context: Pick<CheckContext, 'constants' | 'hint'>): Layout {
  const { minLength = 0, maxLength = Infinity, maxBytes = Infinity, pattern } = node;
  // A string has at least as many bytes as code points: where bytes are the tighter bound, they are the one to report.
  const max = maxLength < maxBytes ? maxLength : Infinity;
  const steps: Layout[] = [call('codec.text', [value, String(minLength), String(max)])];
  if (maxBytes !== Infinity) steps.push(call('codec.utf8', [value, String(maxBytes)]));
  if (pattern !== undefined) steps.push(call('codec.matching', [value, context.constants.pattern(node, context.hint)]));
  return chain('??', steps);
}
