export { canonicalJson, type CanonicalOptions } from './canonical-json.ts';
export { sha256, sha256Hex } from './sha256.ts';
export { base64UrlToBytes, bytesToBase64Url, bytesToHex, hexToBytes, textToBytes } from './bytes.ts';
export { CanonicalError, canonicalErrors, type CanonicalErrorCode } from './errors.ts';
