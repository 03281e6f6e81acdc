import type { ObjectNode, PropertyNode } from '@tidemark/model';
import { block, group, type Layout, ifBroken, indent, join, line, print, lines } from './layout.ts';
import { addStatements, guards, type Measure, measureNode, stringBounds, sumStatement } from './measure-node.ts';
import { fieldOf, isInherited, localName, NameScope, propertyKey } from './names.ts';
import { isNullable } from './plan.ts';
import { FUNCTION_LINES, countConditions, levelConditions, measureFunction, nodeContext, type UnitContext } from './unit-context.ts';

/** Quotes, colon and comma of a member, beside its key and value. */
const MEMBER = 4;

/** `measureX` of an object; one with very many fields in several functions. */
export function measureObject(node: ObjectNode, context: UnitContext): readonly Layout[] {
  const { properties } = node;
  const whole = [
    ...objectGuards(node, context),
    ...fieldStatements(properties, context, { start: 1, after: additionalStatements(node, context) }),
  ];
  if (lineCount(whole) <= FUNCTION_LINES || properties.length < 2) return [measureFunction(context, closing(whole, node))];
  const part = (fields: readonly PropertyNode[]): readonly Layout[] => fieldStatements(fields, context, { start: 0, after: [] });
  const bodies = splitProperties(properties, (fields) => lineCount(part(fields))).map(part);
  const { name } = context.unit;
  const levels = bodies.map((body) => passesLevels(lines(body)));
  const parts = bodies.map((body, i) => {
    const parameter = levels[i] === true ? ', levels: number' : '';
    return block(`function measure${name}Part${i + 1}(value: codec.JsonObject${parameter}): number`, body);
  });
  const calls = bodies.flatMap((_, i) => [
    `const part${i + 1} = measure${name}Part${i + 1}(value${levels[i] === true ? ', levels' : ''});`,
    `if (part${i + 1} < 0) return -1;`,
  ]);
  const sum = bodies.map((_, i) => `part${i + 1}`);
  const after = additionalStatements(node, context);
  const end = after.length === 0 ? [sumStatement('return', 1, sum)] : [sumStatement('let length =', 1, sum), ...after, 'return length;'];
  return [measureFunction(context, closing([...objectGuards(node, context), ...calls, ...end], node)), ...parts];
}

/** Lines of a function with this body. */
export function lineCount(body: readonly Layout[]): number {
  return print(block('', body)).split('\n').length;
}

/** Whether emitted code hands its levels on. */
export function passesLevels(body: Layout): boolean {
  return /, levels(?: - 1)?\)/.test(print(body));
}

/** An object that may be empty has two braces then, and no comma to spare. */
function closing(body: readonly Layout[], node: ObjectNode): readonly Layout[] {
  if (node.properties.some((property) => property.required) || (node.alsoRequired ?? []).length > 0) return body;
  return body.map((statement) => {
    if (statement === 'return length;') return 'return length === 1 ? 2 : length;';
    return statement === 'return 1;' ? 'return 2;' : statement;
  });
}

/** Contiguous groups of properties, each within the size of one function. */
export function splitProperties<T>(properties: readonly T[], size: (part: readonly T[]) => number): readonly (readonly T[])[] {
  const groups: T[][] = [];
  for (const property of properties) {
    const last = groups.at(-1);
    if (last !== undefined && size([...last, property]) <= FUNCTION_LINES) last.push(property);
    else groups.push([property]);
  }
  return groups;
}

function objectGuards(node: ObjectNode, context: UnitContext): readonly Layout[] {
  const conditions = ['!codec.isObject(value)', ...levelConditions(context)];
  for (const name of node.alsoRequired ?? []) conditions.push(`${fieldOf('value', name)} === undefined`);
  if (node.minProperties !== undefined || node.maxProperties !== undefined) {
    conditions.push(...countConditions('codec.countFields(value)', node.minProperties ?? 0, node.maxProperties ?? Infinity));
  }
  return guards(conditions);
}

interface Sum {
  /** What the sum begins with: the braces less one comma. */
  readonly start: number;
  /** Statements that add what is not a declared field. */
  readonly after: readonly Layout[];
}

/** Declared fields: their values as variables, the guards of required ones, the sum, then what may be absent or null. */
function fieldStatements(properties: readonly PropertyNode[], context: UnitContext, sum: Sum): readonly Layout[] {
  const scope = new NameScope(['value', 'levels', 'length', 'key']);
  const fields = properties.map((property) => ({ property, local: localName(property.name, scope) }));
  const fixed = fields.filter(({ property }) => property.required && !isNullable(property.node));
  const measures = fixed.map(({ property, local }) => fieldMeasure(property, local, context, scope));
  const added = fields.filter((field) => !fixed.includes(field)).map(({ property, local }) => addedField(property, local, context, scope));
  const total = measures.reduce((length, measure) => length + measure.fixed, sum.start);
  const terms = measures.flatMap((measure) => measure.terms);
  const guarding = [...variables(fields), ...measures.flatMap((measure) => measure.statements)];
  if (added.length === 0 && sum.after.length === 0) return [...guarding, sumStatement('return', total, terms)];
  return [...guarding, sumStatement('let length =', total, terms), ...added.flat(), ...sum.after, 'return length;'];
}

function fieldMeasure(property: PropertyNode, local: string, context: UnitContext, scope: NameScope): Measure {
  const measure = measureNode(property.node, local, fieldContext(property, local, context, scope));
  return { ...measure, fixed: measure.fixed + property.name.length + MEMBER };
}

function addedField(property: PropertyNode, local: string, context: UnitContext, scope: NameScope): readonly Layout[] {
  const body = addStatements(property.node, local, fieldContext(property, local, context, scope), property.name.length + MEMBER);
  return property.required ? body : [block(`if (${local} !== undefined)`, body)];
}

function fieldContext(property: PropertyNode, local: string, context: UnitContext, scope: NameScope): ReturnType<typeof nodeContext> {
  return {
    ...nodeContext(context, `${context.unit.name} ${property.name}`, scope, 'levels - 1'),
    fresh: () => scope.take(`${local}Length`),
  };
}

function variables(fields: readonly { readonly property: PropertyNode; readonly local: string }[]): readonly Layout[] {
  const plain = fields.filter(({ property }) => !isInherited(property.name));
  const inherited = fields.filter(({ property }) => isInherited(property.name));
  const pattern = plain.map(({ property, local }) => (property.name === local ? local : `${propertyKey(property.name)}: ${local}`));
  const destructuring = group('const {', indent(line, join([',', line], pattern)), ifBroken(','), line, '} = value;');
  return [
    ...(plain.length === 0 ? [] : [destructuring]),
    ...inherited.map(({ property, local }) => `const ${local} = ${fieldOf('value', property.name)};`),
  ];
}

/** The fields that the schema does not name: each key and value. */
function additionalStatements(node: ObjectNode, context: UnitContext): readonly Layout[] {
  if (node.additional === false) return [];
  const scope = new NameScope(['value', 'levels', 'length', 'key', 'field']);
  const keyConditions =
    node.keys === undefined ? [] : stringBounds(node.keys, 'key', { constants: context.constants, hint: `${context.unit.name} key` });
  const known = node.properties.length === 0 ? [] : [`if (${context.constants.fieldSet(node, context.unit.name)}.has(key)) continue;`];
  const body = addStatements(node.additional, 'field', nodeContext(context, 'field', scope, 'levels - 1'), MEMBER);
  return [
    block('for (const key in value)', [
      ...known,
      ...guards(["key === '__proto__'", ...keyConditions]),
      'const field = value[key];',
      ...body,
      'length += key.length;',
    ]),
  ];
}
