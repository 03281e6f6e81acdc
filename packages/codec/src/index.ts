// Whoever decodes.
export { DecodeError } from './decode-error.ts';
export { decodeErrorTable, type DecodeErrorCode } from './error-table.ts';
export { type DecodeOptions, type Input, type Parsed, parsed } from './input.ts';
export { type JsonValue, parseJson, tryParseJson } from './parse-json.ts';
export type { Result } from './result.ts';

// Wire scalars: the string on the wire, and the value that it stands for.
export { type Base64Url, base64UrlToBytes, bytesToBase64Url, isBase64Url } from './base64url.ts';
export {
  type Int64,
  int64FromString,
  int64ToString,
  isInt64,
  isUint64,
  type SafeUint,
  type Uint64,
  uint64FromString,
  uint64ToString,
} from './integers.ts';
export { bytesToSha256, isSha256, type Sha256, sha256ToBytes } from './sha256.ts';
export { dateToTimestamp, isTimestamp, type Timestamp, timestampToDate } from './timestamp.ts';

// Other packages that bound text.
export { codePointLength, exceedsCodePoints, exceedsUtf8, utf8Length } from './text-size.ts';
