import { surrogateFault } from './any-json.ts';
import { begin, isPrototypePolluted, notedFault } from './circumstances.ts';
import type { Fault } from './fault.ts';
import { byteBound, type DecodeOptions, type Input, levelBound, Parsed } from './input.ts';
import { deepest } from './nesting.ts';
import { parseFault, readText } from './parse-json.ts';
import { mayHoldExponent, ROUND, wholeLength } from './proof.ts';
import type { Result } from './result.ts';
import { scanJson } from './scan.ts';
import { settle, valueOf } from './settle.ts';

/**
 * What is generated for a named schema: the measure of a value's JSON text (see `proof.ts`), or -1 with its fault noted where the value
 * is refused.
 */
export interface Measure<T = unknown> {
  (value: unknown, levels: number): number;
  /** Never there: only the type of what is accepted. */
  readonly accepts?: T;
}

/** Decodes an input, or throws `DecodeError`. */
export function decode<T>(measure: Measure<T>, input: Input, options: DecodeOptions | undefined): T {
  return valueOf(tryDecode(measure, input, options));
}

/** Decodes an input, or returns the `DecodeError`. */
export function tryDecode<T>(measure: Measure<T>, input: Input, options: DecodeOptions | undefined): Result<T> {
  if (input instanceof Parsed) return settle(input.value, parsedFault(measure, input.value, levelBound(options)));
  const text = readText(input, byteBound(options));
  if (typeof text !== 'string') return settle(undefined, text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    return settle(undefined, parseFault(thrown));
  }
  const levels = levelBound(options);
  const polluted = isPrototypePolluted();
  begin(polluted, false);
  const length = measure(value, levels);
  // No text is shorter than its measure, so one that is as long has no escapes: their surrogates need no look.
  if (length === text.length && length < ROUND && !polluted && text.isWellFormed()) return { ok: true, value: value as T };
  if (!polluted && isProven(length, text)) return { ok: true, value: value as T };
  const fault = length < 0 ? notedFault() : unknownFault(measure, value, levels, polluted);
  return settle(value, fault === undefined ? scanJson(text, levels) : deepest(fault, levels));
}

/** Whether a value is what the decoder accepts, within the default bound on levels. */
export function matches<T>(measure: Measure<T>, value: unknown): value is T {
  return parsedFault(measure, value, levelBound(undefined)) === undefined;
}

/** What is wrong with a value that somebody else parsed: what its fields show, fields that nobody declared, lone surrogates. */
export function parsedFault(measure: Measure, value: unknown, levels: number): Fault | undefined {
  begin(true, false);
  if (measure(value, levels) < 0) return notedFault();
  return unknownFault(measure, value, levels, true) ?? surrogateFault(value);
}

/** A field that nobody declared, in a value of which everything else has been found right. */
function unknownFault(measure: Measure, value: unknown, levels: number, foreign: boolean): Fault | undefined {
  begin(foreign, true);
  return measure(value, levels) < 0 ? notedFault() : undefined;
}

/** The length proof: whether a text of this measure holds an accepted value and nothing else. */
function isProven(measure: number, text: string): boolean {
  if (!(measure >= 0) || text.length >= ROUND) return false;
  const length = wholeLength(text);
  return measure === length || (measure >= ROUND && measure % ROUND === length && !mayHoldExponent(text));
}
