import type { ArrayNode, ChoiceNode, Node, TaggedNode } from '@tidemark/model';
import { block, type Layout } from './layout.ts';
import { addStatements, guards, measureLeaf, measureNode, sumStatement } from './measure-node.ts';
import { measureObject } from './measure-object.ts';
import { fieldOf, NameScope, quote } from './names.ts';
import { functionName, jsonTypesOf } from './plan.ts';
import {
  countConditions,
  levelConditions,
  measureFunction,
  memberMap,
  nodeContext,
  SWITCH_MEMBERS,
  type UnitContext,
} from './unit-context.ts';

/** `measureX` of a unit. */
export function measureUnit(context: UnitContext): readonly Layout[] {
  const { node } = context.unit;
  switch (node.kind) {
    case 'object':
      return measureObject(node, context);
    case 'array':
      return [measureFunction(context, measureArray(node, context))];
    case 'tagged':
      return [measureFunction(context, measureTagged(node, context))];
    case 'choice':
      return [measureFunction(context, measureChoice(node, context))];
    default:
      return [measureFunction(context, measureSimple(node, context))];
  }
}

function measureSimple(node: Node, context: UnitContext): readonly Layout[] {
  const inner = nodeContext(context, context.unit.name, new NameScope(['value', 'levels']), 'levels');
  const measured = { ...inner, fresh: () => 'length' };
  const { statements, fixed, terms } = node.kind === 'ref' ? measureNode(node, 'value', measured) : measureLeaf(node, 'value', measured);
  return [...statements, sumStatement('return', fixed, terms)];
}

function measureTagged(node: TaggedNode, context: UnitContext): readonly Layout[] {
  const head = guards(['!codec.isObject(value)', ...levelConditions(context)]);
  const tag = fieldOf('value', node.tag);
  if (node.members.length > SWITCH_MEMBERS) {
    return [...head, `return ${memberMap(node, context)}.get(${tag})?.measure(value, ${context.deep ? 'levels' : '0'}) ?? -1;`];
  }
  const cases = node.members.flatMap((member) => {
    const levels = context.plan.depth(member.node).deep ? ', levels' : '';
    return [`case ${quote(member.value)}:`, `  return measure${functionName(member.node, context.plan)}(value${levels});`];
  });
  return [...head, block(`switch (${tag})`, [...cases, 'default:', '  return -1;'])];
}

function measureChoice(node: ChoiceNode, context: UnitContext): readonly Layout[] {
  const cases = node.branches.flatMap((branch) => {
    const inner = { ...nodeContext(context, `${context.unit.name} ${branch.kind}`, new NameScope(), 'levels'), fresh: () => 'length' };
    const { statements, fixed, terms } = measureNode(branch, 'value', inner);
    const body = [...statements, sumStatement('return', fixed, terms)];
    return caseLabels(branch, context, body);
  });
  return [...guards(levelConditions(context)), block('switch (codec.jsonType(value))', [...cases, 'default:', '  return -1;'])];
}

/** The cases of a branch, with a block of their own where it declares something. */
export function caseLabels(branch: Node, context: UnitContext, body: readonly Layout[]): readonly Layout[] {
  const labels = jsonTypesOf(branch, context.plan.schemas).map((type) => `case '${type}':`);
  const declares = body.some((statement) => typeof statement === 'string' && statement.startsWith('const '));
  const indented = body.map((statement): Layout => ['  ', statement]);
  if (!declares) return [...labels, ...indented];
  return [...labels.slice(0, -1), `${labels.at(-1)} {`, ...indented, '}'];
}

function measureArray(node: ArrayNode, context: UnitContext): readonly Layout[] {
  const positions = node.prefix.length;
  const min = node.minItems ?? 0;
  const max = Math.min(node.maxItems ?? Infinity, node.items === false ? positions : Infinity);
  const conditions = ['!codec.isArray(value)', ...levelConditions(context), ...countConditions('value.length', min, max)];
  const scope = new NameScope(['value', 'levels', 'item', 'length']);
  const prefix = node.prefix.flatMap((item, i) => measurePosition(item, i, i < min, context, scope));
  const rest = node.items === false ? [] : [measureItems(node.items, positions, context, scope)];
  const base = min > 0 ? 'value.length + 1' : 'value.length === 0 ? 2 : value.length + 1';
  // Elements are compared once their depth is known to be bounded.
  const unique = node.uniqueItems === true ? guards(['codec.firstDuplicate(value) >= 0']) : [];
  if (prefix.length === 0 && rest.length === 0) return [...guards(conditions), ...unique, `return ${base};`];
  return [...guards(conditions), `let length = ${base};`, ...prefix, ...rest, ...unique, 'return length;'];
}

function measurePosition(node: Node, index: number, always: boolean, context: UnitContext, scope: NameScope): readonly Layout[] {
  const item = scope.take(`item${index + 1}`);
  const inner = nodeContext(context, `${context.unit.name} ${item}`, scope, 'levels - 1');
  const body = [
    `const ${item} = value[${index}];`,
    ...addStatements(node, item, { ...inner, fresh: () => scope.take(`${item}Length`) }, 0),
  ];
  return always ? body : [block(`if (value.length > ${index})`, body)];
}

function measureItems(node: Node, from: number, context: UnitContext, scope: NameScope): Layout {
  const inner = nodeContext(context, `${context.unit.name} item`, scope, 'levels - 1');
  const body = addStatements(node, 'item', { ...inner, fresh: () => scope.take('itemLength') }, 0);
  return block(`for (const item of ${from === 0 ? 'value' : `value.slice(${from})`})`, body);
}
