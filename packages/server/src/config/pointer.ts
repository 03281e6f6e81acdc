/** A segment of a JSON Pointer (RFC 6901), the slash included. */
export function at(key: string | number): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
