/** One header field as it was sent: order, case and duplicates kept; the value without the white space around it. Bytes read as latin1. */
export interface HeaderLine {
  readonly name: string;
  readonly value: string;
}

export interface ResponseHead {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly HeaderLine[];
  /** Status line to blank line, verbatim. */
  readonly bytes: Uint8Array;
}

/** What made the bytes of a peer no HTTP/1.1 response. */
export class HttpFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'HttpFault';
  }
}

const STATUS_LINE = /^HTTP\/1\.[01] ([1-5][0-9]{2})(?: ([^\r\n]*))?$/;
const FIELD_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/;

/**
 * Reads the bytes of one head, blank line included (RFC 9112 sections 4 and 5).
 *
 * @throws HttpFault for anything that is no head
 */
export function parseResponseHead(bytes: Uint8Array): ResponseHead {
  const [statusLine = '', ...lines] = Buffer.from(bytes)
    .toString('latin1')
    .replace(/\r\n\r\n$/, '')
    .split('\r\n');
  const match = STATUS_LINE.exec(statusLine);
  if (match === null) throw new HttpFault(`the response does not start with a status line but with ${quoted(statusLine)}`);
  const headers = lines.map((line) => {
    const field = FIELD_LINE.exec(line);
    if (field === null) throw new HttpFault(`${quoted(line)} is no header field`);
    return { name: field[1] ?? '', value: field[2] ?? '' };
  });
  return { status: Number(match[1]), reason: match[2] ?? '', headers, bytes };
}

/** Values of a field, in order; names compare without case. */
export function headerValues(head: ResponseHead, name: string): string[] {
  return head.headers.filter((line) => line.name.toLowerCase() === name).map(({ value }) => value);
}

/** Media type without parameters, in lower case; empty when there is none. */
export function mediaType(head: ResponseHead): string {
  return (headerValues(head, 'content-type')[0] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}...` : text);
}
