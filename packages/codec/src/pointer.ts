/** One reference token of a JSON Pointer (RFC 6901 section 3), with its slash. */
export function pointerToken(key: string | number): string {
  if (typeof key === 'number') return `/${key}`;
  return key.includes('~') || key.includes('/') ? `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}` : `/${key}`;
}
