/** Plain JSON data, pointers (RFC 6901) and same-document references. */

export type JsonObject = { readonly [name: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own member, so that a document never reaches a prototype. */
export function own(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as JsonObject)[name] : undefined;
}

export function objectAt(value: unknown, name: string): JsonObject {
  const found = own(value, name);
  return isObject(found) ? found : {};
}

export function arrayAt(value: unknown, name: string): readonly unknown[] {
  const found = own(value, name);
  return Array.isArray(found) ? found : [];
}

export function stringAt(value: unknown, name: string): string | undefined {
  const found = own(value, name);
  return typeof found === 'string' ? found : undefined;
}

export function pointerTo(base: string, ...tokens: readonly (string | number)[]): string {
  return base + tokens.map((token) => '/' + String(token).replaceAll('~', '~0').replaceAll('/', '~1')).join('');
}

function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const token of pointer === '' ? [] : pointer.slice(1).split('/'))
    value = own(value, token.replaceAll('~1', '/').replaceAll('~0', '~'));
  return value;
}

/** JSON with the members of objects in order, so that equal values have equal texts. */
export function canonicalText(value: unknown): string {
  return (
    JSON.stringify(value, (_name, member: unknown) =>
      isObject(member) ? Object.fromEntries(Object.entries(member).toSorted(([left], [right]) => (left < right ? -1 : 1))) : member,
    ) ?? 'undefined'
  );
}

/** Deep equality of JSON values; the order of an object's members does not count. */
export function jsonEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => jsonEqual(item, right[index]));
  }
  if (!isObject(left) || !isObject(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length && names.every((name) => Object.hasOwn(right, name) && jsonEqual(left[name], right[name]))
  );
}

/** A value of one document, and where it stands there. */
export interface Located {
  readonly document: JsonObject;
  readonly pointer: string;
  readonly value: unknown;
}

/** Longest chain of references that is followed; a cycle of bare references ends here. */
const maxHops = 64;

/** The value at a pointer with its references followed; undefined where one leads out of the document or nowhere. */
export function locate(document: JsonObject, pointer: string): Located | undefined {
  let at = pointer;
  for (let hop = 0; hop <= maxHops; hop++) {
    const value = valueAt(document, at);
    if (value === undefined) return undefined;
    const reference = isObject(value) ? value.$ref : undefined;
    if (typeof reference !== 'string') return { document, pointer: at, value };
    if (!reference.startsWith('#')) return undefined;
    at = fragment(reference);
  }
  return undefined;
}

function fragment(reference: string): string {
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    return reference.slice(1);
  }
}

export function locateMember(from: Located, ...tokens: readonly (string | number)[]): Located | undefined {
  return locate(from.document, pointerTo(from.pointer, ...tokens));
}

/** The member as it stands, references not followed. */
export function memberOf(from: Located, ...tokens: readonly (string | number)[]): Located | undefined {
  const pointer = pointerTo(from.pointer, ...tokens);
  const value = valueAt(from.document, pointer);
  return value === undefined ? undefined : { document: from.document, pointer, value };
}

/** Each entry of an object member, located, references followed. */
export function entriesOf(from: Located, name: string): Map<string, Located> {
  const entries = new Map<string, Located>();
  for (const key of Object.keys(objectAt(from.value, name))) {
    const entry = locateMember(from, name, key);
    if (entry) entries.set(key, entry);
  }
  return entries;
}

/** Each element of an array member, located, references followed. */
export function elementsOf(from: Located, name: string): Located[] {
  return arrayAt(from.value, name).flatMap((_, index) => locateMember(from, name, index) ?? []);
}
