import { jsonFault } from './any-json.ts';
import { Fault } from './fault.ts';
import { byteBound, type DecodeOptions, levelBound } from './input.ts';
import { atMost } from './phrase.ts';
import type { Result } from './result.ts';
import { scanJson } from './scan.ts';
import { settle, valueOf } from './settle.ts';
import { exceedsUtf8 } from './text-size.ts';

/** Any JSON value, as `parseJson` gives it. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

let utf8Decoder: TextDecoder | undefined;

/** The text of an input, within its byte bound, or why it has none. A byte order mark stays in the text, where the parser refuses it. */
export function readText(input: string | Uint8Array, maxBytes: number): string | Fault {
  if (typeof input === 'string') return exceedsUtf8(input, maxBytes) ? tooManyBytes(maxBytes) : input;
  if (input.byteLength > maxBytes) return tooManyBytes(maxBytes);
  utf8Decoder ??= new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    return utf8Decoder.decode(input);
  } catch {
    return new Fault('malformed-utf8', 'text in UTF-8', undefined);
  }
}

function tooManyBytes(maxBytes: number): Fault {
  return new Fault('too-many-bytes', atMost(maxBytes, 'bytes'), undefined);
}

/** What `JSON.parse` threw. Its own message quotes the text, which may be secret, so it goes no further. A parser that recurses runs out of stack instead. */
export function parseFault(thrown: unknown): Fault {
  return thrown instanceof SyntaxError
    ? new Fault('malformed-json', 'one JSON value', undefined)
    : new Fault('too-deep', 'nesting that the parser can read', undefined);
}

/**
 * Parses JSON text strictly (RFC 8259, RFC 7493 where they differ): duplicate keys, lone surrogates, `__proto__` keys, numbers
 * beyond the range of doubles, a byte order mark, bytes that are not UTF-8 and everything beyond the bounds are refused.
 * Returns plain data; throws `DecodeError` (codes in `decodeErrorTable`). C3.4.
 */
export function parseJson(input: string | Uint8Array, options?: DecodeOptions): JsonValue {
  return valueOf(tryParseJson(input, options));
}

/** `parseJson` that returns the error instead of throwing it. */
export function tryParseJson(input: string | Uint8Array, options?: DecodeOptions): Result<JsonValue> {
  const text = readText(input, byteBound(options));
  if (typeof text !== 'string') return settle(undefined, text);
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch (thrown) {
    return settle(undefined, parseFault(thrown));
  }
  const levels = levelBound(options);
  return settle(value, scanJson(text, levels) ?? jsonFault(value, levels));
}
