import { mistyped } from './checks.ts';
import { isClosing, isForeign, note } from './circumstances.ts';
import { Fault } from './fault.ts';
import { isArray, isObject, type JsonObject, ownFields } from './objects.ts';
import { atLeast, atMost } from './phrase.ts';
import { pointerToken } from './pointer.ts';
import { refuse, refuseItem, refuseKey } from './refusal.ts';
import { firstDuplicate } from './unique.ts';

/** The fields of an object, or nothing where it is none or nested too deeply. */
export function object(value: unknown, levels: number): JsonObject | undefined {
  if (isObject(value) && levels > 0) return isForeign() ? ownFields(value) : value;
  note(isObject(value) ? tooDeep(value) : mistyped('an object', value));
  return undefined;
}

/** The elements of an array, or nothing where it is none, nested too deeply, or not within its bounds. */
export function array(value: unknown, levels: number, min: number, max: number): readonly unknown[] | undefined {
  if (isArray(value) && levels > 0 && value.length >= min && value.length <= max) return value;
  note(arrayFault(value, levels, min, max));
  return undefined;
}

function arrayFault(value: unknown, levels: number, min: number, max: number): Fault {
  if (!isArray(value)) return mistyped('an array', value);
  if (levels < 1) return tooDeep(value);
  return value.length < min
    ? new Fault('too-few-items', atLeast(min, 'items'), value)
    : new Fault('too-many-items', atMost(max, 'items'), value);
}

export function tooDeep(value: unknown): Fault {
  return new Fault('too-deep', 'less nesting', value);
}

/** Whether two elements are equal. They have been measured, so their depth is bounded. */
export function hasDuplicate(items: readonly unknown[]): boolean {
  const at = items.length < 2 ? -1 : firstDuplicate(items);
  if (at >= 0) refuseItem(at, new Fault('not-unique', 'an element that is in the array once', items[at]));
  return at >= 0;
}

/** The fields of an object that may have none but the known ones, which are looked at where `isClosing`; else as `object`. */
export function closedObject(value: unknown, levels: number, known: readonly string[]): JsonObject | undefined {
  const fields = object(value, levels);
  return isClosing() && fields !== undefined && hasUnknown(fields, known) ? undefined : fields;
}

/**
 * Whether an object has a field that it does not declare. `known` is in the author's order, which senders mostly keep,
 * so each key is looked for from where the last one was found.
 */
function hasUnknown(fields: JsonObject, known: readonly string[]): boolean {
  let next = 0;
  for (const key in fields) {
    if (key === known[next]) {
      next++;
      continue;
    }
    const at = indexFrom(known, key, next);
    if (at < 0) {
      refuseKey(key, key === '__proto__' ? forbidden() : new Fault('unknown-field', 'no field of this name', fields[key]));
      return true;
    }
    next = at + 1;
  }
  return false;
}

/** Index of a key, looked for from an index on and then from the start, or -1. */
function indexFrom(known: readonly string[], key: string, from: number): number {
  for (let i = from; i < known.length; i++) if (known[i] === key) return i;
  for (let i = 0; i < from; i++) if (known[i] === key) return i;
  return -1;
}

/** Whether a key that no property declares is one that none may have. */
export function isForbidden(key: string): boolean {
  if (key !== '__proto__') return false;
  refuseKey(key, forbidden());
  return true;
}

export function forbidden(): Fault {
  return new Fault('forbidden-key', 'no key __proto__', undefined);
}

/** Whether an object has a number of fields within bounds. */
export function hasFieldCount(fields: JsonObject, min: number, max: number): boolean {
  let count = 0;
  for (const _ in fields) count++;
  if (count >= min && count <= max) return true;
  note(
    count < min ? new Fault('too-few-fields', atLeast(min, 'fields'), fields) : new Fault('too-many-fields', atMost(max, 'fields'), fields),
  );
  return false;
}

/** Whether an object has a field that is named only because it has to be there. */
export function hasField(fields: JsonObject, name: string): boolean {
  if (Object.hasOwn(fields, name)) return true;
  refuse(pointerToken(name), new Fault('missing-field', 'a value', undefined));
  return false;
}
