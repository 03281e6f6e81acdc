/** A place in a definition, from its top. */
export type Path = readonly (string | number)[];

/** JSON Pointer (RFC 6901). */
export function pointer(path: Path): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
