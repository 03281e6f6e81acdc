/**
 * A query string as `application/x-www-form-urlencoded` pairs, decoded strictly: null for a malformed escape or malformed UTF-8.
 * Keys may repeat; the caller decides what that means.
 */
export function parseQuery(target: string): Map<string, string[]> | null {
  const pairs = new Map<string, string[]>();
  const start = target.indexOf('?');
  if (start === -1 || start === target.length - 1) return pairs;
  for (const part of target.slice(start + 1).split('&')) {
    const equals = part.indexOf('=');
    const key = decodeComponent(equals === -1 ? part : part.slice(0, equals));
    const value = equals === -1 ? '' : decodeComponent(part.slice(equals + 1));
    if (key === null || value === null) return null;
    const values = pairs.get(key);
    if (values === undefined) pairs.set(key, [value]);
    else values.push(value);
  }
  return pairs;
}

function decodeComponent(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
