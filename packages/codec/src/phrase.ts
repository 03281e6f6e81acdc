/**
 * Texts for `expected`, made when they are read. Each is a function of its own because a closure's variables are kept on
 * the heap from the start of the function around it, which would tax the checks that pass.
 */
export type Phrase = string | (() => string);

export function atMost(max: number | string, unit: string): Phrase {
  return () => `at most ${max} ${unit}`.trimEnd();
}

export function atLeast(min: number, unit: string): Phrase {
  return () => `at least ${min} ${unit}`;
}

export function exactly(count: number, unit: string): Phrase {
  return () => `exactly ${count} ${unit}`;
}

/** `a number from 0 to 9`; an infinite bound is left out. */
export function inRange(what: string, min: number, max: number): Phrase {
  return () => `${what}${min === -Infinity ? '' : ` from ${min}`}${max === Infinity ? '' : ` to ${max}`}`;
}

/** `a number above 0 and below 9`; an infinite bound is left out. */
export function strictlyBetween(above: number, below: number): Phrase {
  return () => {
    const bounds = [above === -Infinity ? '' : `above ${above}`, below === Infinity ? '' : `below ${below}`];
    return `a number ${bounds.filter((bound) => bound !== '').join(' and ')}`;
  };
}

export function multiple(step: number): Phrase {
  return () => `a multiple of ${step}`;
}

export function matchOf(pattern: RegExp): Phrase {
  return () => `a string that matches ${pattern.source}`;
}

/** `"a"`, or `one of "a", "b"`. */
export function constants(values: readonly unknown[]): Phrase {
  return () => `${values.length === 1 ? '' : 'one of '}${values.map((value) => JSON.stringify(value)).join(', ')}`;
}
