/** A server's URL without a trailing slash: paths begin with one. */
export function serverUrl(url: string): string {
  return url.replace(/\/+$/, '');
}
