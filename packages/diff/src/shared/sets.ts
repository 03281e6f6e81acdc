/** Keys of one map that the other lacks, and those of both. */
export function partition<T>(
  old: ReadonlyMap<string, T>,
  next: ReadonlyMap<string, T>,
): {
  readonly removed: readonly (readonly [string, T])[];
  readonly added: readonly (readonly [string, T])[];
  readonly kept: readonly (readonly [string, T, T])[];
} {
  const kept: (readonly [string, T, T])[] = [];
  const removed: (readonly [string, T])[] = [];
  for (const [key, value] of old) {
    const other = next.get(key);
    if (other === undefined) removed.push([key, value]);
    else kept.push([key, value, other]);
  }
  return { removed, added: [...next].filter(([key]) => !old.has(key)), kept };
}
