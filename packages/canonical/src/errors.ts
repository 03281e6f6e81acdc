/** Every code a {@link CanonicalError} can carry. */
export const canonicalErrors = {
  'non-finite-number': {
    why: 'NaN and the infinities have no JSON form',
    fix: 'refuse the number where it arises, or write it as a string',
  },
  'lone-surrogate': { why: 'a lone surrogate has no UTF-8 form (RFC 8785 3.2.2.2)', fix: 'refuse the text where it enters' },
  'unsupported-type': {
    why: 'only null, booleans, numbers, strings, arrays and plain objects are JSON; undefined, bigint, functions, symbols and holes are not',
    fix: 'leave the member out, or convert the value before',
  },
  'not-a-plain-object': {
    why: 'an instance (Date, Map, a class) or a symbol key says more than its JSON would',
    fix: 'convert it to a plain object or a string before',
  },
  'too-deep': { why: 'the value is nested deeper than maxDepth, or contains itself', fix: 'flatten the value, or raise maxDepth' },
  'malformed-hex': { why: 'hex is an even number of digits 0-9 and a-f, in lower case', fix: 'pass the text as it was produced' },
  'malformed-base64url': {
    why: 'base64url is unpadded, of A-Z a-z 0-9 - _, with zero bits at its end (RFC 4648 5, 3.5)',
    fix: 'pass the text as it was produced; two spellings of the same bytes are not accepted',
  },
} as const satisfies Record<string, { readonly why: string; readonly fix: string }>;

export type CanonicalErrorCode = keyof typeof canonicalErrors;

/** The one error class of this package; `code` is closed ({@link canonicalErrors}), `path` is a JSON Pointer; the message never quotes a value. */
export class CanonicalError extends Error {
  override readonly name = 'CanonicalError';
  readonly code: CanonicalErrorCode;
  readonly path: string;

  constructor(code: CanonicalErrorCode, path: string) {
    const { why, fix } = canonicalErrors[code];
    super(`${code} at "${path}": ${why}; ${fix}`);
    this.code = code;
    this.path = path;
  }
}
