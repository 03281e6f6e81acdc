interface DecodeErrorRow {
  readonly meaning: string;
  readonly fix: string;
}

/** Every code that `DecodeError` carries (C3.3): what it means and what the sender does about it. The documentation is tested against this table. */
export const decodeErrorTable = {
  'malformed-json': {
    meaning: 'The text is not JSON (RFC 8259).',
    fix: 'Send one JSON value, without a byte order mark, comments or text after it.',
  },
  'malformed-utf8': { meaning: 'The bytes are not UTF-8.', fix: 'Encode the JSON text in UTF-8.' },
  'lone-surrogate': {
    meaning: 'A string holds half of a surrogate pair, which UTF-8 cannot carry.',
    fix: 'Send whole characters; escape a character beyond U+FFFF as two \\u escapes.',
  },
  'duplicate-key': { meaning: 'An object names the same key twice, escapes resolved.', fix: 'Send each key once.' },
  'forbidden-key': { meaning: 'An object has a key `__proto__` that the schema does not declare.', fix: 'Rename the key.' },
  'too-deep': {
    meaning: 'Arrays and objects are nested deeper than the bound.',
    fix: 'Flatten the value, or raise `maxDepth` where the contract allows it.',
  },
  'too-many-bytes': {
    meaning: 'The text, string or value is larger than its bound in bytes.',
    fix: 'Send less, or raise `maxBytes` where the contract allows it.',
  },
  'too-few-bytes': { meaning: 'A binary form is shorter than its layout.', fix: 'Send the whole struct.' },
  'too-many-items': { meaning: 'An array has more elements than its bound.', fix: 'Send fewer elements, or several messages.' },
  'too-few-items': { meaning: 'An array has fewer elements than its bound.', fix: 'Send the missing elements.' },
  'too-many-fields': { meaning: 'An object has more fields than its bound.', fix: 'Send fewer fields.' },
  'too-few-fields': { meaning: 'An object has fewer fields than its bound.', fix: 'Send the missing fields.' },
  'not-unique': { meaning: 'Two elements of a set are equal.', fix: 'Send each element once.' },
  'unknown-field': {
    meaning: 'A closed object has a field that the schema does not declare.',
    fix: 'Remove the field, or use the contract version that declares it.',
  },
  'missing-field': { meaning: 'A required field is absent.', fix: 'Send the field.' },
  'wrong-type': { meaning: 'The value has another JSON type than the schema says.', fix: 'Send the type that `expected` names.' },
  'unknown-tag': { meaning: 'The tag names no member of the union.', fix: 'Send one of the tags of this contract version.' },
  'unknown-version': {
    meaning: 'The message belongs to another major version of the contract.',
    fix: 'Speak the version that `expected` names.',
  },
  'unknown-value': { meaning: 'The value is none of the listed constants.', fix: 'Send one of the values that `expected` names.' },
  'out-of-range': {
    meaning: 'The number is beyond its bounds, no multiple of its step, or not finite.',
    fix: 'Send a number within the bounds.',
  },
  'too-long': { meaning: 'The string has more Unicode code points than its bound.', fix: 'Shorten the string.' },
  'too-short': { meaning: 'The string has fewer Unicode code points than its bound.', fix: 'Send a longer string.' },
  'malformed-string': {
    meaning: 'The string or key does not match its pattern.',
    fix: 'Send a string that matches the pattern that `expected` names.',
  },
  'malformed-identity': {
    meaning: 'The string is not the one canonical form of its wire scalar.',
    fix: 'Encode the scalar with the function of its name in `@tidemark/codec`.',
  },
} as const satisfies Record<string, DecodeErrorRow>;

/** The closed set of codes. */
export type DecodeErrorCode = keyof typeof decodeErrorTable;
