/** A piece of a fixture's input: text (UTF-8), raw bytes, or a repetition. */
export type FixturePiece = string | { readonly hex: string } | { readonly repeat: string; readonly times: number };

const encoder = new TextEncoder();

export function bytesFromHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function bytesFromPieces(pieces: readonly FixturePiece[]): Uint8Array {
  return joinBytes(
    pieces.map((piece) => {
      if (typeof piece === 'string') return encoder.encode(piece);
      return 'hex' in piece ? bytesFromHex(piece.hex) : encoder.encode(piece.repeat.repeat(piece.times));
    }),
  );
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Copies of `bytes` in pieces of `size`: readers may keep or change what they are given. */
export function cutEvery(bytes: Uint8Array, size: number): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.slice(at, at + size));
  return pieces;
}

/** Copies of `bytes` cut at the given places, in ascending order. */
export function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  return [0, ...places].map((from, i) => bytes.slice(from, places[i] ?? bytes.length));
}
