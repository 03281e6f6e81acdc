import type { LiteralNode, Node, NumberNode, StringNode } from '@tidemark/model';
import { type Constants, literalText } from './constants.ts';
import { chainAssignment, chainStatement, ifElse, type Layout } from './layout.ts';
import { functionName, isNullable, type Plan, unwrapNullable } from './plan.ts';

/** How a value is measured: statements that return -1 where it is refused, and a sum. */
export interface Measure {
  readonly statements: readonly Layout[];
  /** What every accepted value has in common. */
  readonly fixed: number;
  /** The rest of the sum. */
  readonly terms: readonly string[];
}

export interface MeasureContext {
  readonly plan: Plan;
  readonly constants: Constants;
  /** Expression for the levels that a value inside this one has left. */
  readonly levels: string;
  /** Makes a free variable name. */
  readonly fresh: (wish: string) => string;
  /** What constants and helper variables are named after. */
  readonly hint: string;
}

/** Columns left for a guard's condition: two for indentation inside one block more. */
const GUARD_WIDTH = 120;
/** An enumeration of so many values is compared value by value. */
const INLINE_VALUES = 6;
const ROUND_STEP = 1000;

/** Measures the value that an expression names: by the node's own function, where it has one. */
export function measureNode(node: Node, value: string, context: MeasureContext): Measure {
  const name = functionName(node, context.plan);
  return name === undefined ? measureLeaf(node, value, context) : measureCall(`measure${name}`, node, value, context);
}

/** Measures a value in place. */
export function measureLeaf(node: Node, value: string, context: MeasureContext): Measure {
  switch (node.kind) {
    case 'null':
      return guarded([`${value} !== null`], 4, []);
    case 'boolean':
      return guarded([`typeof ${value} !== 'boolean'`], 0, [`(${value} ? 4 : 5)`]);
    case 'literal':
      return measureLiteral(node, value, context);
    case 'number':
      return measureNumber(node, value);
    case 'string':
      return guarded(stringConditions(node, value, context), 2, [`${value}.length`]);
    case 'any':
      return measureAny(node.maxBytes, node.maxDepth, value, context);
    default:
      return fromCall(`codec.neverLength(${value})`, context);
  }
}

function measureCall(head: string, node: Node, value: string, context: MeasureContext): Measure {
  const deep = context.plan.depth(node).deep;
  return fromCall(`${head}(${value}${deep ? `, ${context.levels}` : ''})`, context);
}

function measureAny(maxBytes: number | undefined, maxDepth: number | undefined, value: string, context: MeasureContext): Measure {
  const { levels } = context;
  if (maxBytes === undefined && maxDepth === undefined) return fromCall(`codec.jsonLength(${value}, ${levels})`, context);
  return fromCall(`codec.boundedJsonLength(${value}, ${maxBytes ?? 'Infinity'}, ${maxDepth ?? 'Infinity'}, ${levels})`, context);
}

function fromCall(expression: string, context: MeasureContext): Measure {
  const size = context.fresh(`${context.hint}Length`);
  return { statements: [`const ${size} = ${expression};`, `if (${size} < 0) return -1;`], fixed: 0, terms: [size] };
}

function guarded(conditions: readonly string[], fixed: number, terms: readonly string[]): Measure {
  return { statements: guards(conditions), fixed, terms };
}

/** `if (a || b) return -1;`, in as many statements as it takes to stay within the width. */
export function guards(conditions: readonly string[]): readonly string[] {
  const rows: string[] = [];
  for (const condition of conditions) {
    const last = rows.at(-1);
    if (last !== undefined && last.length + condition.length + 4 <= GUARD_WIDTH) rows[rows.length - 1] = `${last} || ${condition}`;
    else rows.push(condition);
  }
  return rows.map((row) => `if (${row}) return -1;`);
}

function measureLiteral(node: LiteralNode, value: string, context: MeasureContext): Measure {
  const [first] = node.values;
  if (node.values.length === 0) return fromCall(`codec.neverLength(${value})`, context);
  if (node.values.length === 1 && first !== undefined) {
    const refused = [`${value} !== ${literalText(first)}`];
    if (typeof first === 'number' && !hasOneText(first)) return guarded(refused, 0, [`codec.numberLength(${value})`]);
    return guarded(refused, typeof first === 'string' ? first.length + 2 : String(first).length, []);
  }
  const inline = node.values.length <= INLINE_VALUES;
  const conditions = inline
    ? [node.values.map((item) => `${value} !== ${literalText(item)}`).join(' && ')]
    : [`!codec.isOneOf(${value}, ${context.constants.values(node, context.hint)})`];
  if (node.values.every((item) => typeof item === 'string')) return guarded(conditions, 2, [`${value}.length`]);
  return guarded(conditions, 0, [`codec.jsonLength(${value}, 0)`]);
}

/** Whether no text of the number is shorter than `String(number)`, and none of another length is as short. */
function hasOneText(value: number): boolean {
  return Number.isSafeInteger(value) && !Object.is(value, -0) && (value === 0 || value % ROUND_STEP !== 0);
}

function measureNumber(node: NumberNode, value: string): Measure {
  const conditions = [`typeof ${value} !== 'number'`];
  if (node.minimum !== undefined) conditions.push(`${value} < ${literalText(node.minimum)}`);
  if (node.maximum !== undefined) conditions.push(`${value} > ${literalText(node.maximum)}`);
  if (node.exclusiveMinimum !== undefined) conditions.push(`${value} <= ${literalText(node.exclusiveMinimum)}`);
  if (node.exclusiveMaximum !== undefined) conditions.push(`${value} >= ${literalText(node.exclusiveMaximum)}`);
  if (node.integer) conditions.push(`!Number.isInteger(${value})`);
  if (node.multipleOf !== undefined) conditions.push(`!codec.isMultipleOf(${value}, ${node.multipleOf})`);
  const safe =
    node.integer && (node.minimum ?? -Infinity) >= Number.MIN_SAFE_INTEGER && (node.maximum ?? Infinity) <= Number.MAX_SAFE_INTEGER;
  return guarded(conditions, 0, [`codec.${safe ? 'integerLength' : 'numberLength'}(${value})`]);
}

/** What is wrong with a string, as conditions after `typeof`. */
function stringConditions(node: StringNode, value: string, context: MeasureContext): readonly string[] {
  return [`typeof ${value} !== 'string'`, ...stringBounds(node, value, context)];
}

/** What is wrong with what is known to be a string. */
export function stringBounds(node: StringNode, value: string, context: Pick<MeasureContext, 'constants' | 'hint'>): readonly string[] {
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
      return [...base64UrlLengths(node, value), `!codec.isBase64Url(${value})`];
    default:
      return textBounds(node, value, context);
  }
}

function base64UrlLengths(node: StringNode, value: string): readonly string[] {
  const { exact, max } = node.decodedBytes ?? {};
  if (exact !== undefined) return [`${value}.length !== ${Math.ceil((exact * 4) / 3)}`];
  return max === undefined ? [] : [`${value}.length > ${Math.ceil((max * 4) / 3)}`];
}

function textBounds(node: StringNode, value: string, context: Pick<MeasureContext, 'constants' | 'hint'>): readonly string[] {
  const { minLength = 0, maxLength = Infinity, maxBytes = Infinity } = node;
  const conditions: string[] = [];
  if (minLength === 1) conditions.push(`${value}.length < 1`);
  if (minLength > 1) conditions.push(`codec.lacksCodePoints(${value}, ${minLength})`);
  // A string has at least as many bytes as code points.
  if (maxLength < maxBytes) conditions.push(`codec.exceedsCodePoints(${value}, ${maxLength})`);
  if (maxBytes !== Infinity) conditions.push(`codec.exceedsUtf8(${value}, ${maxBytes})`);
  if (node.pattern !== undefined) conditions.push(`!${context.constants.pattern(node, context.hint)}.test(${value})`);
  return conditions;
}

/** `return 1 + a + b;`, or the same behind `let length =` or `length +=`. */
export function sumStatement(head: 'return' | 'let length =' | 'length +=', fixed: number, terms: readonly string[]): Layout {
  if (fixed === 0 && terms.length === 1) return `${head} ${withoutParentheses(terms[0] ?? '')};`;
  const operands = fixed === 0 && terms.length > 0 ? terms : [String(fixed), ...terms];
  return head === 'return' ? chainStatement('return ', '+', operands) : chainAssignment(head, '+', operands);
}

function withoutParentheses(term: string): string {
  return term.startsWith('(') ? term.slice(1, -1) : term;
}

/** Statements that check a value and add its measure, and `extra`, to `length`. */
export function addStatements(node: Node, value: string, context: MeasureContext, extra: number): readonly Layout[] {
  const { statements, fixed, terms } = measureNode(unwrapNullable(node), value, context);
  const add = [...statements, sumStatement('length +=', fixed + extra, terms)];
  return isNullable(node) ? [ifElse(`${value} === null`, [`length += ${4 + extra};`], add)] : add;
}
