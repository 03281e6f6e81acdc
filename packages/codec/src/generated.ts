/**
 * What generated decoders import, and nobody else: its names may change in any version, together with the generator.
 */
export { base64UrlBytes, isBase64Url } from './base64url.ts';
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
  isText,
  literal,
  matching,
  mistyped,
  multipleOf,
  nothing,
  nullValue,
  number,
  oneOf,
  type Primitive,
  sha256,
  text,
  timestamp,
  uint64,
  unknownTag,
  utf8,
} from './checks.ts';
export { everyField, everyItem, fieldCount, itemCount, json, present, tooDeep, unique, unknownField } from './composite-checks.ts';
export { type Decoder, decode, matches, type Member, tryDecode } from './decoder.ts';
export { type Fault, under, underIndex } from './fault.ts';
export type { DecodeOptions, Input } from './input.ts';
export { isInt64, isUint64 } from './integers.ts';
export type { Int64, SafeUint, Uint64 } from './integers.ts';
export { isMultipleOf } from './multiple-of.ts';
export { countFields, isArray, isObject, type JsonObject, jsonType, own, ownFields } from './objects.ts';
export { boundedJsonLength, integerLength, jsonLength, neverLength, numberLength } from './proof.ts';
export type { Result } from './result.ts';
export { isSha256 } from './sha256.ts';
export type { Sha256 } from './sha256.ts';
export { exceedsCodePoints, exceedsUtf8, lacksCodePoints } from './text-size.ts';
export { isTimestamp } from './timestamp.ts';
export type { Timestamp } from './timestamp.ts';
export { firstDuplicate } from './unique.ts';
