import { isPolluted } from './circumstances.ts';

/** Own properties of a JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether the value is an object and no array. For values straight from `JSON.parse`; see `ownFields` for any other. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `Array.isArray` that does not hand out `any`. */
export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** The own property of a name that `Object.prototype` has too. */
export function own(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/**
 * An object whose fields can be read with a dot: what is inherited satisfies nothing (C3.1). Plain objects are returned as
 * they are, others as a copy of their own fields. Names that `Object.prototype` has itself are still to be read through `own`.
 */
export function ownFields(value: unknown): JsonObject | undefined {
  if (!isObject(value)) return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || (prototype === Object.prototype && !isPolluted())) return value;
  return Object.assign(Object.create(null) as Record<string, unknown>, value);
}

/** The JSON type of a value; `undefined` for what JSON cannot carry. */
export function jsonType(value: unknown): 'array' | 'boolean' | 'null' | 'number' | 'object' | 'string' | 'undefined' {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' || type === 'object' ? type : 'undefined';
}

/** Number of own enumerable fields of a value from `JSON.parse`. */
export function countFields(object: JsonObject): number {
  let count = 0;
  for (const _ in object) count++;
  return count;
}
