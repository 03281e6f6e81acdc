import type { AnyNode, LiteralNode, Node, NumberNode } from '@tidemark/model';
import { conditions } from './conditions.ts';
import type { Constants } from './constants.ts';
import { explain, type ExplainContext } from './explain.ts';
import { chainAssignment, chainStatement, guard, ifElse, type Layout } from './layout.ts';
import type { Place } from './place.ts';
import { functionName, isNullable, type Plan, unwrapNullable } from './plan.ts';

/** How a value is measured: statements that leave the function where it is refused, and a sum. */
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
  /** Expression for the levels that the value has. */
  readonly levels: string;
  readonly place: Place;
  /** Makes a name for the measure of a value that has a function of its own. */
  readonly fresh: () => string;
  /** What constants are named after. */
  readonly hint: string;
  /** See `explain`. */
  readonly code?: ExplainContext['code'];
}

const ROUND_STEP = 1000;

/** Measures the value that an expression names: by the node's own function, where it has one. */
export function measureNode(node: Node, value: string, context: MeasureContext): Measure {
  const name = functionName(node, context.plan);
  return name === undefined ? measureLeaf(node, value, context) : fromCall(callOf(name, node, value, context), context);
}

function callOf(name: string, node: Node, value: string, context: MeasureContext): string {
  return `measure${name}(${value}${takesLevels(node, context.plan) ? `, ${context.levels}` : ''})`;
}

/** Whether a node's function takes levels: all but those of simple nodes do. */
export function takesLevels(node: Node, plan: Plan): boolean {
  const target = node.kind === 'ref' ? plan.schemas.get(node.name)?.node : node;
  if (target === undefined || target.kind === 'any' || target.kind === 'array' || target.kind === 'object' || target.kind === 'tagged')
    return true;
  if (target.kind === 'ref') return takesLevels(target, plan);
  return target.kind === 'choice' && target.branches.some((branch) => takesLevels(branch, plan));
}

/** Measures a value in place. */
export function measureLeaf(node: Node, value: string, context: MeasureContext): Measure {
  if (node.kind === 'any') return fromCall(anyCall(node, value, context), context);
  const refused = conditions(node, value, context);
  if (refused.length === 0) return fromCall(`codec.never(${value})`, context);
  const refusal = context.place.refuse(explain(node, value, context));
  return { statements: [guard(refused, refusal)], ...lengthOf(node, value) };
}

function anyCall(node: AnyNode, value: string, context: MeasureContext): string {
  return `codec.json(${value}, ${node.maxBytes ?? 'Infinity'}, ${node.maxDepth ?? 'Infinity'}, ${context.levels})`;
}

function fromCall(expression: string, context: MeasureContext): Measure {
  const size = context.fresh();
  return { statements: [`const ${size} = ${expression};`, `if (${size} < 0) ${context.place.under}`], fixed: 0, terms: [size] };
}

/** The length of an accepted value of a simple node. */
function lengthOf(node: Node, value: string): Pick<Measure, 'fixed' | 'terms'> {
  switch (node.kind) {
    case 'null':
      return { fixed: 4, terms: [] };
    case 'boolean':
      return { fixed: 0, terms: [`(${value} ? 4 : 5)`] };
    case 'literal':
      return literalLength(node, value);
    case 'number':
      return { fixed: 0, terms: [`codec.${isSafeInteger(node) ? 'integerLength' : 'numberLength'}(${value})`] };
    default:
      return { fixed: 2, terms: [`${value}.length`] };
  }
}

function literalLength(node: LiteralNode, value: string): Pick<Measure, 'fixed' | 'terms'> {
  const [first] = node.values;
  if (node.values.length > 1) {
    return node.values.every((item) => typeof item === 'string')
      ? { fixed: 2, terms: [`${value}.length`] }
      : { fixed: 0, terms: [`codec.jsonLength(${value}, 0)`] };
  }
  if (typeof first === 'number' && !hasOneText(first)) return { fixed: 0, terms: [`codec.numberLength(${value})`] };
  return { fixed: typeof first === 'string' ? first.length + 2 : String(first).length, terms: [] };
}

/** Whether `String(number)` is the shortest text of the number, and known to be while generating. */
function hasOneText(value: number): boolean {
  return Number.isSafeInteger(value) && !Object.is(value, -0) && (value === 0 || value % ROUND_STEP !== 0);
}

function isSafeInteger(node: NumberNode): boolean {
  return node.integer && (node.minimum ?? -Infinity) >= Number.MIN_SAFE_INTEGER && (node.maximum ?? Infinity) <= Number.MAX_SAFE_INTEGER;
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

/** Statements that check a value, null included where it is accepted, and add its measure, `extra` and more terms to `length`. */
export function addStatements(
  node: Node,
  value: string,
  context: MeasureContext,
  extra: number,
  more: readonly string[] = [],
): readonly Layout[] {
  const { statements, fixed, terms } = measureNode(unwrapNullable(node), value, context);
  const add = [...statements, sumStatement('length +=', fixed + extra, [...more, ...terms])];
  return isNullable(node) ? [ifElse(`${value} === null`, [sumStatement('length +=', 4 + extra, more)], add)] : add;
}
