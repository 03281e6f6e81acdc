/**
 * Incremental check that bytes are UTF-8 (RFC 3629: no overlong form, no surrogate, nothing above U+10FFFF), which fails at the first byte that cannot continue a valid text.
 * The state is one number: 0 between code points, otherwise the count of continuation bytes that are due and the range that the next one must lie in.
 */
export type Utf8State = number;

export const utf8Start: Utf8State = 0;
/** Answer of {@link advanceUtf8} for bytes that no text contains. */
export const utf8Invalid: Utf8State = -1;

/** State after `bytes[start..end)`; {@link utf8Start} means that no code point is cut. */
export function advanceUtf8(state: Utf8State, bytes: Uint8Array, start: number, end: number): Utf8State {
  // Layout: due continuation bytes << 16 | lowest next byte << 8 | highest next byte.
  let current = state;
  for (let i = start; i < end; i += 1) {
    const byte = bytes[i] as number;
    if (current === 0) {
      if (byte < 0x80) continue;
      current = afterLead(byte);
      if (current === utf8Invalid) return utf8Invalid;
    } else {
      if (byte < ((current >> 8) & 0xff) || byte > (current & 0xff)) return utf8Invalid;
      const due = (current >> 16) - 1;
      current = due === 0 ? 0 : continuation(due);
    }
  }
  return current;
}

function continuation(due: number): Utf8State {
  return (due << 16) | 0x80bf;
}

function afterLead(byte: number): Utf8State {
  if (byte < 0xc2 || byte > 0xf4) return utf8Invalid;
  if (byte < 0xe0) return continuation(1);
  if (byte === 0xe0) return (2 << 16) | 0xa0bf; // no overlong form
  if (byte === 0xed) return (2 << 16) | 0x809f; // no surrogate
  if (byte < 0xf0) return continuation(2);
  if (byte === 0xf0) return (3 << 16) | 0x90bf; // no overlong form
  if (byte === 0xf4) return (3 << 16) | 0x808f; // nothing above U+10FFFF
  return continuation(3);
}
