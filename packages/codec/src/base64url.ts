import { Fault } from './fault.ts';
import { atMost, exactly } from './phrase.ts';
import { throwFault } from './throw-fault.ts';

/** Bytes as base64url without padding (RFC 4648 section 5), trailing bits zero, so that each value has one text. */
export type Base64Url = string;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Sextet by code unit of the alphabet. */
const SEXTETS: Uint8Array = /* @__PURE__ */ makeSextets();

function makeSextets(): Uint8Array {
  const sextets = new Uint8Array(128);
  for (let i = 0; i < 64; i++) sextets[ALPHABET.charCodeAt(i)] = i;
  return sextets;
}

/** Bytes that a canonical text of this length decodes to. */
export function base64UrlBytes(length: number): number {
  return Math.floor((length * 3) / 4);
}

/** What a last character may be where its group has two or three characters, by what is left of four: its unused bits are zero. */
const LAST = ['', '', 'AQgw', 'AEIMQUYcgkosw048'];

/** Whether the text is canonical base64url: the alphabet, no padding, a possible length, trailing bits zero. */
export function isBase64Url(text: string): boolean {
  const rest = text.length & 3;
  return !/[^\w-]/.test(text) && (rest === 0 || (LAST[rest] ?? '').includes(text.slice(-1)));
}

/** The fault of a text that is no base64url of the size asked for: `malformed-identity`, or `too-many-bytes` beyond `max`. */
export function base64UrlFault(text: string, exact: number | undefined, max: number | undefined): Fault | undefined {
  const bytes = base64UrlBytes(text.length);
  if (max !== undefined && bytes > max) return new Fault('too-many-bytes', atMost(max, 'bytes as base64url'), text);
  if (!isBase64Url(text)) return new Fault('malformed-identity', 'canonical base64url without padding', text);
  if (exact !== undefined && bytes !== exact) return new Fault('malformed-identity', exactly(exact, 'bytes as base64url'), text);
  return undefined;
}

/** The bytes of a base64url text. Throws `DecodeError` (`malformed-identity`) unless it is canonical. C1.4. */
export function base64UrlToBytes(text: Base64Url): Uint8Array {
  throwFault(base64UrlFault(text, undefined, undefined));
  const bytes = new Uint8Array(base64UrlBytes(text.length));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    bits = ((bits << 6) | (SEXTETS[text.charCodeAt(i)] ?? 0)) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[at++] = bits >> held;
  }
  return bytes;
}

/** The base64url text of bytes. C1.4. */
export function bytesToBase64Url(bytes: Uint8Array): Base64Url {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xffff;
    held += 8;
    while (held >= 6) {
      held -= 6;
      text += ALPHABET[(bits >> held) & 63];
    }
  }
  return held === 0 ? text : text + ALPHABET[(bits << (6 - held)) & 63];
}
