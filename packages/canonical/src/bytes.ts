import { CanonicalError } from './errors.ts';

const hexDigits = '0123456789abcdef';
const base64UrlDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const valueOfDigit = new Map(Array.from(base64UrlDigits, (digit, value) => [digit, value]));

const encoder = new TextEncoder();

/**
 * UTF-8.
 *
 * @throws CanonicalError `lone-surrogate`
 */
export function textToBytes(text: string): Uint8Array {
  if (!text.isWellFormed()) throw new CanonicalError('lone-surrogate', '');
  return encoder.encode(text);
}

/** Lower case. */
export function bytesToHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += (hexDigits[byte >> 4] ?? '') + (hexDigits[byte & 15] ?? '');
  return text;
}

/** @throws CanonicalError `malformed-hex` */
export function hexToBytes(text: string): Uint8Array {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/.test(text)) throw new CanonicalError('malformed-hex', '');
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = Number.parseInt(text.slice(i * 2, i * 2 + 2), 16);
  return bytes;
}

/** Unpadded (RFC 4648 5). */
export function bytesToBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const group = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const digits = Math.min(bytes.length - i, 3) + 1;
    for (let digit = 0; digit < digits; digit += 1) text += base64UrlDigits[(group >> (18 - 6 * digit)) & 63] ?? '';
  }
  return text;
}

/**
 * One spelling for each sequence of bytes: no padding, no other alphabet, zero bits at the end.
 *
 * @throws CanonicalError `malformed-base64url`
 */
export function base64UrlToBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let held = 0;
  let bits = 0;
  let at = 0;
  for (const digit of text) {
    const value = valueOfDigit.get(digit);
    if (value === undefined) throw new CanonicalError('malformed-base64url', '');
    held = ((held << 6) | value) & 0x3fff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at] = (held >> bits) & 0xff;
    at += 1;
  }
  const rest = held & ((1 << bits) - 1);
  if (text.length % 4 === 1 || rest !== 0) throw new CanonicalError('malformed-base64url', '');
  return bytes;
}
