import { base64UrlFault } from './base64url.ts';
import type { DecodeErrorCode } from './error-table.ts';
import { Fault } from './fault.ts';
import { int64Fault, uint64Fault } from './integers.ts';
import { isMultipleOf } from './multiple-of.ts';
import { jsonType } from './objects.ts';
import { sha256Fault } from './sha256.ts';
import { exceedsCodePoints, exceedsUtf8, lacksCodePoints } from './text-size.ts';
import { timestampFault } from './timestamp.ts';

/** The fault of a value of another type than `expected` says; `undefined` is a field that is not there. */
export function mistyped(expected: string, value: unknown): Fault {
  return new Fault(value === undefined ? 'missing-field' : 'wrong-type', expected, value);
}

/** No value at all is accepted. */
export function nothing(value: unknown): Fault {
  return new Fault('wrong-type', 'no value', value);
}

export function nullValue(value: unknown): Fault | undefined {
  return value === null ? undefined : mistyped('null', value);
}

export function boolean(value: unknown): Fault | undefined {
  return typeof value === 'boolean' ? undefined : mistyped('a boolean', value);
}

/** What a literal or one value of an enumeration may be. */
export type Primitive = string | number | boolean | null;

/** A constant. `code` is what another value of the same type is refused with. */
export function literal(value: unknown, expected: Primitive, code: DecodeErrorCode = 'unknown-value'): Fault | undefined {
  if (value === expected) return undefined;
  const wanted = JSON.stringify(expected);
  return jsonType(value) === jsonType(expected) ? new Fault(code, wanted, value) : mistyped(wanted, value);
}

/** Whether the value is one of an enumeration. */
export function isOneOf<T extends Primitive>(value: unknown, values: readonly T[]): value is T {
  return values.includes(value as T);
}

/** One value of an enumeration. */
export function oneOf(value: unknown, values: readonly Primitive[]): Fault | undefined {
  if (values.includes(value as Primitive)) return undefined;
  const type = jsonType(value);
  const expected = `one of ${values.map((item) => JSON.stringify(item)).join(', ')}`;
  return values.some((item) => jsonType(item) === type) ? new Fault('unknown-value', expected, value) : mistyped(expected, value);
}

/** The tag of a union's member, which none of the members has. */
export function unknownTag(value: unknown): Fault {
  return typeof value === 'string' ? new Fault('unknown-tag', 'a tag of the union', value) : mistyped('a tag, which is a string', value);
}

/** A finite number within inclusive bounds. */
export function number(value: unknown, min: number, max: number): Fault | undefined {
  if (typeof value !== 'number') return mistyped('a number', value);
  return Number.isFinite(value) && value >= min && value <= max ? undefined : outOfRange('a number', min, max, value);
}

/** An integer within inclusive bounds. 1.0 is one, as in JSON Schema. */
export function integer(value: unknown, min: number, max: number): Fault | undefined {
  if (typeof value !== 'number') return mistyped('an integer', value);
  if (!(Number.isFinite(value) && value >= min && value <= max)) return outOfRange('an integer', min, max, value);
  return Number.isInteger(value) ? undefined : new Fault('wrong-type', 'an integer', value);
}

function outOfRange(what: string, min: number, max: number, value: number): Fault {
  const from = min === -Infinity ? '' : ` from ${min}`;
  const to = max === Infinity ? '' : ` to ${max}`;
  return new Fault('out-of-range', `${what}${from}${to}`, value);
}

/** The exclusive bounds of a value that `number` or `integer` has passed. */
export function between(value: unknown, above: number, below: number): Fault | undefined {
  if ((value as number) > above && (value as number) < below) return undefined;
  const expected = [above === -Infinity ? '' : `above ${above}`, below === Infinity ? '' : `below ${below}`];
  return new Fault('out-of-range', `a number ${expected.filter((part) => part !== '').join(' and ')}`, value);
}

/** The step of a value that `number` or `integer` has passed. */
export function multipleOf(value: unknown, step: number): Fault | undefined {
  return isMultipleOf(value as number, step) ? undefined : new Fault('out-of-range', `a multiple of ${step}`, value);
}

/** A string within inclusive bounds in code points, free of lone surrogates. */
export function text(value: unknown, min: number, max: number): Fault | undefined {
  if (typeof value !== 'string') return mistyped('a string', value);
  if (exceedsCodePoints(value, max)) return new Fault('too-long', `at most ${max} code points`, value);
  if (lacksCodePoints(value, min)) return new Fault('too-short', `at least ${min} code points`, value);
  return value.isWellFormed() ? undefined : new Fault('lone-surrogate', 'whole surrogate pairs', value);
}

/** The size in UTF-8 of a value that `text` has passed. */
export function utf8(value: unknown, maxBytes: number): Fault | undefined {
  return exceedsUtf8(value as string, maxBytes) ? new Fault('too-many-bytes', `at most ${maxBytes} bytes in UTF-8`, value) : undefined;
}

/** The pattern of a value that `text` has passed. */
export function matching(value: unknown, pattern: RegExp): Fault | undefined {
  return pattern.test(value as string) ? undefined : new Fault('malformed-string', `a string that matches ${pattern.source}`, value);
}

/** A string with the fault that `scalarFault` finds in it. */
function scalar(value: unknown, scalarFault: (value: string) => Fault | undefined): Fault | undefined {
  return typeof value === 'string' ? scalarFault(value) : mistyped('a string', value);
}

export function uint64(value: unknown): Fault | undefined {
  return scalar(value, uint64Fault);
}

export function int64(value: unknown): Fault | undefined {
  return scalar(value, int64Fault);
}

export function sha256(value: unknown): Fault | undefined {
  return scalar(value, sha256Fault);
}

export function timestamp(value: unknown): Fault | undefined {
  return scalar(value, timestampFault);
}

/** Base64url of exactly `exact` bytes, or of at most `max`. */
export function base64Url(value: unknown, exact: number | undefined, max: number | undefined): Fault | undefined {
  return typeof value === 'string' ? base64UrlFault(value, exact, max) : mistyped('a string', value);
}
