/** A value now or later. */
export type Awaitable<T> = T | Promise<T>;

/** What every handler is told beside its decoded request. `P` is the authenticator's principal; null where the contract says `public`. */
export interface RequestContext<P> {
  /** The contract's name of the endpoint. */
  readonly endpoint: string;
  readonly principal: P;
  /** Holder of per-caller bounds. */
  readonly caller: string;
  readonly remoteAddress: string;
  /** Aborts when nobody waits for the answer any more: the client went, or the stream ended. */
  readonly signal: AbortSignal;
  /** The body exactly as it was received, for signatures over its bytes; empty where there was none. */
  readonly rawBody: Uint8Array;
}

/** A socket whose opening exchange may carry the credential that a browser cannot put on the handshake. */
export interface OpeningContext<P> extends RequestContext<P | null> {
  /**
   * Decides about a secret that came in the answer to the challenge, by the endpoint's own rules and with the authenticator's bounds.
   * Throws `ServiceError` with the contract's code, which ends the socket with 1008.
   */
  authenticate(secret: string): Promise<P>;
}

/** Beside the request: what only an open stream has. */
export interface StreamContext<P, E extends object = object> extends RequestContext<P> {
  /** Ends the stream now, before anything that is still queued: revocation never waits behind data (B1.4). `last` is a terminal event. */
  end(last?: E): void;
}

/** Where the contract names its resume position `cursor`; undefined: from now on. */
export interface CursorContext {
  readonly cursor: string | undefined;
}

/** Where the contract names its resume position `lastEventId`; undefined (absent or empty): from now on. */
export interface LastEventIdContext {
  readonly lastEventId: string | undefined;
}

/** A connection's sending half. */
export interface SocketConnection<M extends object = object> {
  readonly open: boolean;
  /**
   * Queues one message; the same object is encoded once, however many sockets it goes to. False once the socket is closing.
   * When the message does not fit, the socket ends as `slow-consumer`. Throws `GatewayError` `invalid-message`.
   */
  send(message: M): boolean;
  /** Sends what is queued, then a close frame (default 1000). `code` is one of the contract's. */
  close(code?: number, reason?: string): void;
  /** Ends the socket now, before anything that is still queued; `last` is a terminal message. */
  end(code: number, reason: string, last?: M): void;
}

/** How a socket came to its end. */
export interface SocketEnd {
  /** RFC 6455 code; 1005 none was given, 1006 the transport broke. */
  readonly code: number;
  readonly reason: string;
  /** Whether both sides completed the close handshake. */
  readonly clean: boolean;
}
