import { type Definitions, type JsonSchema, referenceName } from './json-schema.ts';

/** A value that a union member accepts is of one of these JSON types; `integer` counts as `number`. */
export type JsonType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** Members of a union with nested unions and references to unions opened, so that only unions of one level remain. */
export function flattenUnion(schema: JsonSchema, definitions: Definitions): readonly JsonSchema[] {
  const members = schema.anyOf ?? schema.oneOf;
  if (members === undefined) return [schema];
  return members.flatMap((member) => {
    const target = dereference(member, definitions);
    return target.anyOf !== undefined || target.oneOf !== undefined ? flattenUnion(target, definitions) : [member];
  });
}

/** Follows references until something else stands there. A reference to nothing stays. */
export function dereference(schema: JsonSchema, definitions: Definitions): JsonSchema {
  let current = schema;
  const seen = new Set<string>();
  while (typeof current.$ref === 'string') {
    const name = referenceName(current.$ref);
    const next: JsonSchema | undefined = current.$defs?.[name] ?? definitions[name];
    if (next === undefined || seen.has(name)) return current;
    seen.add(name);
    current = next;
  }
  return current;
}

/** The JSON types that a schema which is no union accepts. */
export function jsonTypes(schema: JsonSchema): readonly JsonType[] {
  const values = 'const' in schema ? [schema.const] : schema.enum;
  if (values !== undefined) return [...new Set(values.map(typeOfValue))];
  const names = schema.type === undefined ? [] : typeof schema.type === 'string' ? [schema.type] : schema.type;
  if (names.length > 0) return [...new Set(names.map((name) => (name === 'integer' ? 'number' : (name as JsonType))))];
  return ['null', 'boolean', 'number', 'string', 'array', 'object'];
}

function typeOfValue(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as JsonType;
}

/**
 * The property that tells objects apart: required and a string literal in every one, with different values.
 * Empty: there is none; several: the union has no *single* tag.
 */
export function tagCandidates(members: readonly JsonSchema[]): readonly string[] {
  const first = members[0]?.properties ?? {};
  return Object.keys(first).filter((name) => {
    const values = members.map((member) => literalOf(member, name));
    return values.every((value) => value !== undefined) && new Set(values).size === values.length;
  });
}

/** The literal string of a required property, if it is one. */
export function literalOf(member: JsonSchema, property: string): string | undefined {
  const schema = member.properties?.[property];
  if (schema === undefined || !member.required?.includes(property)) return undefined;
  return typeof schema.const === 'string' ? schema.const : undefined;
}
