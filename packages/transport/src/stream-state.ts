import type { AttemptOptions } from './options.ts';

/** What a stream or socket is doing; the application shows it, so that nobody takes a silent reader for a current one (B48). */
export type ConnectionState =
  | { readonly status: 'idle' }
  | { readonly status: 'connecting'; readonly attempt: number }
  | { readonly status: 'live' }
  /** Before the next attempt, because of `failure`. */
  | { readonly status: 'waiting'; readonly delayMs: number; readonly failure: unknown }
  /** For good; `failure` where it did not end as it should. */
  | { readonly status: 'closed'; readonly failure?: unknown };

export interface StreamOptions<Request = unknown, Event = unknown> extends AttemptOptions<Request> {
  readonly onState?: (state: ConnectionState) => void;
  /** Asked about every event before it is handed out; true drops it, and then it moves no position. See `createDuplicateFilter`. */
  readonly isDuplicate?: (event: Event) => boolean;
  /** Longest silence, heartbeats included, in milliseconds. Default: two and a half heartbeats of the contract. */
  readonly idleMs?: number;
}

/**
 * Typed events of one stream, over as many connections as it takes. Nothing is opened before the first event is asked for; it can be iterated once.
 *
 * The position moves when the *next* event is asked for: an event that was received but never handled is sent again after a reconnect.
 * Iteration ends after 204, after a final message and after `close()`. It throws a `ServiceError` or `TransportError` that no reconnect can mend,
 * an abort of the signal included (`aborted`); every other failure is a reconnect, seen in `state`.
 */
export interface EventStream<Event> extends AsyncIterable<Event> {
  readonly state: ConnectionState;
  /** The `id:` of the last event handled: what to resume from later. */
  readonly position: string | undefined;
  /** Ends the stream and releases its connection at once; a pending `next()` resolves to the end. */
  close(): void;
  [Symbol.asyncIterator](): AsyncIterator<Event, void, undefined>;
}
