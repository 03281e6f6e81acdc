import type { TSchema } from 'typebox';
import Value from 'typebox/value';
import type { Examples } from '../definition.ts';
import { isRecord } from '../form.ts';
import type { JsonSchema } from '../json-schema.ts';
import { MAX_BYTES, MAX_DEPTH } from '../keywords.ts';
import { own } from '../own.ts';
import { type Path, pointer } from '../path.ts';
import { dereference, isUnion } from '../union.ts';
import type { CheckContext } from './context.ts';
import { RESERVED_MEMBERS } from './generated-names.ts';

/** Every example decodes as its type; where required there is at least one. */
export function checkExamples(context: CheckContext, schema: TSchema, examples: Examples, path: Path, need: 'required' | 'optional'): void {
  const entries = Object.entries(examples);
  if (need === 'required' && entries.length === 0) context.issues.add('missing-example', path, 'There is no example.');
  for (const [name, example] of entries) {
    const reason = firstFault(context, schema, example.value);
    if (reason !== undefined) context.issues.add('invalid-example', [...path, name, 'value'], reason);
  }
}

function firstFault(context: CheckContext, schema: TSchema, value: unknown): string | undefined {
  const definitions = context.definitions as Record<string, TSchema>;
  if (!Value.Check(definitions, schema, value)) {
    const [error] = Value.Errors(definitions, schema, value);
    const reason = error?.keyword === 'boolean' ? 'there is no such field' : (error?.message ?? 'it does not match');
    return `At ${error?.instancePath || 'the top'}: ${reason}.`;
  }
  return keyFault(value, '') ?? byteFault(context, schema as JsonSchema, value, '');
}

/** A key that an open type admits, and that decoders refuse or readers of descriptions take for a reference. */
function keyFault(value: unknown, at: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, child] of Object.entries(value)) {
    const reserved = Array.isArray(value) ? undefined : RESERVED_MEMBERS.get(key);
    if (reserved !== undefined) return `At ${at || 'the top'}: the key ${key}: ${reserved}.`;
    const fault = keyFault(child, at + pointer([key]));
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** What TypeBox does not see: byte bounds, depth, and required names that an object merely inherits. */
function byteFault(context: CheckContext, schema: JsonSchema, value: unknown, at: string): string | undefined {
  const target = dereference(schema, context.definitions);
  const { [MAX_BYTES]: maxBytes, [MAX_DEPTH]: maxDepth } = target;
  const where = `At ${at || 'the top'}`;
  if (typeof maxBytes === 'number' && bytesOf(target, value) > maxBytes) return `${where}: more than ${maxBytes} bytes.`;
  if (typeof maxDepth === 'number' && depthOf(value) > maxDepth) return `${where}: deeper than ${maxDepth} levels.`;
  const absent = isRecord(value) ? target.required?.find((name) => !Object.hasOwn(value, name)) : undefined;
  if (absent !== undefined) return `${where}: must have the property ${absent}.`;
  for (const [step, part, child] of children(context, target, value)) {
    const fault = byteFault(context, part, child, at + pointer([step]));
    if (fault !== undefined) return fault;
  }
  return undefined;
}

type Child = readonly [step: string, schema: JsonSchema, value: unknown];

function children(context: CheckContext, schema: JsonSchema, value: unknown): readonly Child[] {
  if (isUnion(schema)) {
    const definitions = context.definitions as Record<string, TSchema>;
    const member = (schema.anyOf ?? schema.oneOf)?.find((candidate) => Value.Check(definitions, candidate as TSchema, value));
    return member === undefined ? [] : children(context, dereference(member, context.definitions), value);
  }
  if (Array.isArray(value)) {
    const positions = schema.prefixItems ?? (Array.isArray(schema.items) ? (schema.items as readonly JsonSchema[]) : []);
    const rest: unknown = Array.isArray(schema.items) ? schema.additionalItems : schema.items;
    return value.flatMap((child, index) => asChild(String(index), positions[index] ?? rest, child));
  }
  if (!isRecord(value)) return [];
  const rest = Object.values(schema.patternProperties ?? {})[0] ?? schema.additionalProperties;
  return Object.entries(value).flatMap(([key, child]) => asChild(key, own(schema.properties, key) ?? rest, child));
}

function asChild(step: string, schema: unknown, value: unknown): readonly Child[] {
  return isRecord(schema) ? [[step, schema, value]] : [];
}

function bytesOf(schema: JsonSchema, value: unknown): number {
  const text = typeof value === 'string' && schema.type === 'string' ? value : JSON.stringify(value);
  return new TextEncoder().encode(text).byteLength;
}

function depthOf(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0;
  return 1 + Object.values(value).reduce((most: number, part) => Math.max(most, depthOf(part)), 0);
}
