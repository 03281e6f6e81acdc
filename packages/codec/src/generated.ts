/**
 * What generated decoders import, and nobody else: its names may change in any version, together with the generator.
 */
export { json, never } from './any-json.ts';
export { isBase64Url } from './base64url.ts';
export type { Base64Url } from './base64url.ts';
export { type BinaryLayout, decodeBinary, encodeBinary } from './binary.ts';
export {
  base64Url,
  between,
  boolean,
  integer,
  int64,
  isInteger,
  isNumber,
  isOneOf,
  literal,
  matching,
  mistyped,
  multipleOf,
  nullValue,
  number,
  oneOf,
  sha256,
  text,
  timestamp,
  uint64,
  unknownTag,
  utf8,
} from './checks.ts';
export { array, closedObject, hasDuplicate, hasField, hasFieldCount, isForbidden, object } from './composites.ts';
export { decode, matches, type Measure, tryDecode } from './decoder.ts';
export type { DecodeOptions, Input } from './input.ts';
export { isInt64, isUint64 } from './integers.ts';
export type { Int64, SafeUint, Uint64 } from './integers.ts';
export { isMultipleOf } from './multiple-of.ts';
export { type JsonObject, jsonType, own } from './objects.ts';
export { integerLength, jsonLength, numberLength } from './proof.ts';
export { refuse, refuseItem, refuseKey, under, underItem, underKey } from './refusal.ts';
export type { Result } from './result.ts';
export { isSha256 } from './sha256.ts';
export type { Sha256 } from './sha256.ts';
export { exceedsCodePoints, exceedsUtf8, lacksCodePoints } from './text-size.ts';
export { isTimestamp } from './timestamp.ts';
export type { Timestamp } from './timestamp.ts';
