const label = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const hostPattern = new RegExp(`^(?:${label}(?:\\.${label})*|\\[[0-9a-f:.]{2,45}\\])(?::(0|[1-9][0-9]{0,4}))?$`);
const originPattern = /^([a-z][a-z0-9+.-]*):\/\/(.+)$/;

/**
 * `Host` in the form in which hosts are compared: lower case, port as it was sent, no trailing dot, no user information (RFC 9110 4.2.3, 7.2).
 *
 * @returns undefined for anything else
 */
export function parseHost(value: string): string | undefined {
  // Only ASCII is folded: the Kelvin sign must not become a k.
  const host = value.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const match = host.length > 261 ? null : hostPattern.exec(host);
  if (match === null || Number(match[1] ?? 0) > 65_535) return undefined;
  return host;
}

/**
 * `Origin` as a browser serialises it (RFC 6454 6.2): one tuple, lower case, no default port, no path. `null` is not one.
 *
 * @returns undefined for anything else
 */
export function parseOrigin(value: string): string | undefined {
  const [, scheme, host] = originPattern.exec(value) ?? [];
  if (scheme === undefined || host === undefined || parseHost(host) !== host) return undefined;
  if (scheme === 'http' && host.endsWith(':80')) return undefined;
  if (scheme === 'https' && host.endsWith(':443')) return undefined;
  return value;
}
