import { isWhole } from './circumstances.ts';
import { Fault, underIndex, underKey } from './fault.ts';
import { mistyped, text } from './checks.ts';
import { isArray, type JsonObject, ownFields } from './objects.ts';
import { atLeast, atMost } from './phrase.ts';
import { utf8Length } from './text-size.ts';
import { firstDuplicate } from './unique.ts';

export function tooDeep(value: unknown): Fault {
  return new Fault('too-deep', 'less nesting', value);
}

/** The length of an array. */
export function itemCount(items: readonly unknown[], min: number, max: number): Fault | undefined {
  if (items.length > max) return new Fault('too-many-items', atMost(max, 'items'), items);
  return items.length < min ? new Fault('too-few-items', atLeast(min, 'items'), items) : undefined;
}

/** Every element of an array from an index on. */
export function everyItem(items: readonly unknown[], from: number, check: (item: unknown) => Fault | undefined): Fault | undefined {
  for (let i = from; i < items.length; i++) {
    const fault = check(items[i]);
    if (fault !== undefined) return underIndex(i, fault);
  }
  return undefined;
}

/** The elements of a set. */
export function unique(items: readonly unknown[]): Fault | undefined {
  const at = items.length < 2 ? -1 : firstDuplicate(items);
  return at < 0 ? undefined : underIndex(at, new Fault('not-unique', 'an element that is in the array once', items[at]));
}

/**
 * The fields of a closed object, whose names are `known` in the author's order. Senders mostly keep that order, so each key
 * is looked for from where the last one was found.
 */
export function unknownField(object: JsonObject, known: readonly string[]): Fault | undefined {
  let next = 0;
  for (const key in object) {
    if (key === known[next]) {
      next++;
      continue;
    }
    const at = indexFrom(known, key, next);
    if (at < 0) return underKey(key, key === '__proto__' ? forbidden() : new Fault('unknown-field', 'no field of this name', object[key]));
    next = at + 1;
  }
  return undefined;
}

/** Index of a key, looked for from an index on and then from the start, or -1. */
function indexFrom(known: readonly string[], key: string, from: number): number {
  for (let i = from; i < known.length; i++) if (known[i] === key) return i;
  for (let i = 0; i < from; i++) if (known[i] === key) return i;
  return -1;
}

function forbidden(): Fault {
  return new Fault('forbidden-key', 'no key __proto__', undefined);
}

/** The number of fields of an object. */
export function fieldCount(object: JsonObject, min: number, max: number): Fault | undefined {
  const count = Object.keys(object).length;
  if (count > max) return new Fault('too-many-fields', atMost(max, 'fields'), object);
  return count < min ? new Fault('too-few-fields', atLeast(min, 'fields'), object) : undefined;
}

/** The fields of an object that are not in `known`: their keys, then their values. */
export function everyField(
  object: JsonObject,
  known: ReadonlySet<string> | undefined,
  checkKey: ((key: string) => Fault | undefined) | undefined,
  check: (value: unknown) => Fault | undefined,
): Fault | undefined {
  for (const key in object) {
    if (known?.has(key) === true) continue;
    const fault = keyFault(key) ?? checkKey?.(key) ?? check(object[key]);
    if (fault !== undefined) return underKey(key, fault);
  }
  return undefined;
}

function keyFault(key: string): Fault | undefined {
  if (key === '__proto__') return forbidden();
  return isWhole(key) ? undefined : new Fault('lone-surrogate', 'whole surrogate pairs', undefined);
}

/** A field that is named only because it has to be there. */
export function present(object: JsonObject, name: string): Fault | undefined {
  return Object.hasOwn(object, name) ? undefined : underKey(name, new Fault('missing-field', 'a value', undefined));
}

/** Any JSON value within bounds: bytes of its compact JSON text in UTF-8, and levels. Recursion is as deep as the levels. */
export function json(value: unknown, maxBytes: number, maxDepth: number, levels: number): Fault | undefined {
  const fault = jsonFault(value, Math.min(maxDepth, levels));
  if (fault !== undefined || maxBytes === Infinity) return fault;
  return utf8Length(JSON.stringify(value)) > maxBytes ? new Fault('too-many-bytes', atMost(maxBytes, 'bytes of JSON'), value) : undefined;
}

function jsonFault(value: unknown, levels: number): Fault | undefined {
  if (typeof value === 'string') return text(value, 0, Infinity);
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : new Fault('out-of-range', 'a finite number', value);
  if (value === null || typeof value === 'boolean') return undefined;
  if (typeof value !== 'object') return mistyped('a JSON value', value);
  if (levels < 1) return tooDeep(value);
  if (isArray(value)) return everyItem(value, 0, (item) => jsonFault(item, levels - 1));
  return everyField(ownFields(value) ?? {}, undefined, undefined, (item) => jsonFault(item, levels - 1));
}
