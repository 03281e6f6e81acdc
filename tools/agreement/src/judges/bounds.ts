import { levelsOf } from '../strictness.ts';

/** `x-max-bytes` (generators/schema/src/extensions.ts): of a string, its bytes in UTF-8; of any JSON value, those of its compact text. */
export function isWithinBytes(bound: number, value: unknown, ofString: boolean): boolean {
  return Buffer.byteLength(ofString && typeof value === 'string' ? value : JSON.stringify(value)) <= bound;
}

/** `x-max-depth`: a scalar has no level, `[]` has one. */
export function isWithinDepth(bound: number, value: unknown): boolean {
  return levelsOf(value) <= bound;
}

/** Whether a schema is one of strings, so that its byte bound is of the string and not of its JSON text. */
export function isStringSchema(type: unknown): boolean {
  return type === 'string' || (Array.isArray(type) && type.includes('string'));
}
