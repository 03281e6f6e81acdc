export const LF = 10;
export const CR = 13;

/** Index after the last line break at or after `start`; `start` where there is none. */
export function endOfLastLine(bytes: Uint8Array, start: number): number {
  const afterLineFeed = Math.max(bytes.lastIndexOf(LF) + 1, start);
  // A CR stands behind the last LF only in streams that use CR, or at a cut CRLF.
  if (bytes.indexOf(CR, afterLineFeed) === -1) return afterLineFeed;
  return bytes.lastIndexOf(CR) + 1;
}

/** Index after the first line break at or after `from`. Every line is terminated; a CR and its LF stay together. */
export function endOfPiece(bytes: Uint8Array, from: number): number {
  let end = from;
  while (bytes[end] !== LF && bytes[end] !== CR) end += 1;
  return bytes[end] === CR && bytes[end + 1] === LF ? end + 2 : end + 1;
}

/** Start of the first line longer than `bound`; the length of `bytes` where there is none. Every line is terminated. */
export function startOfLongLine(bytes: Uint8Array, bound: number): number {
  let start = 0;
  for (let i = 0; i < bytes.length; i += 1) {
    if (bytes[i] !== LF && bytes[i] !== CR) continue;
    if (i - start > bound) return start;
    start = i + 1;
  }
  return bytes.length;
}
