/** A header's values from the raw list, in order; `name` in lower case. */
export function headerValues(rawHeaders: readonly string[], name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const candidate = rawHeaders[index];
    if (candidate !== undefined && candidate.length === name.length && candidate.toLowerCase() === name) {
      values.push(rawHeaders[index + 1] ?? '');
    }
  }
  return values;
}

/** The only value, undefined when absent, or null when the header is repeated. */
export function singleHeader(rawHeaders: readonly string[], name: string): string | undefined | null {
  const values = headerValues(rawHeaders, name);
  return values.length > 1 ? null : values[0];
}

/** Whether a request carries a body at all (RFC 9112 section 6.3); `Content-Length: 0` is none. */
export function announcesBody(rawHeaders: readonly string[]): boolean {
  if (headerValues(rawHeaders, 'transfer-encoding').length > 0) return true;
  return headerValues(rawHeaders, 'content-length').some((value) => value.trim() !== '0');
}

/** Whether a request asks to switch to WebSocket, among others or alone. */
export function offersWebSocket(rawHeaders: readonly string[]): boolean {
  return headerValues(rawHeaders, 'upgrade').some((value) => value.split(',').some((name) => name.trim().toLowerCase() === 'websocket'));
}
