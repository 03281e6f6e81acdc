/** The known name with the smallest edit distance (Levenshtein) from what was written; undefined when all have nothing in common with it. */
export function nearest(written: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  // What is longer than any name is near to none; the bound also bounds the work.
  for (const name of written.length > 100 ? [] : known) {
    const distance = editDistance(written.toLowerCase(), name.toLowerCase());
    if (distance < Math.min(bestDistance, Math.max(written.length, name.length))) [best, bestDistance] = [name, distance];
  }
  return best;
}

/** Whether it is a known name mistyped: at most two letters away. */
export function isNearMiss(written: string, known: readonly string[]): boolean {
  return written.length <= 100 && known.some((name) => editDistance(written, name) <= 2);
}

/** A sentence that names it. */
export function meant(written: string, known: readonly string[]): string {
  const name = nearest(written, known);
  return name === undefined ? `Known are ${known.join(', ')}.` : `Did you mean ${name}?`;
}

function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const substitution = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, substitution));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}
