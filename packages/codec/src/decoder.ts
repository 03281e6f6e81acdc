import { DecodeError, withStack } from './decode-error.ts';
import { atRoot, Fault } from './fault.ts';
import { byteBound, type DecodeOptions, type Input, levelBound, Parsed } from './input.ts';
import { deepest } from './nesting.ts';
import { isPolluted } from './objects.ts';
import { parseFault, readText } from './parse-json.ts';
import { mayHoldExponent, ROUND, unescapedLength } from './proof.ts';
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
  const value = read(decoder, input, options);
  if (value instanceof Fault) throw withStack(new DecodeError(atRoot(value)));
  return value;
}

/** Decodes an input, or returns the `DecodeError`. */
export function tryDecode<T>(decoder: Decoder<T>, input: Input, options: DecodeOptions | undefined): Result<T> {
  const value = read(decoder, input, options);
  return value instanceof Fault ? { ok: false, error: new DecodeError(atRoot(value)) } : { ok: true, value };
}

/** Whether a value is what the decoder accepts, within the default bound on levels. */
export function matches<T>(decoder: Decoder<T>, value: unknown): value is T {
  return decoder.check(value, levelBound(undefined)) === undefined;
}

function read<T>(decoder: Decoder<T>, input: Input, options: DecodeOptions | undefined): T | Fault {
  const levels = levelBound(options);
  if (input instanceof Parsed) return decoder.check(input.value, levels) ?? (input.value as T);
  const text = readText(input, byteBound(options));
  if (typeof text !== 'string') return text;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    return parseFault(thrown);
  }
  if (isProven(decoder, value, text, levels)) return value as T;
  const fault = decoder.check(value, levels);
  if (fault !== undefined) return deepest(fault, levels);
  return scanJson(text, { maxLevels: levels, forbidProto: false, finiteNumbers: false }) ?? (value as T);
}

/** Whether the text holds the value and nothing else: no white space, no second key, no field that the schema does not name. */
function isProven(decoder: Decoder<unknown>, value: unknown, text: string, levels: number): boolean {
  if (levels < decoder.levels || text.length >= ROUND || isPolluted()) return false;
  const measure = decoder.measure(value, levels);
  if (!(measure >= 0)) return false;
  const backslash = text.indexOf('\\');
  const length = backslash < 0 ? text.length : unescapedLength(text, backslash);
  if (measure === length) return text.isWellFormed();
  return measure >= ROUND && measure % ROUND === length && !mayHoldExponent(text) && text.isWellFormed();
}
