import { Fault } from './fault.ts';
import { throwFault } from './throw-fault.ts';

/** SHA-256 digest: `sha256:` and 64 lower-case hexadecimal digits. */
export type Sha256 = string;

const FORM = /^sha256:[0-9a-f]{64}$/;
const PREFIX = 'sha256:';
const HEX = '0123456789abcdef';

/** Whether the string is a `Sha256`. */
export function isSha256(text: string): boolean {
  return FORM.test(text);
}

/** The fault of a string that is no `Sha256`. */
export function sha256Fault(text: string): Fault | undefined {
  return isSha256(text) ? undefined : new Fault('malformed-identity', 'sha256: and 64 lower-case hexadecimal digits', text);
}

/** The 32 bytes of a digest. Throws `DecodeError` (`malformed-identity`). C1.4. */
export function sha256ToBytes(text: Sha256): Uint8Array {
  throwFault(sha256Fault(text));
  const bytes = new Uint8Array(32);
  for (let i = 0; i < 32; i++) {
    const at = PREFIX.length + 2 * i;
    bytes[i] = Number.parseInt(text.slice(at, at + 2), 16);
  }
  return bytes;
}

/** The digest of 32 bytes as text. Throws `DecodeError` (`malformed-identity`) for another number of bytes. C1.4. */
export function bytesToSha256(bytes: Uint8Array): Sha256 {
  if (bytes.length !== 32) throwFault(new Fault('malformed-identity', '32 bytes', undefined));
  let text = PREFIX;
  for (const byte of bytes) text += `${HEX[byte >> 4]}${HEX[byte & 15]}`;
  return text;
}
