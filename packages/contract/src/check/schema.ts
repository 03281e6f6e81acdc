import type { JsonSchema } from '../json-schema.ts';
import { childSchemas, referenceName } from '../json-schema.ts';
import { BINARY, MAX_BYTES, SCALAR, UNBOUNDED } from '../keywords.ts';
import { own } from '../own.ts';
import type { Path } from '../path.ts';
import { isPattern } from '../pattern.ts';
import { unsafePattern } from '../pattern-safety.ts';
import { dereference, flattenUnion, isEndless, isLiteral, isUnion, jsonTypes, literalValues, tagOf } from '../union.ts';
import { checkBounds } from './bounds.ts';
import type { CheckContext } from './context.ts';
import { RESERVED_MEMBERS } from './generated-names.ts';
import { checkLayout } from './layout.ts';
import { checkScalar } from './scalar.ts';
import { isCarriable } from './schema-form.ts';

/**
 * Checks that one type and all its parts are made of keywords that are carried, with values of their kinds. Everything
 * else reads types as such, so this comes first. A part that is a named type is checked where it is named.
 */
export function checkKeywords(context: CheckContext, schema: JsonSchema, path: Path, seen: Set<JsonSchema>): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  if (!isCarriable(schema, path, context.issues)) return;
  for (const [step, child] of childSchemas(schema)) if (!context.names.has(child)) checkKeywords(context, child, [...path, ...step], seen);
}

/** Checks one type and all its parts (C1.2, C1.5): it is closed, bounded, and its unions are told apart. */
export function checkSchema(context: CheckContext, schema: JsonSchema, path: Path): void {
  if (context.checked.has(schema)) return;
  context.checked.add(schema);
  if (isEndless(schema, context.definitions))
    return context.issues.add('endless-type', path, 'The type leads back to itself without an object or array in between.');
  if (schema.$ref !== undefined) checkReference(context, schema, path);
  else if (isUnion(schema)) checkUnion(context, schema, path);
  else checkSingle(context, schema, path);
  for (const [step, child] of childSchemas(schema)) {
    if (!context.names.has(child)) checkSchema(context, child, [...path, ...step]);
    if (child[BINARY] !== undefined && context.names.findPart(child) === undefined)
      context.issues.add('unnamed-schema', [...path, ...step], 'A binaryStruct is a named type, or its layout has no name.');
  }
}

function checkReference(context: CheckContext, schema: JsonSchema, path: Path): void {
  const name = referenceName(schema.$ref ?? '');
  if (own(context.definitions, name) === undefined) context.issues.add('unknown-reference', path, `Nothing is named ${name}.`);
}

function checkUnion(context: CheckContext, schema: JsonSchema, path: Path): void {
  const members = flattenUnion(schema, context.definitions).map((member) => dereference(member, context.definitions));
  const literals = members.filter(isLiteral);
  const objects = members.filter((member) => !isLiteral(member) && jsonTypes(member).includes('object'));
  const others = members.filter((member) => !literals.includes(member) && !objects.includes(member));
  checkTag(context, objects, path);
  checkLiterals(context, literals, path);
  const groups = [literals, objects, ...others.map((member) => [member])].map((group) => [...new Set(group.flatMap(jsonTypes))]);
  const seen = new Set<string>();
  for (const type of groups.flat()) {
    if (seen.has(type)) context.issues.add('overlapping-union', path, `More than one member accepts a ${type}.`);
    seen.add(type);
  }
}

function checkTag(context: CheckContext, objects: readonly JsonSchema[], path: Path): void {
  if (objects.length < 2) return;
  if (objects.some((member) => jsonTypes(member).length > 1))
    context.issues.add('untagged-union', path, 'A member accepts other JSON types beside an object.');
  else if (tagOf(objects) === undefined)
    context.issues.add('untagged-union', path, 'No single required property is a different string literal in each member.');
}

function checkLiterals(context: CheckContext, literals: readonly JsonSchema[], path: Path): void {
  const values = literals.flatMap(literalValues);
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  if (twice !== undefined) context.issues.add('overlapping-union', path, `More than one member accepts ${JSON.stringify(twice)}.`);
}

function checkSingle(context: CheckContext, schema: JsonSchema, path: Path): void {
  checkBounds(schema, path, context.issues);
  checkScalar(schema, path, context.issues);
  checkLayout(schema, path, context.issues);
  if (isLiteral(schema)) return checkLiteral(context, schema, path);
  if (schema[SCALAR] === 'Json') return;
  if (schema.type === undefined)
    return requireBound(context, schema, path, false, 'Any value is accepted; use Json({ maxBytes, maxDepth })');
  for (const type of jsonTypes(schema)) {
    if (type === 'string') checkString(context, schema, path);
    if (type === 'number') checkNumber(context, schema, path);
    if (type === 'array') checkArray(context, schema, path);
    if (type === 'object') checkObject(context, schema, path);
  }
}

function checkLiteral(context: CheckContext, schema: JsonSchema, path: Path): void {
  if (schema.type === undefined) return;
  const types = jsonTypes({ type: schema.type });
  if (!jsonTypes(schema).every((type) => types.includes(type)))
    context.issues.add('malformed-schema', path, 'A listed value is not of the type beside it.');
}

function requireBound(context: CheckContext, schema: JsonSchema, path: Path, bounded: boolean, what: string): void {
  if (!bounded && schema[UNBOUNDED] === undefined) context.issues.add('unbounded', path, `${what}.`);
}

function checkString(context: CheckContext, schema: JsonSchema, path: Path): void {
  const bounded = schema.maxLength !== undefined || schema[MAX_BYTES] !== undefined;
  requireBound(context, schema, path, bounded, 'A string needs maxLength (code points) or Utf8({ maxBytes })');
  if (schema.pattern !== undefined) checkPattern(context, schema.pattern, [...path, 'pattern']);
}

function checkNumber(context: CheckContext, schema: JsonSchema, path: Path): void {
  if (![schema.type].flat().includes('integer')) return;
  const low = schema.minimum ?? schema.exclusiveMinimum;
  const high = schema.maximum ?? schema.exclusiveMaximum;
  requireBound(context, schema, path, low !== undefined && high !== undefined, 'An integer needs a minimum and a maximum');
  if ([low, high].some((bound) => bound !== undefined && Math.abs(bound) > Number.MAX_SAFE_INTEGER)) {
    context.issues.add('unbounded', path, 'An integer beyond 2^53-1 is not kept by JSON readers; use Uint64() or Int64().');
  }
}

function checkArray(context: CheckContext, schema: JsonSchema, path: Path): void {
  const positions = schema.prefixItems ?? (Array.isArray(schema.items) ? schema.items : []);
  const rest: unknown = Array.isArray(schema.items) ? schema.additionalItems : schema.items;
  const isTuple = positions.length > 0 && rest === false;
  requireBound(context, schema, path, isTuple || schema.maxItems !== undefined, 'An array needs maxItems');
  if (!isTuple && (rest === undefined || rest === false))
    context.issues.add('unsupported-type', path, 'An array needs a type for its items; a tuple is closed and has positions.');
}

function checkObject(context: CheckContext, schema: JsonSchema, path: Path): void {
  const listed = Object.keys(schema.properties ?? {});
  const unlisted = schema.required?.find((name) => !listed.includes(name));
  if (unlisted !== undefined) context.issues.add('malformed-schema', [...path, 'required'], `properties does not list ${unlisted}.`);
  for (const name of listed) {
    const reserved = RESERVED_MEMBERS.get(name);
    if (reserved !== undefined) context.issues.add('reserved-name', [...path, 'properties', name], `${name}: ${reserved}.`);
  }
  const isMap = Object.keys(schema.patternProperties ?? {}).length > 0 || typeof schema.additionalProperties === 'object';
  if (isMap) checkMap(context, schema, listed, path);
  else if (schema.additionalProperties !== false) context.issues.add('open-object', path, 'Unlisted fields are accepted.');
}

function checkMap(context: CheckContext, schema: JsonSchema, listed: readonly string[], path: Path): void {
  const patterns = Object.keys(schema.patternProperties ?? {});
  const anyKey = patterns.every((pattern) => pattern === '^.*$' || pattern === '^(.*)$');
  const kinds = patterns.length + (typeof schema.additionalProperties === 'object' ? 1 : 0);
  if (kinds > 1) context.issues.add('unsupported-type', path, 'A map has one kind of key.');
  if (listed.length > 0) context.issues.add('unsupported-type', path, 'An object is either a struct or a map.');
  if (!anyKey && schema.additionalProperties !== false)
    context.issues.add('open-object', path, 'Keys that do not match the pattern are accepted.');
  requireBound(context, schema, path, schema.maxProperties !== undefined, 'A map needs maxProperties');
  for (const pattern of patterns) checkPattern(context, pattern, [...path, 'patternProperties', pattern]);
  const keys = schema.propertyNames;
  if (keys === undefined) requireBound(context, schema, path, false, 'Keys of a map need a bound; use Dictionary(keys, values, max)');
  else if (!anyKey || keys.type !== 'string' || isLiteral(keys))
    context.issues.add(
      'unsupported-type',
      [...path, 'propertyNames'],
      'Keys are one plain string type; use Dictionary(keys, values, max).',
    );
}

function checkPattern(context: CheckContext, pattern: string, path: Path): void {
  if (!isPattern(pattern)) return context.issues.add('malformed-pattern', path, `${pattern} does not compile with the u flag.`);
  const unsafe = unsafePattern(pattern);
  if (unsafe !== undefined) context.issues.add('unsafe-pattern', path, `${unsafe}: ${pattern}.`);
}
