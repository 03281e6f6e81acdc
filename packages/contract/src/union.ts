import { type Definitions, type JsonSchema, referenceName } from './json-schema.ts';
import { own } from './own.ts';

/** A value that a union member accepts is of one of these JSON types; `integer` counts as `number`. */
export type JsonType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/**
 * Members of a union with nested unions and references to unions opened, so that only unions of one level remain.
 * A union that leads back to itself adds nothing to itself and is left out there.
 */
export function flattenUnion(schema: JsonSchema, definitions: Definitions): readonly JsonSchema[] {
  return flatten(schema, definitions, new Set());
}

function flatten(schema: JsonSchema, definitions: Definitions, open: ReadonlySet<JsonSchema>): readonly JsonSchema[] {
  const members = schema.anyOf ?? schema.oneOf;
  if (members === undefined) return [schema];
  const inside = new Set(open).add(schema);
  return members.flatMap((member) => {
    const target = dereference(member, definitions);
    if (inside.has(target)) return [];
    return isUnion(target) ? flatten(target, definitions, inside) : [member];
  });
}

/**
 * The member of a union that is itself a union of exactly these members, in this order: where it has a name, that name
 * stands for them (`Payment | null`).
 */
export function wholeUnion(schema: JsonSchema, members: readonly JsonSchema[], definitions: Definitions): JsonSchema | undefined {
  return (schema.anyOf ?? schema.oneOf ?? []).find((member) => {
    const target = dereference(member, definitions);
    const parts = isUnion(target) ? flattenUnion(target, definitions) : [];
    return parts.length === members.length && parts.every((part, index) => part === members[index]);
  });
}

/** Whether a schema is a choice between others. */
export function isUnion(schema: JsonSchema): boolean {
  return schema.anyOf !== undefined || schema.oneOf !== undefined;
}

/** Whether a schema lists the values that it accepts. */
export function isLiteral(schema: JsonSchema): boolean {
  return Object.hasOwn(schema, 'const') || schema.enum !== undefined;
}

/** Whether following references and opening unions leads from a schema back to itself without any value in between. */
export function isEndless(schema: JsonSchema, definitions: Definitions): boolean {
  const visit = (current: JsonSchema, open: ReadonlySet<JsonSchema>): boolean => {
    if (open.has(current)) return true;
    const inside = new Set(open).add(current);
    const name = typeof current.$ref === 'string' ? referenceName(current.$ref) : undefined;
    const target = name === undefined ? undefined : own(definitions, name);
    const next = name === undefined ? (current.anyOf ?? current.oneOf ?? []) : target === undefined ? [] : [target];
    return next.some((child) => visit(child, inside));
  };
  return visit(schema, new Set());
}

/** Follows references until something else stands there. A reference to nothing, or around a circle, stays. */
export function dereference(schema: JsonSchema, definitions: Definitions): JsonSchema {
  let current = schema;
  const seen = new Set<string>();
  while (typeof current.$ref === 'string') {
    const name = referenceName(current.$ref);
    const next: JsonSchema | undefined = own(current.$defs, name) ?? own(definitions, name);
    if (next === undefined || seen.has(name)) return current;
    seen.add(name);
    current = next;
  }
  return current;
}

/** The JSON types that a schema which is no union accepts. */
export function jsonTypes(schema: JsonSchema): readonly JsonType[] {
  if (isLiteral(schema)) return [...new Set(literalValues(schema).map(typeOfValue))];
  const names = schema.type === undefined ? [] : typeof schema.type === 'string' ? [schema.type] : schema.type;
  if (names.length > 0) return [...new Set(names.map((name) => (name === 'integer' ? 'number' : (name as JsonType))))];
  return ['null', 'boolean', 'number', 'string', 'array', 'object'];
}

/** The values of a `const` or an `enum`. */
export function literalValues(schema: JsonSchema): readonly unknown[] {
  return Object.hasOwn(schema, 'const') ? [schema.const] : (schema.enum ?? []);
}

function typeOfValue(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as JsonType;
}

/** The properties that could tell objects apart: required and a string literal in every one, with different values. */
export function tagCandidates(members: readonly JsonSchema[]): readonly string[] {
  const first = members[0]?.properties ?? {};
  return Object.keys(first).filter((name) => {
    const values = members.map((member) => literalOf(member, name));
    return values.every((value) => value !== undefined) && new Set(values).size === values.length;
  });
}

/**
 * The property that tells objects apart. Where several could, it is the one that stands first in every member
 * (`Tagged` puts it there), so that another literal, such as a class of delivery, does not make a union ambiguous.
 */
export function tagOf(members: readonly JsonSchema[]): string | undefined {
  const candidates = tagCandidates(members);
  if (candidates.length < 2) return candidates[0];
  return candidates.find((name) => members.every((member) => Object.keys(member.properties ?? {})[0] === name));
}

/** The literal string of a required property, if it is one. */
export function literalOf(member: JsonSchema, property: string): string | undefined {
  const schema = own(member.properties, property);
  if (schema === undefined || !member.required?.includes(property)) return undefined;
  const [value, second] = literalValues(schema);
  return typeof value === 'string' && second === undefined ? value : undefined;
}
