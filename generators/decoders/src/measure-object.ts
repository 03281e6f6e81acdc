import type { ObjectNode, PropertyNode } from '@tidemark/model';
import { stringConditions } from './conditions.ts';
import { explain } from './explain.ts';
import { block, call, group, guard, ifBroken, indent, join, type Layout, line, print } from './layout.ts';
import { addStatements, type MeasureContext, measureNode, sumStatement } from './measure-node.ts';
import { fieldOf, isInherited, localName, propertyKey, quote } from './names.ts';
import { fieldPlace, keyPlace } from './place.ts';
import { isNullable } from './plan.ts';
import { FUNCTION_LINES, functionScope, levelsParameter, measureFunction, nodeContext, type UnitContext } from './unit-context.ts';

/** Quotes, colon and comma of a member, beside its key and value. */
const MEMBER = 4;
/** The braces of an object, less the comma that its last member does not have. */
const BRACES = 1;

/** What some of an object's fields come to. */
interface Fields {
  /** Their variables, and the guards of those that are there and not null. */
  readonly statements: readonly Layout[];
  /** The sum of those. */
  readonly fixed: number;
  readonly terms: readonly string[];
  /** Statements that check and add the others. */
  readonly added: readonly Layout[];
}

/** `measureX` of an object; one with very many fields in several functions. */
export function measureObject(node: ObjectNode, context: UnitContext): readonly Layout[] {
  const properties = inOrder(node, context);
  const whole = objectBody(node, context, fieldsOf(properties, context));
  if (lineCount(whole) <= FUNCTION_LINES || properties.length < 2) return [measureFunction(context, whole)];
  const bodies = splitProperties(properties, context);
  const name = (i: number): string => `measure${context.unit.name}Part${i + 1}`;
  const parts = bodies.map((body, i) => block(`function ${name(i)}(fields: codec.JsonObject${levelsParameter(body)}): number`, body));
  const statements = bodies.flatMap((body, i) => [
    `const part${i + 1} = ${name(i)}(fields${levelsParameter(body) === '' ? '' : ', levels'});`,
    `if (part${i + 1} < 0) return -1;`,
  ]);
  const terms = bodies.map((_, i) => `part${i + 1}`);
  return [measureFunction(context, objectBody(node, context, { statements, fixed: 0, terms, added: [] })), ...parts];
}

function objectBody(node: ObjectNode, context: UnitContext, fields: Fields): readonly Layout[] {
  return [...objectHead(node, context), ...fields.statements, ...objectSum(node, context, fields)];
}

function objectHead(node: ObjectNode, context: UnitContext): readonly Layout[] {
  const { constants, unit } = context;
  const also = (node.alsoRequired ?? []).map((name) => `if (!codec.hasField(fields, ${quote(name)})) return -1;`);
  const { minProperties: min, maxProperties: max } = node;
  const count =
    min === undefined && max === undefined ? [] : [`if (!codec.hasFieldCount(fields, ${min ?? 0}, ${max ?? 'Infinity'})) return -1;`];
  const fields =
    node.additional === false
      ? call('const fields = codec.closedObject', ['value', 'levels', constants.fieldNames(node, unit.name)])
      : 'const fields = codec.object(value, levels)';
  return [[fields, ';'], 'if (fields === undefined) return -1;', ...also, ...count];
}

function objectSum(node: ObjectNode, context: UnitContext, fields: Fields): readonly Layout[] {
  const { fixed, terms, added } = fields;
  const hasMembers = node.properties.some((property) => property.required) || (node.alsoRequired ?? []).length > 0;
  if (node.additional === false) {
    if (node.properties.length === 0) return ['return 2;'];
    if (added.length === 0 && hasMembers) return [sumStatement('return', BRACES + fixed, terms)];
    return [sumStatement('let length =', BRACES + fixed, terms), ...added, lastStatement(hasMembers)];
  }
  return [sumStatement('let length =', BRACES + fixed, terms), ...added, additionalFields(node, context), lastStatement(hasMembers)];
}

/** An object without members has two braces and no comma to spare. */
function lastStatement(hasMembers: boolean): string {
  return hasMembers ? 'return length;' : 'return length === 1 ? 2 : length;';
}

/** Bodies of functions that measure some of the fields each. */
function splitProperties(properties: readonly PropertyNode[], context: UnitContext): readonly (readonly Layout[])[] {
  const groups: PropertyNode[][] = [];
  for (const property of properties) {
    const last = groups.at(-1);
    if (last !== undefined && lineCount(partBody([...last, property], context)) <= FUNCTION_LINES) last.push(property);
    else groups.push([property]);
  }
  return groups.map((part) => partBody(part, context));
}

function partBody(properties: readonly PropertyNode[], context: UnitContext): readonly Layout[] {
  const { statements, fixed, terms, added } = fieldsOf(properties, context);
  if (added.length === 0) return [...statements, sumStatement('return', fixed, terms)];
  return [...statements, sumStatement('let length =', fixed, terms), ...added, 'return length;'];
}

function lineCount(body: readonly Layout[]): number {
  return print(block('', body)).split('\n').length;
}

/** The version is checked first, then the tag: only they tell how to read the rest. */
function inOrder(node: ObjectNode, context: UnitContext): readonly PropertyNode[] {
  const role = context.plan.roles.get(context.unit.name);
  const rank = ({ name }: PropertyNode): number => (name === role?.version?.field ? 0 : name === role?.tag ? 1 : 2);
  return node.properties.toSorted((a, b) => rank(a) - rank(b));
}

function fieldsOf(properties: readonly PropertyNode[], context: UnitContext): Fields {
  const scope = functionScope();
  const fields = properties.map((property) => {
    const local = localName(property.name, scope);
    return { property, local, context: fieldContext(property, context, () => scope.take(`${local}Length`)) };
  });
  const direct = fields.filter(isPlain).map(({ property, local, context: inner }) => {
    const measure = measureNode(property.node, local, inner);
    return { ...measure, fixed: measure.fixed + property.name.length + MEMBER };
  });
  const added = fields
    .filter((field) => !isPlain(field))
    .flatMap(({ property, local, context: inner }) => {
      const body = addStatements(property.node, local, inner, property.name.length + MEMBER);
      return property.required ? body : [block(`if (${local} !== undefined)`, body)];
    });
  return {
    statements: [...variables(fields), ...direct.flatMap(({ statements }) => statements)],
    fixed: direct.reduce((sum, measure) => sum + measure.fixed, 0),
    terms: direct.flatMap((measure) => measure.terms),
    added,
  };
}

/** Whether a field is there in every accepted object, and not null. */
function isPlain({ property }: { readonly property: PropertyNode }): boolean {
  return property.required && !isNullable(property.node);
}

function fieldContext(property: PropertyNode, context: UnitContext, fresh: () => string): MeasureContext {
  const role = context.plan.roles.get(context.unit.name);
  const code = property.name === role?.version?.field ? 'unknown-version' : property.name === role?.tag ? 'unknown-tag' : undefined;
  return { ...nodeContext(context, property.name, fieldPlace(property.name), fresh), code };
}

function variables(fields: readonly { readonly property: PropertyNode; readonly local: string }[]): readonly Layout[] {
  const plain = fields.filter(({ property }) => !isInherited(property.name));
  const inherited = fields.filter(({ property }) => isInherited(property.name));
  const pattern = plain.map(({ property, local }) => (property.name === local ? local : `${propertyKey(property.name)}: ${local}`));
  const destructuring = group('const {', indent(line, join([',', line], pattern)), ifBroken(','), line, '} = fields;');
  return [
    ...(plain.length === 0 ? [] : [destructuring]),
    ...inherited.map(({ property, local }) => `const ${local} = ${fieldOf('fields', property.name)};`),
  ];
}

/** The fields that the schema does not name: each key and value. */
function additionalFields(node: ObjectNode, context: UnitContext): Layout {
  if (node.additional === false) return '';
  const { constants, unit } = context;
  const inner = nodeContext(context, 'field', keyPlace, () => 'fieldLength');
  const keyContext = { constants, hint: `${unit.name} key` };
  const keyConditions = node.keys === undefined ? [] : stringConditions(node.keys, 'key', keyContext);
  return block('for (const key in fields)', [
    ...(node.properties.length === 0 ? [] : [`if (${constants.fieldSet(node, unit.name)}.has(key)) continue;`]),
    'if (codec.isForbidden(key)) return -1;',
    ...(node.keys === undefined || keyConditions.length === 0
      ? []
      : [guard(keyConditions, keyPlace.refuse(explain(node.keys, 'key', keyContext)))]),
    'const field = fields[key];',
    ...addStatements(node.additional, 'field', inner, MEMBER, ['key.length']),
  ]);
}
