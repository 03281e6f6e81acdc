import { createBodyDecoder, type BodyDecoder } from '../http/body-decoder.ts';
import { headerValues, HttpFault, parseResponseHead, type HeaderLine, type ResponseHead } from '../http/response-head.ts';

export interface RequestHead {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly HeaderLine[];
}

/** Receives the messages of one direction of a connection. Offsets count from the direction's first byte. */
export interface MessageSink<Head> {
  /** `start` is the head's first byte, `end` the first one behind its blank line. */
  head(head: Head, start: number, end: number): void;
  /** Content, without its transfer coding; its bytes lie side by side, from `offset` on. */
  content(bytes: Uint8Array, offset: number): void;
  /** The message is complete; `end` is the first byte behind it. */
  complete(end: number): void;
}

const MAX_HEAD_BYTES = 262_144;
const REQUEST_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) (\S+) HTTP\/1\.[01]$/;
const CR = 13;
const LF = 10;

/** Cuts a direction of an HTTP/1.1 connection into its messages, a byte at a time, so that what is behind one is the next one's. */
export class MessageStream<Head extends { readonly headers: readonly HeaderLine[] }> {
  readonly #sink: MessageSink<Head>;
  readonly #parse: (bytes: Uint8Array) => { head: Head; body: BodyDecoder | null };
  #head: number[] = [];
  #start = 0;
  #offset = 0;
  #body: BodyDecoder | null = null;

  constructor(sink: MessageSink<Head>, parse: (bytes: Uint8Array) => { head: Head; body: BodyDecoder | null }) {
    this.#sink = sink;
    this.#parse = parse;
  }

  /** Whether the direction may end here: between two messages, or in one that only the end ends. */
  mayEnd(): boolean {
    return this.#body === null ? this.#head.length === 0 : this.#body.mayEnd();
  }

  /** Whether a message that only the end ends is open. */
  endsWithConnection(): boolean {
    return this.#body?.mayEnd() === true;
  }

  /** @throws HttpFault when the bytes are no HTTP/1.1 messages; the stream is of no use afterwards */
  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      const sure = this.#body?.sureContent() ?? 0;
      const slice = bytes.subarray(at, at + Math.max(1, sure));
      at += slice.length;
      this.#offset += slice.length;
      if (this.#body === null) this.#headByte(slice[0] ?? 0);
      else this.#bodyBytes(this.#body, slice);
    }
  }

  get offset(): number {
    return this.#offset;
  }

  #headByte(byte: number): void {
    this.#head.push(byte);
    if (this.#head.length > MAX_HEAD_BYTES) throw new HttpFault(`a head is longer than ${MAX_HEAD_BYTES} bytes`);
    const [a, b, c, d] = this.#head.slice(-4);
    if (a !== CR || b !== LF || c !== CR || d !== LF) return;
    const { head, body } = this.#parse(Uint8Array.from(this.#head));
    const start = this.#start;
    this.#head = [];
    this.#start = this.#offset;
    this.#sink.head(head, start, this.#offset);
    this.#body = body;
    if (body === null || body.push(new Uint8Array()).complete) this.#complete();
  }

  #bodyBytes(body: BodyDecoder, bytes: Uint8Array): void {
    const { content, complete } = body.push(bytes);
    if (content.length > 0) this.#sink.content(content, this.#offset - content.length);
    if (complete) this.#complete();
  }

  #complete(): void {
    this.#body = null;
    this.#start = this.#offset;
    this.#sink.complete(this.#offset);
  }
}

/** For the direction to the host. A request without framing has no content (RFC 9112 section 6.3). */
export function requestStream(sink: MessageSink<RequestHead>): MessageStream<RequestHead> {
  return new MessageStream(sink, (bytes) => {
    const head = parseRequestHead(bytes);
    const framed = headerValues(asResponse(head), 'transfer-encoding').length + headerValues(asResponse(head), 'content-length').length > 0;
    return { head, body: framed ? createBodyDecoder(asResponse(head)) : null };
  });
}

/** For the direction from the host. Interim responses have no content. */
export function responseStream(sink: MessageSink<ResponseHead>): MessageStream<ResponseHead> {
  return new MessageStream(sink, (bytes) => {
    const head = parseResponseHead(bytes);
    return { head, body: head.status < 200 ? null : createBodyDecoder(head) };
  });
}

function parseRequestHead(bytes: Uint8Array): RequestHead {
  const text = Buffer.from(bytes).toString('latin1');
  const match = REQUEST_LINE.exec(text.slice(0, text.indexOf('\r\n')));
  if (match === null) throw new HttpFault('the request does not start with a request line');
  const { headers } = parseResponseHead(Buffer.from(`HTTP/1.1 200 -${text.slice(text.indexOf('\r\n'))}`, 'latin1'));
  return { method: match[1] ?? '', target: match[2] ?? '', headers };
}

function asResponse({ headers }: RequestHead): ResponseHead {
  return { status: 200, reason: '', headers, bytes: new Uint8Array() };
}
