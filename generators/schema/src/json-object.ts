/** A JSON object under construction: keys keep the order in which they were written. */
export type JsonObject = { readonly [key: string]: unknown };

/**
 * Drops the absent members of an object literal, so that a document reads in its specification's order
 * without a condition per field. Keys are defined, not assigned: a property called `__proto__` stays a property.
 */
export function present(members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** The list, or undefined when it is empty: an empty list says nothing in a description. */
export function nonEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** The object, or undefined when it has no member. */
export function nonEmptyObject(object: JsonObject): JsonObject | undefined {
  return Object.keys(object).length === 0 ? undefined : object;
}
