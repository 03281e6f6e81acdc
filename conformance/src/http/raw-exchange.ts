import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { createBodyDecoder, type BodyDecoder } from './body-decoder.ts';
import { HttpFault, parseResponseHead, type HeaderLine, type ResponseHead } from './response-head.ts';

/** Who ended an exchange, and how. `complete`: the response's own framing said that it is finished. */
export type ExchangeEnd = 'complete' | 'fin' | 'reset' | 'unreachable' | 'malformed' | 'closed-by-kit';

/** A span of bytes that must not be written down: the kit's secrets within what it sends. */
export interface SecretSpan {
  readonly offset: number;
  readonly length: number;
}

/** Sees every read and write as it happened, for traces (K5). */
export interface WireTap {
  wrote(connection: number, bytes: Uint8Array, secrets: readonly SecretSpan[]): void;
  read(connection: number, bytes: Uint8Array): void;
  ended(connection: number, end: ExchangeEnd): void;
}

export interface RawRequest {
  readonly method: string;
  readonly target: string;
  /** Written in this order, verbatim; values are latin1, so that any byte can be sent. */
  readonly headers: readonly HeaderLine[];
  readonly body?: string;
  /** Header values that traces leave out. */
  readonly secrets: readonly string[];
}

export interface ExchangeSink {
  head(head: ResponseHead): void;
  /** Content, without the transfer coding. */
  content(bytes: Uint8Array): void;
  /** Once, last. `problem` says what was wrong with a malformed response or a failed connection. */
  end(end: ExchangeEnd, problem: string | null): void;
}

export interface OpenExchange {
  close(): void;
}

const MAX_HEAD_BYTES = 65_536;
const BLANK_LINE = Buffer.from('\r\n\r\n');

/** One request on a connection of its own, and its response byte for byte. */
export function openExchange(url: URL, request: RawRequest, sink: ExchangeSink, connection: number, tap: WireTap | null): OpenExchange {
  const reader = new ResponseReader(sink);
  const socket = connectTo(url);
  const finish = (end: ExchangeEnd, problem: string | null): void => {
    if (reader.over) return;
    reader.over = true;
    tap?.ended(connection, end);
    socket.destroy();
    sink.end(end, problem);
  };
  let connected = false;
  socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
    connected = true;
    const bytes = requestBytes(request);
    tap?.wrote(connection, bytes, secretSpans(bytes, request.secrets));
    socket.write(bytes);
  });
  socket.on('data', (bytes) => {
    tap?.read(connection, bytes);
    try {
      if (reader.push(bytes)) finish('complete', null);
    } catch (error) {
      if (!(error instanceof HttpFault)) throw error;
      finish('malformed', error.message);
    }
  });
  socket.on('error', (error) => finish(connected ? 'reset' : 'unreachable', error.message));
  socket.on('close', () => {
    const cut = reader.mayEnd() ? null : 'the connection ended before the response did';
    finish('fin', cut);
  });
  return { close: () => finish('closed-by-kit', null) };
}

function connectTo(url: URL): Socket {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const socket = url.protocol === 'https:' ? connectTls({ host, port, servername: host }) : connectTcp({ host, port });
  socket.setNoDelay(true);
  return socket;
}

function requestBytes({ method, target, headers, body }: RawRequest): Buffer {
  const lines = [`${method} ${target} HTTP/1.1`, ...headers.map(({ name, value }) => `${name}: ${value}`)];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body ?? '')]);
}

/** Every place where a secret stands in what is sent. */
export function secretSpans(bytes: Uint8Array, secrets: readonly string[]): SecretSpan[] {
  const buffer = Buffer.from(bytes);
  return secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => {
      const spans: SecretSpan[] = [];
      const length = Buffer.byteLength(secret, 'latin1');
      for (let at = buffer.indexOf(secret, 0, 'latin1'); at >= 0; at = buffer.indexOf(secret, at + length, 'latin1')) {
        spans.push({ offset: at, length });
      }
      return spans;
    });
}

/** Cuts a response into interim heads (passed over), head and content. */
class ResponseReader {
  over = false;
  readonly #sink: ExchangeSink;
  #held: Buffer = Buffer.alloc(0);
  #body: BodyDecoder | null = null;

  constructor(sink: ExchangeSink) {
    this.#sink = sink;
  }

  mayEnd(): boolean {
    return this.#body?.mayEnd() === true;
  }

  /** True when the response is complete. */
  push(bytes: Uint8Array): boolean {
    if (this.over) return false;
    if (this.#body !== null) return this.#content(this.#body, bytes);
    this.#held = Buffer.concat([this.#held, bytes]);
    for (;;) {
      const at = this.#held.indexOf(BLANK_LINE);
      if (at < 0) return this.#waiting();
      const rest = this.#held.subarray(at + BLANK_LINE.length);
      const head = parseResponseHead(Uint8Array.from(this.#held.subarray(0, at + BLANK_LINE.length)));
      this.#held = rest;
      if (head.status < 200) continue;
      const body = createBodyDecoder(head);
      this.#body = body;
      this.#sink.head(head);
      return rest.length > 0 ? this.#content(body, rest) : body.push(rest).complete;
    }
  }

  #waiting(): false {
    const wanted = 'HTTP/1.';
    const start = this.#held.subarray(0, wanted.length).toString('latin1');
    if (!wanted.startsWith(start)) throw new HttpFault(`the response starts with ${JSON.stringify(start)}, not with a status line`);
    if (this.#held.length > MAX_HEAD_BYTES) throw new HttpFault(`the head is longer than ${MAX_HEAD_BYTES} bytes`);
    return false;
  }

  #content(body: BodyDecoder, bytes: Uint8Array): boolean {
    const { content, complete } = body.push(bytes);
    if (content.length > 0) this.#sink.content(content);
    return complete;
  }
}
