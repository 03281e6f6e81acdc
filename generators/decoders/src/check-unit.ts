import type { ArrayNode, ChoiceNode, Node, ObjectNode, PropertyNode, TaggedNode } from '@tidemark/model';
import { checkFunctionOf, checkLeaf, checkNode, checkString, conditional, passes, type CheckContext } from './check-node.ts';
import { block, call, chainStatement, type Layout } from './layout.ts';
import { lineCount, passesLevels, splitProperties } from './measure-object.ts';
import { caseLabels } from './measure-unit.ts';
import { fieldOf, pointerLiteral, quote } from './names.ts';
import { functionName, isNullable, unwrapNullable } from './plan.ts';
import { countsLevels, memberMap, SWITCH_MEMBERS, type UnitContext } from './unit-context.ts';

const FAULT = 'codec.Fault | undefined';
const NO_ITEMS = "codec.mistyped('an array', value)";

/** `checkX` of a unit. */
export function checkUnit(context: UnitContext): readonly Layout[] {
  const { node } = context.unit;
  switch (node.kind) {
    case 'object':
      return checkObject(node, context);
    case 'array':
      return [checkFunction(context, checkArray(node, context))];
    case 'tagged':
      return [checkFunction(context, checkTagged(node, context))];
    case 'choice':
      return [checkFunction(context, checkChoice(node, context))];
    default:
      return [checkFunction(context, [checkSimple(node, context)])];
  }
}

function checkFunction(context: UnitContext, body: readonly Layout[]): Layout {
  const levels = countsLevels(context.unit.node, context.plan) ? ', levels: number' : '';
  return block(`function check${context.unit.name}(value: unknown${levels}): ${FAULT}`, body);
}

function nodeContext(context: UnitContext, hint: string, levels: string): CheckContext {
  return { plan: context.plan, constants: context.constants, levels, hint };
}

function checkSimple(node: Node, context: UnitContext): Layout {
  const inner = nodeContext(context, context.unit.name, 'levels');
  return ['return ', node.kind === 'ref' ? checkNode(node, 'value', inner) : checkLeaf(node, 'value', inner), ';'];
}

function checkTagged(node: TaggedNode, context: UnitContext): readonly Layout[] {
  const version = context.plan.roles.get(context.unit.name)?.version;
  const tag = fieldOf('fields', node.tag);
  const head = ['const fields = codec.ownFields(value);', "if (fields === undefined) return codec.mistyped('an object', value);"];
  if (version !== undefined) {
    head.push(
      `const fault = codec.under(${pointerLiteral(version.field)}, codec.literal(${fieldOf('fields', version.field)}, ${version.value}, 'unknown-version'));`,
      'if (fault !== undefined) return fault;',
    );
  }
  const unknown = `codec.under(${pointerLiteral(node.tag)}, codec.unknownTag(${tag}))`;
  if (node.members.length > SWITCH_MEMBERS) {
    const member = `const member = ${memberMap(node, context)}.get(${tag});`;
    return [...head, member, `return member === undefined ? ${unknown} : member.check(value, levels);`];
  }
  const cases = node.members.flatMap((member) => [
    `case ${quote(member.value)}:`,
    `  return check${functionName(member.node, context.plan)}(value, levels);`,
  ]);
  return [...head, block(`switch (${tag})`, [...cases, 'default:', `  return ${unknown};`])];
}

function checkChoice(node: ChoiceNode, context: UnitContext): readonly Layout[] {
  const cases = node.branches.flatMap((branch) => {
    const fault = checkNode(branch, 'value', nodeContext(context, `${context.unit.name} ${branch.kind}`, 'levels'));
    return caseLabels(branch, context, [['return ', fault, ';']]);
  });
  const expected = node.branches.map((branch) => EXPECTED[branch.kind] ?? 'an object').join(' or ');
  return [block('switch (codec.jsonType(value))', [...cases, 'default:', `  return codec.mistyped(${quote(expected)}, value);`])];
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

function checkArray(node: ArrayNode, context: UnitContext): readonly Layout[] {
  const positions = node.prefix.length;
  const min = node.minItems ?? 0;
  const max = Math.min(node.maxItems ?? Infinity, node.items === false ? positions : Infinity);
  const steps: Layout[] = min === 0 && max === Infinity ? [] : [call('codec.itemCount', ['value', String(min), String(max)])];
  node.prefix.forEach((item, i) => {
    const fault = call('codec.underIndex', [
      String(i),
      checkNode(item, `value[${i}]`, nodeContext(context, `${context.unit.name} item${i + 1}`, 'levels - 1')),
    ]);
    steps.push(i < min ? fault : conditional(`value.length < ${i + 1}`, fault));
  });
  if (node.items !== false) steps.push(everyItem(node.items, positions, context));
  if (node.uniqueItems === true) steps.push('codec.unique(value)');
  return [
    `if (!codec.isArray(value)) return ${NO_ITEMS};`,
    'if (levels < 1) return codec.tooDeep(value);',
    chainStatement('return ', '??', steps.length === 0 ? ['undefined'] : steps),
  ];
}

function everyItem(node: Node, from: number, context: UnitContext): Layout {
  const check = checkFunctionOf('item', node, nodeContext(context, `${context.unit.name} item`, 'levels - 1'));
  return [`codec.everyItem(value, ${from}, `, check, ')'];
}

/** `checkX` of an object; one with very many fields in several functions. */
function checkObject(node: ObjectNode, context: UnitContext): readonly Layout[] {
  const fields = inOrder(node, context).map((property) => checkField(property, context));
  const rest = restOfObject(node, context);
  const head = [
    'const fields = codec.ownFields(value);',
    "if (fields === undefined) return codec.mistyped('an object', value);",
    'if (levels < 1) return codec.tooDeep(value);',
  ];
  const groups = splitProperties(fields, (part) => lineCount([...head, chainStatement('return ', '??', [...part, ...rest])]));
  if (groups.length < 2) return [checkFunction(context, [...head, chainStatement('return ', '??', [...fields, ...rest])])];
  const { name } = context.unit;
  const bodies = groups.map((part) => chainStatement('return ', '??', part));
  const counts = bodies.map((body) => passesLevels(body));
  const parts = bodies.map((body, i) => {
    const levels = counts[i] === true ? ', levels: number' : '';
    return block(`function check${name}Part${i + 1}(fields: codec.JsonObject${levels}): ${FAULT}`, [body]);
  });
  const calls = groups.map((_, i) => `check${name}Part${i + 1}(fields${counts[i] === true ? ', levels' : ''})`);
  return [checkFunction(context, [...head, chainStatement('return ', '??', [...calls, ...rest])]), ...parts];
}

/** The version is checked first, then the tag: only they tell how to read the rest. */
function inOrder(node: ObjectNode, context: UnitContext): readonly PropertyNode[] {
  const role = context.plan.roles.get(context.unit.name);
  const rank = ({ name }: PropertyNode): number => (name === role?.version?.field ? 0 : name === role?.tag ? 1 : 2);
  return node.properties.toSorted((a, b) => rank(a) - rank(b));
}

function checkField(property: PropertyNode, context: UnitContext): Layout {
  const value = fieldOf('fields', property.name);
  const fault = call('codec.under', [pointerLiteral(property.name), fieldFault(property, value, context)]);
  const easy = [
    ...(property.required ? [] : [`${value} === undefined`]),
    ...(isNullable(property.node) ? [`${value} === null`] : []),
    passes(unwrapNullable(property.node), value),
  ].filter((condition) => condition !== undefined);
  return easy.length === 0 ? fault : conditional(easy.join(' || '), fault);
}

function fieldFault(property: PropertyNode, value: string, context: UnitContext): Layout {
  const role = context.plan.roles.get(context.unit.name);
  const { node } = property;
  if (node.kind === 'literal' && node.values.length === 1) {
    const code = property.name === role?.version?.field ? 'unknown-version' : property.name === role?.tag ? 'unknown-tag' : undefined;
    if (code !== undefined) return call('codec.literal', [value, literalOf(node.values[0] ?? null), quote(code)]);
  }
  // Null has been told apart before, where it is accepted.
  return checkNode(unwrapNullable(node), value, nodeContext(context, `${context.unit.name} ${property.name}`, 'levels - 1'));
}

function literalOf(value: string | number | boolean | null): string {
  return typeof value === 'string' ? quote(value) : String(value);
}

function restOfObject(node: ObjectNode, context: UnitContext): readonly Layout[] {
  const { name } = context.unit;
  const steps: Layout[] = (node.alsoRequired ?? []).map((required) => `codec.present(fields, ${quote(required)})`);
  if (node.minProperties !== undefined || node.maxProperties !== undefined) {
    steps.push(`codec.fieldCount(fields, ${node.minProperties ?? 0}, ${node.maxProperties ?? 'Infinity'})`);
  }
  if (node.additional === false) return [...steps, `codec.unknownField(fields, ${context.constants.fieldNames(node, name)})`];
  const keys =
    node.keys === undefined
      ? 'undefined'
      : ['(key) => ', checkString(node.keys, 'key', { constants: context.constants, hint: `${name} key` })];
  const value = checkFunctionOf('field', node.additional, nodeContext(context, `${name} field`, 'levels - 1'));
  const known = node.properties.length === 0 ? 'undefined' : context.constants.fieldSet(node, name);
  return [...steps, call('codec.everyField', ['fields', known, keys, value])];
}
