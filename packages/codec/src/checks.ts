/**
 * What is wrong with a value of a simple kind, or nothing. Generated code asks only once it knows that something is, so that
 * conditions cost what conditions do.
 */

import { base64UrlFault } from './base64url.ts';
import type { DecodeErrorCode } from './error-table.ts';
import { Fault } from './fault.ts';
import { int64Fault, uint64Fault } from './integers.ts';
import { isMultipleOf } from './multiple-of.ts';
import { jsonType } from './objects.ts';
import { atLeast, atMost, constants, inRange, matchOf, multiple, type Phrase, strictlyBetween } from './phrase.ts';
import { sha256Fault } from './sha256.ts';
import { exceedsCodePoints, exceedsUtf8, lacksCodePoints } from './text-size.ts';
import { timestampFault } from './timestamp.ts';

/** The fault of a value of another type than `expected` says; `undefined` is a field that is not there. */
export function mistyped(expected: Phrase, value: unknown): Fault {
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
  const wanted = constants([expected]);
  return jsonType(value) === jsonType(expected) ? new Fault(code, wanted, value) : mistyped(wanted, value);
}

/** Whether the value is one of an enumeration. */
export function isOneOf<T extends Primitive>(value: unknown, values: readonly T[]): value is T {
  for (const item of values) if (item === value) return true;
  return false;
}

/** One value of an enumeration. */
export function oneOf(value: unknown, values: readonly Primitive[]): Fault | undefined {
  if (isOneOf(value, values)) return undefined;
  const type = jsonType(value);
  for (const item of values) if (jsonType(item) === type) return new Fault('unknown-value', constants(values), value);
  return mistyped(constants(values), value);
}

/** The tag of a union's member, which none of the members has. */
export function unknownTag(value: unknown): Fault {
  return typeof value === 'string' ? new Fault('unknown-tag', 'a tag of the union', value) : mistyped('a tag, which is a string', value);
}

/** Whether the value is a finite number within inclusive bounds. */
export function isNumber(value: unknown, min: number, max: number): value is number {
  return Number.isFinite(value) && (value as number) >= min && (value as number) <= max;
}

/** Whether the value is an integer within inclusive bounds. 1.0 is one, as in JSON Schema. */
export function isInteger(value: unknown, min: number, max: number): value is number {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
}

export function number(value: unknown, min: number, max: number): Fault | undefined {
  if (typeof value !== 'number') return mistyped('a number', value);
  return isNumber(value, min, max) ? undefined : outOfRange('a number', min, max, value);
}

export function integer(value: unknown, min: number, max: number): Fault | undefined {
  if (typeof value !== 'number') return mistyped('an integer', value);
  if (!isNumber(value, min, max)) return outOfRange('an integer', min, max, value);
  return Number.isInteger(value) ? undefined : new Fault('wrong-type', 'an integer', value);
}

function outOfRange(what: string, min: number, max: number, value: number): Fault {
  return new Fault('out-of-range', inRange(what, min, max), value);
}

/** The exclusive bounds of a value that `number` or `integer` has passed. */
export function between(value: unknown, above: number, below: number): Fault | undefined {
  if ((value as number) > above && (value as number) < below) return undefined;
  return new Fault('out-of-range', strictlyBetween(above, below), value);
}

/** The step of a value that `number` or `integer` has passed. */
export function multipleOf(value: unknown, step: number): Fault | undefined {
  return isMultipleOf(value as number, step) ? undefined : new Fault('out-of-range', multiple(step), value);
}

/** A string within inclusive bounds in code points. */
export function text(value: unknown, max: number, min = 0): Fault | undefined {
  if (typeof value !== 'string') return mistyped('a string', value);
  if (exceedsCodePoints(value, max)) return new Fault('too-long', atMost(max, 'code points'), value);
  return lacksCodePoints(value, min) ? new Fault('too-short', atLeast(min, 'code points'), value) : undefined;
}

/** The size in UTF-8 of a value that `text` has passed. */
export function utf8(value: unknown, maxBytes: number): Fault | undefined {
  return exceedsUtf8(value as string, maxBytes) ? new Fault('too-many-bytes', atMost(maxBytes, 'bytes in UTF-8'), value) : undefined;
}

/** The pattern of a value that `text` has passed. */
export function matching(value: unknown, pattern: RegExp): Fault | undefined {
  return pattern.test(value as string) ? undefined : new Fault('malformed-string', matchOf(pattern), value);
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
