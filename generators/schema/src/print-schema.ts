import type {
  AnyNode,
  ArrayNode,
  ChoiceNode,
  LiteralNode,
  Node,
  NumberNode,
  ObjectNode,
  RefNode,
  StringNode,
  TaggedNode,
} from '@tidemark/model';
import { type JsonObject, nonEmpty, nonEmptyObject, present } from './json-object.ts';
import { componentPointer } from './reference.ts';

/**
 * `2020-12`: JSON Schema 2020-12 with the OpenAPI 3.2 base vocabulary (`discriminator`).
 * `draft-07`: what AsyncAPI 3.0 reads by default, a superset of draft-07 that ignores 2020-12 keywords without a word.
 */
export type Dialect = '2020-12' | 'draft-07';

export interface PrintOptions {
  /** URI reference of a named schema; default `#/components/schemas/<name>`. */
  readonly refTo?: (name: string) => string;
  /** Annotations that follow the schema's own, such as `examples`. */
  readonly annotations?: JsonObject;
}

interface Printer {
  readonly dialect: Dialect;
  readonly refTo: (name: string) => string;
}

/**
 * One node as a schema object. Both dialects accept the same values (C2.2a): they differ in how a tuple is written,
 * in what may stand beside `$ref`, and in annotations (`discriminator`, `contentEncoding`).
 * The result is never a boolean schema, which the AsyncAPI parser refuses as a payload.
 */
export function printSchema(node: Node, dialect: Dialect, options: PrintOptions = {}): JsonObject {
  return print(node, { dialect, refTo: options.refTo ?? componentPointer }, options.annotations ?? {});
}

function print(node: Node, printer: Printer, annotations: JsonObject = {}): JsonObject {
  const [only, second] = node.kind === 'tagged' ? node.members : [];
  if (only !== undefined && second === undefined) return print(documentedBy(node, only.node), printer, annotations);
  const { title, description, deprecated } = node.doc ?? {};
  const head = present({ title, description });
  const tail = present({ deprecated, ...annotations, 'x-unbounded': node.unbounded });
  if (node.kind === 'ref') return printRef(node, printer, head, tail);
  return { ...head, ...printBody(node, printer), ...tail };
}

/** A union of one member is that member; what the author says about the union goes before what the member says of itself. */
function documentedBy(union: Node, member: RefNode | ObjectNode): Node {
  const doc = { ...member.doc, ...union.doc };
  return nonEmptyObject(doc) === undefined ? member : { ...member, doc };
}

/** Draft-07 ignores everything beside `$ref`, so annotations go around it. */
function printRef(node: RefNode, printer: Printer, head: JsonObject, tail: JsonObject): JsonObject {
  const target = { $ref: printer.refTo(node.name) };
  const bare = nonEmptyObject(head) === undefined && nonEmptyObject(tail) === undefined;
  if (bare) return target;
  return printer.dialect === '2020-12' ? { ...target, ...head, ...tail } : { ...head, allOf: [target], ...tail };
}

function printBody(node: Exclude<Node, RefNode>, printer: Printer): JsonObject {
  switch (node.kind) {
    case 'any':
      return printAny(node);
    case 'never':
      return { not: {} };
    case 'null':
    case 'boolean':
      return { type: node.kind };
    case 'literal':
      return printLiteral(node);
    case 'number':
      return printNumber(node);
    case 'string':
      return printString(node, printer);
    case 'array':
      return printArray(node, printer);
    case 'object':
      return printObject(node, printer);
    case 'tagged':
      return printTagged(node, printer);
  }
  return printChoice(node, printer);
}

function printAny({ maxBytes, maxDepth }: AnyNode): JsonObject {
  return present({ 'x-max-bytes': maxBytes, 'x-max-depth': maxDepth });
}

function printLiteral({ values }: LiteralNode): JsonObject {
  const types = [...new Set(values.map(literalType))];
  const accepted = values.length === 1 ? { const: values[0] } : { enum: values };
  return { type: types.length === 1 ? types[0] : types, ...accepted };
}

function literalType(value: LiteralNode['values'][number]): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function printNumber(node: NumberNode): JsonObject {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = node;
  // Of two bounds on one side only the tighter is written: linters take the pair for a mistake.
  const openBelow = exclusiveMinimum !== undefined && (minimum === undefined || exclusiveMinimum >= minimum);
  const openAbove = exclusiveMaximum !== undefined && (maximum === undefined || exclusiveMaximum <= maximum);
  return present({
    type: node.integer ? 'integer' : 'number',
    minimum: openBelow ? undefined : minimum,
    exclusiveMinimum: openBelow ? exclusiveMinimum : undefined,
    maximum: openAbove ? undefined : maximum,
    exclusiveMaximum: openAbove ? exclusiveMaximum : undefined,
    multipleOf: node.multipleOf,
    'x-scalar': node.scalar,
  });
}

function printString(node: StringNode, printer: Printer): JsonObject {
  // A code point takes at least one byte, so a byte bound is also a length bound.
  const lengths = [node.maxLength, node.maxBytes].filter((bound) => bound !== undefined);
  return present({
    type: 'string',
    format: node.scalar === 'Timestamp' ? 'date-time' : undefined,
    minLength: node.minLength,
    maxLength: lengths.length === 0 ? undefined : Math.min(...lengths),
    pattern: node.pattern,
    // Draft-07 knows only the encodings of RFC 2045, and base64url is none of them.
    contentEncoding: node.scalar === 'Base64Url' && printer.dialect === '2020-12' ? 'base64url' : undefined,
    'x-scalar': node.scalar,
    'x-max-bytes': node.maxBytes,
    'x-decoded-bytes': node.decodedBytes,
  });
}

function printArray(node: ArrayNode, printer: Printer): JsonObject {
  const { prefix, items } = node;
  const closed = items === false;
  const maxItems = closed ? Math.min(prefix.length, node.maxItems ?? prefix.length) : node.maxItems;
  return present({
    type: 'array',
    ...(prefix.length === 0 ? { items: closed ? undefined : print(items, printer) } : printTuple(prefix, items, printer)),
    minItems: node.minItems,
    maxItems,
    uniqueItems: node.uniqueItems,
  });
}

function printTuple(prefix: readonly Node[], items: Node | false, printer: Printer): JsonObject {
  const positions = prefix.map((position) => print(position, printer));
  const rest = items === false ? false : print(items, printer);
  return printer.dialect === '2020-12' ? { prefixItems: positions, items: rest } : { items: positions, additionalItems: rest };
}

function printObject(node: ObjectNode, printer: Printer): JsonObject {
  const required = [
    ...node.properties.filter((property) => property.required).map((property) => property.name),
    ...(node.alsoRequired ?? []),
  ];
  return present({
    type: 'object',
    required: nonEmpty(required),
    properties: nonEmptyObject(Object.fromEntries(node.properties.map((property) => [property.name, print(property.node, printer)]))),
    propertyNames: node.keys === undefined ? undefined : printKeys(node.keys, node, printer),
    additionalProperties: printAdditional(node.additional, printer),
    minProperties: node.minProperties,
    maxProperties: node.maxProperties,
  });
}

/** `propertyNames` sees the declared names too, which `keys` says nothing about. */
function printKeys(keys: StringNode, node: ObjectNode, printer: Printer): JsonObject {
  const names = node.properties.map((property) => property.name);
  const additional = print(keys, printer);
  return names.length === 0 ? additional : { anyOf: [{ enum: names }, additional] };
}

function printAdditional(additional: Node | false, printer: Printer): JsonObject | boolean {
  if (additional === false) return false;
  const printed = print(additional, printer);
  return nonEmptyObject(printed) ?? true;
}

/** OpenAPI gets a discriminator where each member is a reference: an inline schema cannot be selected by one. */
function printTagged(node: TaggedNode, printer: Printer): JsonObject {
  const oneOf = node.members.map((member) => print(member.node, printer));
  const references = node.members.filter((member) => member.node.kind === 'ref');
  if (printer.dialect !== '2020-12' || references.length < node.members.length) return { oneOf };
  const mapping = Object.fromEntries(
    node.members.map(({ value, node: member }) => [value, printer.refTo(member.kind === 'ref' ? member.name : '')]),
  );
  return { oneOf, discriminator: { propertyName: node.tag, mapping } };
}

/**
 * Branches accept disjoint JSON types, so a nullable type is one schema with a list of types:
 * every keyword but `type`, `const` and `enum` speaks about one type only.
 */
function printChoice(node: ChoiceNode, printer: Printer): JsonObject {
  const types = node.branches.filter((branch) => branch.kind === 'null' || branch.kind === 'boolean');
  const others = node.branches.filter((branch) => branch.kind !== 'null' && branch.kind !== 'boolean');
  const [main] = others;
  const documented = node.branches.some((branch) => branch.doc?.deprecated === true) || types.some((branch) => branch.doc !== undefined);
  if (documented || others.length > 1) return { anyOf: node.branches.map((branch) => print(branch, printer)) };
  if (main === undefined) return { type: types.map((branch) => branch.kind) };
  if (main.kind !== 'string' && main.kind !== 'number' && main.kind !== 'array' && main.kind !== 'object') {
    return { anyOf: node.branches.map((branch) => print(branch, printer)) };
  }
  const { type, ...rest } = print(main, printer);
  const { title, description, ...keywords } = rest;
  const doc = present({ title: node.doc?.title ?? title, description: node.doc?.description ?? description });
  return { ...doc, type: [type, ...types.map((branch) => branch.kind)], ...keywords };
}
