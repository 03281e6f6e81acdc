/** The gateway's boundary with HTTP: four plain shapes that any HTTP/1.1 server can be adapted to. */

export interface HttpRequest {
  readonly method: string;
  /** Origin-form, as sent. */
  readonly target: string;
  readonly httpVersion: string;
  /** Names and values in turn, as received: duplicates are visible only here. */
  readonly rawHeaders: readonly string[];
  readonly remoteAddress: string;
  /** Percent-decoded, by name in the path template. */
  readonly pathParameters: Readonly<Record<string, string | undefined>>;
}

export type HeaderList = readonly (readonly [name: string, value: string])[];

export interface HttpResponse {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body?: Uint8Array;
}

export type BodyOutcome =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly fault: 'too-large' | 'aborted' };

/** One request and the only way to answer it. */
export interface HttpExchange {
  readonly request: HttpRequest;
  /** Whether the client is gone. */
  readonly closed: boolean;
  /** Calls back once when the connection closes, at once if it has. Returns a function that forgets the callback. */
  onClosed(callback: () => void): () => void;
  /** Headers that go out with the answer, whatever it is. */
  addHeaders(headers: HeaderList): void;
  /** The answer will hold the connection for long: requests that follow on it are to be refused. */
  holdConnection(): void;
  /** Whether an earlier answer holds the connection. */
  readonly behindStream: boolean;
  /** Answers under way on the connection when this request came, its own included. */
  readonly pipelined: number;
  /** Cuts the connection without an answer. */
  destroy(): void;
  /** Reads the whole body, refusing a length above `maxBytes` before the first byte is buffered. */
  readBody(maxBytes: number): Promise<BodyOutcome>;
  /** Answers; a second call does nothing. A body of a HEAD request is counted and not sent. */
  respond(response: HttpResponse): void;
  /**
   * Sends the head of an endless response together with `first`, and hands over the transport. Resolves to null when the client has gone.
   * A request pipelined behind others waits for its turn.
   */
  openStream(headers: HeaderList, first: StreamBlock, events: ByteSinkEvents): Promise<StreamSink | null>;
}

/** The same bytes twice: framed as one HTTP/1.1 chunk, and as they are. */
export interface StreamBlock {
  readonly chunk: Uint8Array;
  readonly block: Uint8Array;
}

export interface ByteSinkEvents {
  /** All bytes that were written have left the process. */
  drained(): void;
  /** The transport is closed, whoever closed it. Once. */
  closed(): void;
}

/** A transport with an outgoing direction. Writing never blocks: the caller looks at `busy`. */
export interface ByteSink {
  /** Bytes written and not yet taken by the transport. */
  readonly busy: boolean;
  /** Milliseconds since anything was last taken while something waits; 0 when nothing waits. */
  stalledMs(now: number): number;
  write(bytes: Uint8Array): void;
  /** Closes without ceremony. */
  destroy(): void;
}

export interface StreamSink extends ByteSink {
  /** Whether bytes are framed as HTTP chunks by the writer (HTTP/1.1) or go out as they are (HTTP/1.0). */
  readonly chunked: boolean;
  /** Ends the response where it is; `close` also ends the connection. */
  end(close: boolean): void;
}
