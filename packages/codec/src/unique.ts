/**
 * Index of the first element that equals an earlier one, or -1. Equality is JSON Schema's: by value, keys in any order,
 * 1 equal to 1.0 and different from true. Linear in the size of the array; recursion is as deep as the elements, whose
 * depth has been checked.
 */
export function firstDuplicate(items: readonly unknown[]): number {
  const seen = new Set<unknown>();
  for (let i = 0; i < items.length; i++) {
    const before = seen.size;
    if (seen.add(identity(items[i])).size === before) return i;
  }
  return -1;
}

/** A primitive is its own identity; a composite's is a text that starts with a bracket, which marks it off from strings by a prefix. */
function identity(item: unknown): unknown {
  if (typeof item === 'string') return `"${item}`;
  return typeof item === 'object' && item !== null ? canonical(item) : item;
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return value === 0 ? '0' : JSON.stringify(value);
  const members = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(members).toSorted();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(members[key])}`).join(',')}}`;
}
