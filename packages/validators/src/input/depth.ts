/** Whether a JSON value nests deeper than `maxDepth` containers. Iterative: a hostile depth cannot exhaust the stack. */
export function isDeeperThan(value: unknown, maxDepth: number): boolean {
  let level: object[] = typeof value === 'object' && value !== null ? [value] : [];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > maxDepth) return true;
    const next: object[] = [];
    for (const container of level) {
      for (const child of Object.values(container)) if (typeof child === 'object' && child !== null) next.push(child as object);
    }
    level = next;
  }
  return false;
}
