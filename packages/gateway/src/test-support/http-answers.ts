/** One response as it came. */
export interface RawAnswer {
  readonly version: string;
  readonly status: number;
  /** By name in lower case; repeated ones joined by a comma. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** The whole responses at the front of what a connection has received; each must have a length or no body. */
export function answersIn(received: string, headOnly: boolean): readonly RawAnswer[] {
  const found: RawAnswer[] = [];
  let at = 0;
  for (;;) {
    const end = received.indexOf('\r\n\r\n', at);
    if (end === -1) return found;
    const [first = '', ...lines] = received.slice(at, end).split('\r\n');
    const [version = '', status = ''] = first.split(' ');
    const headers = new Map<string, string>();
    for (const line of lines) {
      const name = line.slice(0, line.indexOf(':')).toLowerCase();
      const value = line.slice(line.indexOf(':') + 1).trim();
      headers.set(name, headers.has(name) ? `${headers.get(name)}, ${value}` : value);
    }
    const length = headOnly ? 0 : Number(headers.get('content-length') ?? '0');
    if (received.length < end + 4 + length) return found;
    found.push({ version, status: Number(status), headers, body: received.slice(end + 4, end + 4 + length) });
    at = end + 4 + length;
  }
}
