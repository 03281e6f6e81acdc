/** Whether a text is an ECMA-262 regular expression with the `u` flag. */
export function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'u').unicode;
  } catch {
    return false;
  }
}
