import type { TSchema } from 'typebox';
import { isRecord } from './form.ts';
import { type Definitions, definitionsOf, type JsonSchema } from './json-schema.ts';
import { DECODED_BYTES, SCALAR } from './keywords.ts';
import { dereference, isLiteral, literalValues } from './union.ts';

/** Levels after which a recursive type is given up. */
const MAX_LEVELS = 32;
/** Longest text and list that is made up; a type that needs more brings its own example. */
const MAX_LENGTH = 1_000;

/**
 * The smallest value that comes to mind for a type: what a built-in contract shows as the example of an application's
 * type that brings none. `schemas` are the named types that it may refer to. A text of which only a pattern is known
 * is guessed as `x`, so the caller checks the value.
 */
export function sampleValue(type: TSchema, schemas: Readonly<Record<string, TSchema>> = {}): unknown {
  if (!isRecord(type)) return null;
  return sample(type, definitionsOf(schemas as Readonly<Record<string, JsonSchema>>, [type]), 0);
}

function sample(schema: JsonSchema, definitions: Definitions, level: number): unknown {
  if (!isRecord(schema)) return null;
  const target = dereference(schema, definitions);
  const members: unknown = target.anyOf ?? target.oneOf;
  if (isLiteral(target)) return literalValues(target)[0];
  if (level > MAX_LEVELS) return null;
  // The last member is the empty one in `Nullable`, and ends a recursion more often than the first.
  if (Array.isArray(members)) return sample((members as readonly JsonSchema[]).at(level > 3 ? -1 : 0) ?? {}, definitions, level + 1);
  const [type] = [target.type].flat();
  if (type === 'object') return sampleObject(target, definitions, level);
  if (type === 'array') return sampleArray(target, definitions, level);
  if (type === 'string') return sampleText(target);
  if (type === 'integer' || type === 'number') return sampleNumber(target);
  return type === 'boolean' ? true : null;
}

function sampleObject(schema: JsonSchema, definitions: Definitions, level: number): unknown {
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => required.includes(name));
  return Object.fromEntries(properties.map(([name, property]) => [name, sample(property, definitions, level + 1)]));
}

function sampleArray(schema: JsonSchema, definitions: Definitions, level: number): unknown {
  const positions: readonly JsonSchema[] =
    schema.prefixItems ?? (Array.isArray(schema.items) ? (schema.items as readonly JsonSchema[]) : []);
  const rest = Array.isArray(schema.items) ? schema.additionalItems : schema.items;
  const count = Math.max(positions.length, lengthOf(schema['minItems']));
  const item = typeof rest === 'object' && !Array.isArray(rest) ? (rest as JsonSchema) : {};
  return Array.from({ length: count }, (_, index) => sample(positions[index] ?? item, definitions, level + 1));
}

const SCALARS: Readonly<Record<string, string>> = {
  Uint64: '1',
  Int64: '1',
  Sha256: `sha256:${'0'.repeat(64)}`,
  Timestamp: '2026-01-31T12:00:00.000Z',
};

function sampleText(schema: JsonSchema): string {
  const scalar = schema[SCALAR];
  if (scalar === 'Base64Url') return 'A'.repeat(schema[DECODED_BYTES] === undefined ? 0 : lengthOf(schema['minLength']));
  if (typeof scalar === 'string' && Object.hasOwn(SCALARS, scalar)) return SCALARS[scalar] ?? '';
  return 'x'.repeat(Math.max(lengthOf(schema['minLength']), schema.pattern === undefined ? 0 : 1));
}

function lengthOf(least: unknown): number {
  return typeof least === 'number' && least > 0 ? Math.min(least, MAX_LENGTH) : 0;
}

function sampleNumber(schema: JsonSchema): number {
  const { minimum, exclusiveMinimum, maximum = Infinity, exclusiveMaximum = Infinity } = schema;
  const least = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1);
  if (least !== undefined) return least;
  return Math.min(0, maximum, exclusiveMaximum - 1);
}
