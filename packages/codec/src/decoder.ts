import { isPrototypePolluted, observe } from './circumstances.ts';
import { DecodeError, withStack } from './decode-error.ts';
import { atRoot, type Fault } from './fault.ts';
import { byteBound, type DecodeOptions, type Input, levelBound, Parsed } from './input.ts';
import { deepest } from './nesting.ts';
import { parseFault, readText } from './parse-json.ts';
import { mayHoldExponent, ROUND, wholeLength } from './proof.ts';
import type { Result } from './result.ts';
import { scanJson } from './scan.ts';

/** What is generated for a named schema. Both functions accept the same values; `measure` also proves things about the text. */
export interface Decoder<T> {
  /** Levels that `measure` may need and does not count. */
  readonly levels: number;
  /** Measure of the value's JSON text (see `proof.ts`), or -1 where the value is refused. Only for values from `JSON.parse`. */
  readonly measure: (value: unknown, levels: number) => number;
  /** What is wrong with a value, or nothing. */
  readonly check: (value: unknown, levels: number) => Fault | undefined;
  /** Only a type. */
  readonly decodes?: T;
}

/** One member of a union that is dispatched through a map. */
export type Member = Pick<Decoder<unknown>, 'check' | 'measure'>;

/** Decodes an input, or throws `DecodeError`. */
export function decode<T>(decoder: Decoder<T>, input: Input, options: DecodeOptions | undefined): T {
  const result = tryDecode(decoder, input, options);
  if (result.ok) return result.value;
  throw withStack(result.error);
}

/** Decodes an input, or returns the `DecodeError`. */
export function tryDecode<T>(decoder: Decoder<T>, input: Input, options: DecodeOptions | undefined): Result<T> {
  if (input instanceof Parsed) return settle(input.value, checkWithin(decoder, input.value, levelBound(options)));
  const text = readText(input, byteBound(options));
  if (typeof text !== 'string') return settle(undefined, text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    return settle(undefined, parseFault(thrown));
  }
  const levels = levelBound(options);
  const measure = text.length < ROUND && levels >= decoder.levels && !isPrototypePolluted() ? decoder.measure(value, levels) : -1;
  // No text is shorter than its measure, so one that is as long has no escapes: their surrogates need no look.
  if (measure === text.length && text.isWellFormed()) return { ok: true, value: value as T };
  const length = wholeLength(text);
  if (isProven(measure, length, text)) return { ok: true, value: value as T };
  observe(length >= 0);
  return settle(value, findFault(decoder, value, text, levels));
}

function settle<T>(value: unknown, fault: Fault | undefined): Result<T> {
  return fault === undefined ? { ok: true, value: value as T } : { ok: false, error: new DecodeError(atRoot(fault)) };
}

/** Whether a value is what the decoder accepts, within the default bound on levels. */
export function matches<T>(decoder: Decoder<T>, value: unknown): value is T {
  return check(decoder, value) === undefined;
}

/** What is wrong with a value that nobody decoded, within the default bound on levels. */
export function check(decoder: Decoder<unknown>, value: unknown): Fault | undefined {
  return checkWithin(decoder, value, levelBound(undefined));
}

function checkWithin(decoder: Decoder<unknown>, value: unknown, levels: number): Fault | undefined {
  observe(false);
  return decoder.check(value, levels);
}

/** The slow path: the value in full, then what only the text shows. */
function findFault(decoder: Decoder<unknown>, value: unknown, text: string, levels: number): Fault | undefined {
  const fault = decoder.check(value, levels);
  if (fault !== undefined) return deepest(fault, levels);
  return scanJson(text, { maxLevels: levels, forbidProto: false, finiteNumbers: false });
}

/**
 * The length proof: whether a text of this measure and `wholeLength` holds an accepted value and nothing else, no white
 * space, no second key, no field that the schema does not name.
 */
function isProven(measure: number, length: number, text: string): boolean {
  if (!(measure >= 0) || length < 0) return false;
  return measure === length || (measure >= ROUND && measure % ROUND === length && !mayHoldExponent(text));
}
