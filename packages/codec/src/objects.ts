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
 * The own enumerable fields of an object that may inherit others, as an object whose fields can be read with a dot: what is
 * inherited satisfies nothing (C3.1). Names that `Object.prototype` has itself are read through `own` all the same.
 */
export function ownFields(value: object): JsonObject {
  if (Object.getPrototypeOf(value) === null) return value as JsonObject;
  return Object.assign(Object.create(null) as Record<string, unknown>, value);
}

/** The JSON type of a value; `undefined` for what JSON cannot carry. */
export function jsonType(value: unknown): 'array' | 'boolean' | 'null' | 'number' | 'object' | 'string' | 'undefined' {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' || type === 'object' ? type : 'undefined';
}
