import { sha256 as digest } from '@noble/hashes/sha2.js';
import { bytesToHex, textToBytes } from './bytes.ts';

/**
 * SHA-256 of bytes, or of a text's UTF-8; 32 bytes. Synchronous and isomorphic, which `crypto.subtle` is not.
 *
 * @throws CanonicalError `lone-surrogate`
 */
export function sha256(input: Uint8Array | string): Uint8Array {
  return digest(typeof input === 'string' ? textToBytes(input) : input);
}

/**
 * SHA-256 as 64 lower-case hex digits.
 *
 * @throws CanonicalError `lone-surrogate`
 */
export function sha256Hex(input: Uint8Array | string): string {
  return bytesToHex(sha256(input));
}
