import { isArray, isObject } from './objects.ts';

/**
 * The run time of the length proof (docs/decisions/0002-length-proof.md). A measure is the sum of the lengths of a value's
 * tokens, keys and punctuation, plus `ROUND` for each number that an exponent could write shorter; NaN: no proof can be had.
 */

/** Above every text length for which a proof is tried. */
export const ROUND: number = 2 ** 24;

/** A number token with an exponent, or a part of a string that looks like one. */
const EXPONENT = /\d[eE][-+]?\d+(?:[\s,\]}]|$)/;

/** Whether a text may hold a number with an exponent; in doubt, yes. */
export function mayHoldExponent(text: string): boolean {
  return EXPONENT.test(text);
}

/**
 * Length of a valid JSON text with every escape counted as the one UTF-16 unit it stands for, or -1 where half of a
 * surrogate pair stands alone, raw or escaped.
 */
export function wholeLength(text: string): number {
  if (!text.isWellFormed()) return -1;
  const backslash = text.indexOf('\\');
  return backslash < 0 ? text.length : unescapedLength(text, backslash);
}

function unescapedLength(text: string, from: number): number {
  let length = text.length;
  let i = from;
  while (i >= 0) {
    if (text[i + 1] !== 'u') {
      length -= 1;
      i = text.indexOf('\\', i + 2);
      continue;
    }
    const surrogate = surrogateHalf(text, i);
    if (surrogate === 'low' || (surrogate === 'high' && surrogateHalf(text, i + 6) !== 'low')) return -1;
    const escapes = surrogate === 'high' ? 2 : 1;
    length -= 5 * escapes;
    i = text.indexOf('\\', i + 6 * escapes);
  }
  return length;
}

/** Which half of a pair the `\u` escape at an index names, if one stands there: d8..db is high, dc..df is low. */
function surrogateHalf(text: string, at: number): 'high' | 'low' | undefined {
  if (text[at] !== '\\' || text[at + 1] !== 'u' || (text.charCodeAt(at + 2) | 0x20) !== 0x64) return undefined;
  const digit = Number.parseInt(text.charAt(at + 3), 16);
  if (digit < 8) return undefined;
  return digit < 12 ? 'high' : 'low';
}

/** Measure of an integer that is known to be safe. Minus zero measures 1, less than any text of it. */
export function integerLength(value: number): number {
  if (value >= 0 && value < 1000) return value < 10 ? 1 : value < 100 ? 2 : 3;
  const size = value < 0 ? -value : value;
  const digits = digitCount(size) + (value < 0 ? 1 : 0);
  return size >= 1000 && Math.floor(size / 1000) * 1000 === size ? digits + ROUND : digits;
}

function digitCount(size: number): number {
  if (size < 1e7) {
    if (size < 1e4) return size < 100 ? (size < 10 ? 1 : 2) : size < 1000 ? 3 : 4;
    return size < 1e5 ? 5 : size < 1e6 ? 6 : 7;
  }
  let digits = 8;
  for (let limit = 1e8; size >= limit; limit *= 10) digits++;
  return digits;
}

/** Measure of any number. */
export function numberLength(value: number): number {
  if (Number.isSafeInteger(value)) return integerLength(value);
  const size = value < 0 ? -value : value;
  const sign = value < 0 ? 1 : 0;
  if (size >= 0.01 && size < 1e9) return sign + fractionLength(size);
  // Doubles from 2^53 on, infinities, and what prints with an exponent.
  if (!(size >= 1e-6 && size < Number.MAX_SAFE_INTEGER)) return Number.NaN;
  return String(value).length + (size < 0.01 ? ROUND : 0);
}

/** A fraction in 0.01..1e9. Prices and the like have two decimals at most; then no text has to be made to measure it. */
function fractionLength(size: number): number {
  const cents = Math.round(size * 100);
  if (cents / 100 !== size) return String(size).length;
  const whole = digitCount(Math.floor(size));
  return cents % 10 === 0 ? whole + 2 : whole + 3;
}

/** Measure of any JSON value within `levels`, or -1: too deep, a `__proto__` key, or no JSON. Recursion is as deep as `levels`. */
export function jsonLength(value: unknown, levels: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value === 'number') return numberLength(value);
  if (value === null || value === true) return 4;
  if (value === false) return 5;
  if (levels < 1) return -1;
  if (isArray(value)) return arrayLength(value, levels);
  return isObject(value) ? objectLength(value, levels) : -1;
}

function arrayLength(items: readonly unknown[], levels: number): number {
  let length = items.length === 0 ? 2 : items.length + 1;
  for (const item of items) {
    const size = jsonLength(item, levels - 1);
    if (size < 0) return -1;
    length += size;
  }
  return length;
}

function objectLength(object: Readonly<Record<string, unknown>>, levels: number): number {
  let length = 1;
  for (const key in object) {
    if (key === '__proto__') return -1;
    const size = jsonLength(object[key], levels - 1);
    if (size < 0) return -1;
    length += size + key.length + 4;
  }
  return length === 1 ? 2 : length;
}
