import type { AttemptOptions } from './options.ts';
import type { ConnectionState } from './stream-state.ts';

export interface SocketOptions<Request = unknown> extends AttemptOptions<Request> {
  readonly onState?: (state: ConnectionState) => void;
  /**
   * Whether to open again after a drop or a close that the contract marks so (B2.2). Default false: a new connection knows nothing of the old one,
   * so whoever turns this on restores what it needs in `onOpen`.
   */
  readonly reconnect?: boolean;
  /** Runs after every opening, when `send` works: the place to subscribe. What it throws ends the socket. */
  readonly onOpen?: () => void | Promise<void>;
  /** Bounds of what waits for the iterator. Defaults 1,024 messages and 4 MiB of text. */
  readonly maxQueuedMessages?: number;
  readonly maxQueuedBytes?: number;
  /** Bound of what waits for the network, in bytes. Default 1 MiB. */
  readonly maxBufferedBytes?: number;
  /** Longest silence of the server in milliseconds; default none, since a contract need not have heartbeats on its sockets. */
  readonly idleMs?: number;
}

/** Answers the server's challenge before anything else is sent (R3.3). The generated client types it, and demands it where the contract has an opening. */
export interface OpeningOptions<Challenge, Answer> {
  readonly onChallenge: (challenge: Challenge, signal: AbortSignal) => Answer | Promise<Answer>;
}

/** A request whose correlation property may be left to the client. */
export type Correlatable<Message, Property extends keyof Message> = Omit<Message, Property> & {
  readonly [Name in Property]?: Message[Name];
};

export interface ReplyOptions {
  readonly signal?: AbortSignal;
  /** Default: the contract's bound. */
  readonly timeoutMs?: number;
}

/**
 * A typed duplex over one WebSocket at a time. It opens at once; iterate it, for messages that nobody takes fill a bounded queue.
 *
 * Iteration ends after `close()`, after a message that the contract calls final, and after a normal closure (1000) by the server. It throws a `TransportError`:
 * `socket-closed` (with `close`) for any other end, `queue-overflow`, `decode-failed`, `unexpected-message`, `aborted`. What was queued before is handed out first.
 * Leaving the loop early closes the socket.
 */
export interface DuplexSocket<Outgoing, Incoming> extends AsyncIterable<Incoming> {
  readonly state: ConnectionState;
  /** Resolves at the first opening; rejects with what ended the socket before it. */
  readonly opened: Promise<void>;
  /** Bytes that wait for the network. */
  readonly bufferedBytes: number;
  /** @throws TransportError `not-open`, `message-too-large`, `send-buffer-full`, `invalid-argument`; nothing was sent then */
  send(message: Outgoing): void;
  /** Closes for good. `code` is 1000 or 3000..4999, default 1000; `reason` at most 123 bytes of UTF-8. @throws TransportError `invalid-argument` */
  close(code?: number, reason?: string): void;
  [Symbol.asyncIterator](): AsyncIterator<Incoming, void, undefined>;
}

/** Sends a message and waits for the reply with its correlation value. The generated client gives each request its own reply type. */
export interface Requester {
  request(message: object, options?: ReplyOptions): Promise<object>;
}
