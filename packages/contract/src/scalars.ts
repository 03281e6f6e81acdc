import Type, { type TNumber, type TInteger, type TString, type TUnsafe } from 'typebox';
import { decimalRangePattern } from './decimal-pattern.ts';
import { DECODED_BYTES, MAX_BYTES, MAX_DEPTH, SCALAR } from './keywords.ts';

/** Documentation that any wire type takes. */
export interface Doc {
  readonly title?: string;
  readonly description?: string;
  readonly deprecated?: true;
}

/** Integer 0..2^53-1, the integers that every JSON reader keeps exactly. `maximum` narrows it. */
export function SafeUint(options: Doc & { readonly minimum?: number; readonly maximum?: number } = {}): TInteger {
  return Type.Integer({
    description: 'Integer, 0 to 2^53-1.',
    ...options,
    minimum: options.minimum ?? 0,
    maximum: options.maximum ?? Number.MAX_SAFE_INTEGER,
    [SCALAR]: 'SafeUint',
  });
}

const UINT64_PATTERN = `^${decimalRangePattern('18446744073709551615')}$`;
const INT64_PATTERN = `^(?:${decimalRangePattern('9223372036854775807')}|-${decimalRangePattern('9223372036854775808', 1)})$`;

/** Unsigned 64-bit integer as a canonical decimal string: no sign, no leading zero, full range. */
export function Uint64(doc: Doc = {}): TString {
  return Type.String({
    description: 'Unsigned 64-bit integer as a canonical decimal string.',
    ...doc,
    minLength: 1,
    maxLength: 20,
    pattern: UINT64_PATTERN,
    [SCALAR]: 'Uint64',
  });
}

/** Signed 64-bit integer as a canonical decimal string: no plus, no sign on zero, no leading zero, full range. */
export function Int64(doc: Doc = {}): TString {
  return Type.String({
    description: 'Signed 64-bit integer as a canonical decimal string.',
    ...doc,
    minLength: 1,
    maxLength: 20,
    pattern: INT64_PATTERN,
    [SCALAR]: 'Int64',
  });
}

/** Text bounded in UTF-8 bytes; lone surrogates are refused. */
export function Utf8(options: Doc & { readonly maxBytes: number; readonly minLength?: number; readonly pattern?: string }): TString {
  const { maxBytes, ...rest } = options;
  return Type.String({
    description: `Text, at most ${maxBytes} bytes in UTF-8.`,
    ...rest,
    maxLength: maxBytes,
    [MAX_BYTES]: maxBytes,
    [SCALAR]: 'Utf8',
  });
}

/** Bytes as base64url without padding (RFC 4648 section 5); trailing bits are zero, so each value has one text. */
export function Base64Url(options: Doc & ({ readonly bytes: number } | { readonly maxBytes: number })): TString {
  const { bytes, maxBytes, ...doc } = options as Doc & { bytes?: number; maxBytes?: number };
  if (bytes !== undefined) {
    const length = base64UrlLength(bytes);
    return Type.String({
      description: `${bytes} bytes as unpadded base64url.`,
      ...doc,
      minLength: length,
      maxLength: length,
      pattern: `^[A-Za-z0-9_-]{${length - (bytes % 3 === 0 ? 0 : 1)}}${lastCharacter(bytes % 3)}$`,
      [SCALAR]: 'Base64Url',
      [DECODED_BYTES]: { exact: bytes },
    });
  }
  const max = maxBytes ?? 0;
  return Type.String({
    description: `At most ${max} bytes as unpadded base64url.`,
    ...doc,
    maxLength: base64UrlLength(max),
    pattern: `^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2}${lastCharacter(2)}|[A-Za-z0-9_-]${lastCharacter(1)})?$`,
    [SCALAR]: 'Base64Url',
    [DECODED_BYTES]: { max },
  });
}

/** SHA-256 digest: `sha256:` and 64 lower-case hexadecimal digits. */
export function Sha256(doc: Doc = {}): TString {
  return Type.String({
    description: 'SHA-256 digest: sha256: and 64 lower-case hexadecimal digits.',
    ...doc,
    minLength: 71,
    maxLength: 71,
    pattern: '^sha256:[0-9a-f]{64}$',
    [SCALAR]: 'Sha256',
  });
}

const MONTH_AND_DAY = '(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))';
const LEAP_YEAR = '(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)';

/** RFC 3339 in UTC with exactly three fractional digits: `2026-01-31T12:00:00.000Z`. Exact calendar, no leap second. */
export function Timestamp(doc: Doc = {}): TString {
  return Type.String({
    description: 'RFC 3339 timestamp in UTC with milliseconds.',
    ...doc,
    minLength: 24,
    maxLength: 24,
    pattern: `^(?:[0-9]{4}-${MONTH_AND_DAY}|${LEAP_YEAR}-02-29)T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\\.[0-9]{3}Z$`,
    [SCALAR]: 'Timestamp',
  });
}

/** Any JSON value within bounds: bytes of its compact JSON text in UTF-8, and levels of nesting. */
export function Json(options: Doc & { readonly maxBytes: number; readonly maxDepth: number }): TUnsafe {
  const { maxBytes, maxDepth, ...doc } = options;
  return Type.Unsafe({
    description: `Any JSON value of at most ${maxBytes} bytes and ${maxDepth} levels.`,
    ...doc,
    [MAX_BYTES]: maxBytes,
    [MAX_DEPTH]: maxDepth,
    [SCALAR]: 'Json',
  });
}

/**
 * Bounded text in code points: `Type.String` with its bound stated first. `pattern` is applied to a text within the bound only; one that may take
 * time exponential in the length is refused whatever the bound is (`unsafe-pattern`), one that takes a power of it is the bound's to keep cheap.
 */
export function Text(maxLength: number, options: Doc & { readonly minLength?: number; readonly pattern?: string } = {}): TString {
  return Type.String({ ...options, maxLength });
}

/** Number within bounds. */
export function Float(minimum: number, maximum: number, doc: Doc = {}): TNumber {
  return Type.Number({ ...doc, minimum, maximum });
}

function base64UrlLength(bytes: number): number {
  return Math.ceil((bytes * 4) / 3);
}

/** The last character of a group of one or two bytes carries four or two zero bits. */
function lastCharacter(remainder: number): string {
  if (remainder === 1) return '[AQgw]';
  if (remainder === 2) return '[AEIMQUYcgkosw048]';
  return '';
}
