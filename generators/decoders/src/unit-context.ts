import type { Constants } from './constants.ts';
import { block, type Layout, lines } from './layout.ts';
import type { MeasureContext } from './measure-node.ts';
import type { NameScope } from './names.ts';
import { functionName, type Plan, type Unit } from './plan.ts';
import type { Node, TaggedNode } from '@tidemark/model';
import { quote } from './names.ts';

/** What the functions of one unit are emitted with. */
export interface UnitContext {
  readonly unit: Unit;
  readonly plan: Plan;
  readonly constants: Constants;
  /** Whether `measureX` counts levels. */
  readonly deep: boolean;
  /** Levels that `measureX` needs whatever it meets. */
  readonly levels: number;
}

/** The function-size rule. */
export const FUNCTION_LINES = 50;
/** Unions of more members are dispatched through a map, which costs the same however many there are. */
export const SWITCH_MEMBERS = 16;

export function unitContext(unit: Unit, plan: Plan, constants: Constants): UnitContext {
  return { unit, plan, constants, ...plan.depth(unit.node) };
}

/** `measureX`, which takes the levels only where it counts them. */
export function measureFunction(context: UnitContext, body: readonly Layout[]): Layout {
  return block(`function measure${context.unit.name}(value: unknown${context.deep ? ', levels: number' : ''}): number`, body);
}

export function nodeContext(context: UnitContext, hint: string, scope: NameScope, levels: string): MeasureContext {
  return { plan: context.plan, constants: context.constants, levels, hint, fresh: (wish) => scope.take(wish) };
}

export function levelConditions(context: UnitContext): readonly string[] {
  return context.deep && context.levels > 0 ? [`levels < ${context.levels}`] : [];
}

/** Conditions that refuse a count outside of its bounds. */
export function countConditions(count: string, min: number, max: number): readonly string[] {
  if (min === max) return [`${count} !== ${min}`];
  return [...(min > 0 ? [`${count} < ${min}`] : []), ...(max === Infinity ? [] : [`${count} > ${max}`])];
}

/** The map from tag to member of a large union. */
export function memberMap(node: TaggedNode, context: UnitContext): string {
  const { name: unit } = context.unit;
  return context.constants.other(`members of ${unit}`, `${unit.slice(0, 1).toLowerCase()}${unit.slice(1)}Members`, (name) => {
    const entries = node.members.map((member) => {
      const target = functionName(member.node, context.plan);
      return `  [${quote(member.value)}, { measure: measure${target}, check: check${target} }],`;
    });
    return lines([`const ${name}: ReadonlyMap<unknown, codec.Member> = /* @__PURE__ */ new Map([`, ...entries, ']);']);
  });
}

/** Whether `checkX` counts levels: everything but a leaf does. */
export function countsLevels(node: Node, plan: Plan): boolean {
  if (node.kind === 'ref') {
    const target = plan.schemas.get(node.name);
    return target !== undefined && (target.recursive || countsLevels(target.node, plan));
  }
  return node.kind === 'any' || plan.unitOf.has(node) ? !isLeaf(node) : false;
}

function isLeaf(node: Node): boolean {
  return (
    node.kind === 'null' ||
    node.kind === 'boolean' ||
    node.kind === 'literal' ||
    node.kind === 'number' ||
    node.kind === 'string' ||
    node.kind === 'never'
  );
}
