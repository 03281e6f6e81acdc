/** Bytes of the string in UTF-8 (RFC 3629). A lone surrogate counts as the three bytes of its replacement. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 ? 1 : 2;
    if (isHigh(unit) && isLow(text.charCodeAt(i + 1))) i++;
  }
  return bytes;
}

/** Whether the string has more than `max` bytes in UTF-8; counts only where its length does not tell. */
export function exceedsUtf8(text: string, max: number): boolean {
  if (text.length > max) return true;
  return text.length * 3 > max && utf8Length(text) > max;
}

/** Unicode code points, as JSON Schema counts a string's length. A lone surrogate counts as one. */
export function codePointLength(text: string): number {
  let points = 0;
  for (const _ of text) points++;
  return points;
}

/** Whether the string has more than `max` code points; counts only where its length does not tell. */
export function exceedsCodePoints(text: string, max: number): boolean {
  return text.length > max && (text.length > 2 * max || codePointLength(text) > max);
}

/** Whether the string has fewer than `min` code points; counts only where its length does not tell. */
export function lacksCodePoints(text: string, min: number): boolean {
  return text.length < 2 * min && (text.length < min || codePointLength(text) < min);
}

function isHigh(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

/** False for NaN, which `charCodeAt` gives beyond the end. */
function isLow(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}
