/**
 * What is known about the value that is being decoded. Decoding is synchronous and calls nobody's code, so what the entry
 * point observes holds until it returns; checks read it instead of finding it out again for every object and string.
 */

/** Whether `Object.prototype` has an enumerable property, which every object then seems to have. */
let polluted = false;
/** Whether the value comes from a text without a lone surrogate, raw or escaped, so that no string in it has one. */
let whole = false;

/** Called by every entry point before it checks. */
export function observe(fromWholeText: boolean): void {
  whole = fromWholeText;
  polluted = isPrototypePolluted();
}

/** Looks for itself; `isPolluted` says what `observe` saw. */
export function isPrototypePolluted(): boolean {
  for (const _ in Object.prototype) return true;
  return false;
}

export function isPolluted(): boolean {
  return polluted;
}

/** Whether a string has no lone surrogate. */
export function isWhole(text: string): boolean {
  return whole || text.isWellFormed();
}
