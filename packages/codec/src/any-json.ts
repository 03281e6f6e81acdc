import { isForeign, note } from './circumstances.ts';
import { mistyped, nothing } from './checks.ts';
import { forbidden, tooDeep } from './composites.ts';
import { Fault, notMissing, prefix } from './fault.ts';
import { isArray, isObject } from './objects.ts';
import { atMost } from './phrase.ts';
import { pointerToken } from './pointer.ts';
import { jsonLength, ROUND } from './proof.ts';
import { utf8Length } from './text-size.ts';

/** Measure of any JSON value within bounds: bytes of its compact text in UTF-8, and levels; or -1. Recursion is as deep as the levels. */
export function json(value: unknown, maxBytes: number, maxDepth: number, levels: number): number {
  const depth = Math.min(maxDepth, levels);
  const length = isForeign() ? Number.NaN : jsonLength(value, depth);
  // NaN, too, is looked into: it may stand for a number that is not finite.
  const fault = length >= 0 ? undefined : jsonFault(value, depth);
  // A unit takes at most six bytes, as an escaped control character does.
  const isSmall = maxBytes === Infinity || (length % ROUND) * 6 <= maxBytes;
  if (fault === undefined && (isSmall || utf8Length(JSON.stringify(value)) <= maxBytes)) return length;
  note(fault ?? new Fault('too-many-bytes', atMost(maxBytes, 'bytes of JSON'), value));
  return -1;
}

/** The measure of what no value can be. */
export function never(value: unknown): number {
  note(nothing(value));
  return -1;
}

/** What is no JSON in a value (a number beyond doubles, a `__proto__` key), or nested too deeply. Recursion is as deep as the levels. */
export function jsonFault(value: unknown, levels: number): Fault | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : new Fault('out-of-range', 'a finite number', value);
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return undefined;
  if (typeof value !== 'object') return mistyped('a JSON value', value);
  if (levels < 1) return tooDeep(value);
  if (isArray(value)) return arrayFault(value, levels);
  for (const [key, field] of Object.entries(value)) {
    const fault = key === '__proto__' ? forbidden() : jsonFault(field, levels - 1);
    if (fault !== undefined) return prefix(pointerToken(key), fault);
  }
  return undefined;
}

function arrayFault(items: readonly unknown[], levels: number): Fault | undefined {
  for (let i = 0; i < items.length; i++) {
    const fault = jsonFault(items[i], levels - 1);
    if (fault !== undefined) return prefix(pointerToken(i), notMissing(fault));
  }
  return undefined;
}

/** The first string or key with a lone surrogate in a value that has been measured, so that its depth is bounded. */
export function surrogateFault(value: unknown): Fault | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : new Fault('lone-surrogate', 'whole surrogate pairs', value);
  if (isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const fault = surrogateFault(value[i]);
      if (fault !== undefined) return prefix(pointerToken(i), fault);
    }
  } else if (isObject(value)) {
    for (const [key, field] of Object.entries(value)) {
      const fault = surrogateFault(key) ?? surrogateFault(field);
      if (fault !== undefined) return prefix(pointerToken(key), fault);
    }
  }
  return undefined;
}
