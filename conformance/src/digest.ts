import { createHash } from 'node:crypto';

/** `sha256:` and hexadecimal, of UTF-8 text or of bytes. */
export function digestOf(data: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(data).digest('hex')}`;
}
