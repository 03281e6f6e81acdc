import { isObject, own, pointerTo, valueAt } from './json.ts';

/** A value and where it stands, after its references have been followed. */
export interface Located {
  readonly pointer: string;
  readonly value: unknown;
}

/** Longest chain of references that is followed; a cycle of bare references ends here too. */
const maxHops = 64;

/** The pointer in a same-document `#/...` reference, or undefined for anything else (an anchor, another document). */
export function localPointer(reference: string): string | undefined {
  if (reference === '#') return '';
  if (!reference.startsWith('#/')) return undefined;
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    return undefined;
  }
}

/** The value at `pointer` with every `$ref` on it followed, or undefined when a reference leads nowhere in this document. */
export function follow(document: unknown, pointer: string): Located | undefined {
  let at = pointer;
  for (let hop = 0; hop <= maxHops; hop++) {
    const value = valueAt(document, at);
    if (value === undefined) return undefined;
    const reference = isObject(value) ? own(value, '$ref') : undefined;
    if (typeof reference !== 'string') return { pointer: at, value };
    const target = localPointer(reference);
    if (target === undefined) return undefined;
    at = target;
  }
  return undefined;
}

/** `follow` of a member of a located object. */
export function followMember(document: unknown, from: Located, ...tokens: readonly (string | number)[]): Located | undefined {
  return follow(document, pointerTo(from.pointer, ...tokens));
}
