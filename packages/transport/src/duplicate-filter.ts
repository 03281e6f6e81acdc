/**
 * Remembers the last `capacity` keys; answers whether a key was among them, and keeps it.
 * For `isDuplicate`: the server's replay is exact, and this covers what lies between (a proxy, a cursor that the application stored late).
 */
export function createDuplicateFilter<Event>(keyOf: (event: Event) => string | undefined, capacity = 1_024): (event: Event) => boolean {
  const seen = new Set<string>();
  return (event) => {
    const key = keyOf(event);
    if (key === undefined) return false;
    if (seen.has(key)) return true;
    seen.add(key);
    if (seen.size > capacity) seen.delete(seen.values().next().value ?? key);
    return false;
  };
}
