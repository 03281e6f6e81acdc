import type { ArrayNode, ChoiceNode, Node, TaggedNode } from '@tidemark/model';
import { block, call, type Layout, lines } from './layout.ts';
import { addStatements, type MeasureContext, measureLeaf, measureNode, sumStatement } from './measure-node.ts';
import { measureObject } from './measure-object.ts';
import { fieldOf, quote } from './names.ts';
import { fieldPlace, itemPlace, root } from './place.ts';
import { functionName, jsonTypesOf } from './plan.ts';
import { functionScope, measureFunction, nodeContext, type UnitContext } from './unit-context.ts';

/** Unions of more members are dispatched through a map, which costs the same however many there are. */
const SWITCH_MEMBERS = 16;

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
      return [measureFunction(context, wholeValue(node, context))];
  }
}

/** Statements for the value itself: the call of another function is the last of them. */
function wholeValue(node: Node, context: UnitContext): readonly Layout[] {
  const inner: MeasureContext = { ...nodeContext(context, '', root, () => 'length'), hint: context.unit.name, levels: 'levels' };
  const isOwn = node === context.unit.node && node.kind !== 'ref';
  const { statements, fixed, terms } = isOwn ? measureLeaf(node, 'value', inner) : measureNode(node, 'value', inner);
  const [first] = statements;
  if (typeof first === 'string' && first.startsWith('const length = ')) return [first.replace('const length =', 'return')];
  return [...statements, sumStatement('return', fixed, terms)];
}

function measureTagged(node: TaggedNode, context: UnitContext): readonly Layout[] {
  const version = context.plan.roles.get(context.unit.name)?.version;
  const tag = fieldOf('fields', node.tag);
  const head: Layout[] = ['const fields = codec.object(value, levels);', 'if (fields === undefined) return -1;'];
  if (version !== undefined) {
    const literal: Node = { kind: 'literal', values: [version.value] };
    const inner = nodeContext(context, version.field, fieldPlace(version.field), () => 'length');
    head.push(...measureLeaf(literal, fieldOf('fields', version.field), { ...inner, code: 'unknown-version' }).statements);
  }
  const unknown = fieldPlace(node.tag).refuse(`codec.unknownTag(${tag})`);
  if (node.members.length > SWITCH_MEMBERS) {
    return [
      ...head,
      `const measure = ${memberMap(node, context)}.get(${tag});`,
      ['if (measure === undefined) ', unknown],
      'return measure(value, levels);',
    ];
  }
  const cases = node.members.flatMap((member) => [
    `case ${quote(member.value)}:`,
    `  return measure${functionName(member.node, context.plan)}(value, levels);`,
  ]);
  return [...head, block(`switch (${tag})`, [...cases, 'default:', ['  ', unknown]])];
}

/** The map from tag to member of a large union. */
function memberMap(node: TaggedNode, context: UnitContext): string {
  const { name: unit } = context.unit;
  return context.constants.other(`members of ${unit}`, `${unit.slice(0, 1).toLowerCase()}${unit.slice(1)}Members`, (name) => {
    const entries = node.members.map((member) => `  [${quote(member.value)}, measure${functionName(member.node, context.plan)}],`);
    return lines([
      `const ${name}: ReadonlyMap<unknown, codec.Measure> = /* @__PURE__ */ new Map<unknown, codec.Measure>([`,
      ...entries,
      ']);',
    ]);
  });
}

function measureChoice(node: ChoiceNode, context: UnitContext): readonly Layout[] {
  const cases = node.branches.flatMap((branch) => {
    const labels = jsonTypesOf(branch, context.plan.schemas).map((type) => `case '${type}':`);
    return [...labels, ...wholeValue(branch, context).map((statement): Layout => ['  ', statement])];
  });
  const expected = node.branches.map((branch) => EXPECTED[branch.kind] ?? 'an object').join(' or ');
  const refusal = root.refuse(call('codec.mistyped', [quote(expected), 'value']));
  return [block('switch (codec.jsonType(value))', [...cases, 'default:', ['  ', refusal]])];
}

const EXPECTED: Readonly<Record<string, string>> = {
  null: 'null',
  boolean: 'a boolean',
  number: 'a number',
  string: 'a string',
  array: 'an array',
  literal: 'a listed value',
  ref: 'a value of the named type',
};

function measureArray(node: ArrayNode, context: UnitContext): readonly Layout[] {
  const positions = node.prefix.length;
  const min = node.minItems ?? 0;
  const max = Math.min(node.maxItems ?? Infinity, node.items === false ? positions : Infinity);
  const head = [`const items = codec.array(value, levels, ${min}, ${max});`, 'if (items === undefined) return -1;'];
  const base = min > 0 ? 'items.length + 1' : 'items.length === 0 ? 2 : items.length + 1';
  const scope = functionScope();
  const prefix = node.prefix.flatMap((item, i) => {
    const local = `item${i + 1}`;
    const inner = nodeContext(context, local, itemPlace(String(i)), () => scope.take(`${local}Length`));
    const body = [`const ${local} = items[${i}];`, ...addStatements(item, local, inner, 0)];
    return i < min ? body : [block(`if (items.length > ${i})`, body)];
  });
  const rest = node.items === false ? [] : [measureItems(node.items, positions, context)];
  // Elements are compared once their depth is known to be bounded.
  const unique = node.uniqueItems === true ? ['if (codec.hasDuplicate(items)) return -1;'] : [];
  if (prefix.length === 0 && rest.length === 0) return [...head, ...unique, `return ${base};`];
  return [...head, `let length = ${base};`, ...prefix, ...rest, ...unique, 'return length;'];
}

function measureItems(node: Node, from: number, context: UnitContext): Layout {
  const inner = nodeContext(context, 'item', itemPlace('i'), () => 'itemLength');
  return block(`for (let i = ${from}; i < items.length; i++)`, ['const item = items[i];', ...addStatements(node, 'item', inner, 0)]);
}
