import type { TSchema } from 'typebox';
import Value from 'typebox/value';
import type { Examples } from '../definition.ts';
import type { JsonSchema } from '../json-schema.ts';
import { MAX_BYTES, MAX_DEPTH } from '../keywords.ts';
import { dereference } from '../union.ts';
import type { CheckContext, Path } from './context.ts';

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
    return `At ${error?.instancePath || 'the top'}: ${error?.message ?? 'does not match'}.`;
  }
  return byteFault(context, schema as JsonSchema, value, '');
}

/** TypeBox knows no byte bounds; they are checked beside it. */
function byteFault(context: CheckContext, schema: JsonSchema, value: unknown, at: string): string | undefined {
  const target = dereference(schema, context.definitions);
  const maxBytes = target[MAX_BYTES];
  const maxDepth = target[MAX_DEPTH];
  const text = typeof value === 'string' && target.type === 'string' ? value : JSON.stringify(value);
  if (typeof maxBytes === 'number' && new TextEncoder().encode(text).byteLength > maxBytes)
    return `At ${at || 'the top'}: more than ${maxBytes} bytes.`;
  if (typeof maxDepth === 'number' && depthOf(value) > maxDepth) return `At ${at || 'the top'}: deeper than ${maxDepth} levels.`;
  for (const [step, part, child] of children(context, target, value)) {
    const fault = byteFault(context, part, child, `${at}/${step}`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function children(context: CheckContext, schema: JsonSchema, value: unknown): readonly (readonly [string, JsonSchema, unknown])[] {
  const members = schema.anyOf ?? schema.oneOf;
  if (members !== undefined) {
    const definitions = context.definitions as Record<string, TSchema>;
    const member = members.find((candidate) => Value.Check(definitions, candidate as TSchema, value));
    return member === undefined ? [] : children(context, dereference(member, context.definitions), value);
  }
  if (Array.isArray(value) && schema.items !== undefined && typeof schema.items === 'object') {
    const items = schema.items;
    return value.flatMap((child, index) => {
      const part = Array.isArray(items) ? (items as readonly JsonSchema[])[index] : (items as JsonSchema);
      return part === undefined ? [] : [[String(index), part, child] as const];
    });
  }
  if (value === null || typeof value !== 'object') return [];
  const rest = Object.values(schema.patternProperties ?? {})[0];
  return Object.entries(value).flatMap(([key, child]) => {
    const part = schema.properties?.[key] ?? rest;
    return part === undefined ? [] : [[key, part, child] as const];
  });
}

function depthOf(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
