import { encodeSseComment } from '@tidemark/wire';
import { chunkOf, type EncodedEvent, type EventEncoder } from './event-encoder.ts';
import type { ByteSinkEvents, StreamSink } from './http-exchange.ts';
import { Outbox, type FlushScheduler, type OutboxBounds } from './outbox.ts';
import type { Ticker, Ticking } from './ticker.ts';
import type { Clock } from './time.ts';

/** Why the gateway ends a stream that its handler did not end; a contract with terminals maps each to one. */
export type StreamEndReason = 'slow-consumer' | 'shutdown' | 'failed' | 'max-age';

/** How a stream came to its end: its handler finished, the gateway ended it, or the client went. */
export type StreamOutcome = StreamEndReason | 'finished' | 'client-gone' | 'stalled';

const comment = encodeSseComment();
/** Sent with the head and at every heartbeat (B1.2): it holds nothing. */
export const HEARTBEAT: Pick<EncodedEvent, 'chunk' | 'block'> = chunkOf('', comment, comment.length);

const NO_CALLBACKS: readonly (() => void)[] = [];

/** What all streams of one endpoint share: an idle stream is to cost little more than its socket (F4). */
export interface StreamProfile {
  readonly encoder: EventEncoder;
  readonly clock: Clock;
  readonly ticker: Ticker;
  readonly scheduler: FlushScheduler;
  readonly bounds: OutboxBounds & { readonly heartbeatMs: number; readonly writeMs: number; readonly maxAgeMs: number };
  /** The terminal event for a reason, or undefined where the contract has none. */
  readonly terminal: (reason: StreamEndReason) => object | undefined;
  /** An error of the program that could not be told to the client: the stream ends without its terminal. */
  readonly report: (error: unknown) => void;
  /** Once for each stream, when its transport is gone and everything is released. */
  readonly ended: (session: StreamSession, outcome: StreamOutcome) => void;
}

/**
 * One open SSE response: a bounded queue, heartbeats, deadlines and the end. No I/O of its own, no timer of its own.
 * States: open -> ending (the queue runs out, nothing is accepted) -> closed.
 */
export class StreamSession implements Ticking, ByteSinkEvents {
  readonly #profile: StreamProfile;
  readonly #release: () => void;
  // Null until the head is out: a stream may end before it begins.
  #sink: StreamSink | null = null;
  #outbox: Outbox | null = null;
  #outcome: StreamOutcome | null = null;
  #closed = false;
  #closeConnection = false;
  #openedAt = 0;
  #heartbeatAt = 0;
  #waiting: (() => void) | null = null;
  #stopped: readonly (() => void)[] = NO_CALLBACKS;

  /** `release` gives up what was taken for this stream. */
  constructor(profile: StreamProfile, release: () => void) {
    this.#profile = profile;
    this.#release = release;
  }

  /** The head and the first comment are on their way. */
  attach(sink: StreamSink): void {
    const { clock, ticker, bounds, scheduler } = this.#profile;
    this.#sink = sink;
    this.#outbox = new Outbox(sink, bounds, scheduler);
    this.#openedAt = clock.now();
    this.#heartbeatAt = this.#openedAt;
    ticker.add(this, Math.min(bounds.heartbeatMs, bounds.writeMs, bounds.maxAgeMs === 0 ? Infinity : bounds.maxAgeMs) / 8);
  }

  get open(): boolean {
    return this.#outcome === null && !this.#closed;
  }

  /** Calls back once when the stream stops taking events, at once if it has. */
  onStopped(callback: () => void): void {
    if (!this.open) callback();
    // Not `push`: it would make room for seventeen.
    else this.#stopped = [...this.#stopped, callback];
  }

  /**
   * Queues one event. False: the stream takes no more, and its source should stop; when that is because this event did not fit,
   * the stream has ended as `slow-consumer`. Throws `GatewayError` for an event that the contract does not promise.
   */
  send(item: object): boolean {
    if (!this.open) return false;
    const encoded = this.#profile.encoder.encode(item);
    if (this.#push(encoded)) {
      if (encoded.terminal !== undefined) this.finish();
      return this.open;
    }
    this.endFor('slow-consumer');
    return false;
  }

  /** Resolves when a producer that can wait may go on; at once when there is room. */
  ready(): Promise<void> | undefined {
    if (!this.open || this.#outbox?.full !== true) return undefined;
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  /** The source has no more: what is queued goes out, then the response ends. */
  finish(): void {
    this.#stop('finished');
    this.#endWhenDrained();
  }

  /**
   * The gateway ends the stream: the terminal (where there is one) goes out behind what is queued, then the response ends.
   * For a slow consumer what is queued is dropped: it would never get to the terminal.
   */
  endFor(reason: StreamEndReason): void {
    if (reason === 'shutdown') this.#closeConnection = true;
    if (!this.open) return;
    this.#stop(reason);
    if (reason === 'slow-consumer') this.#outbox?.clear();
    const terminal = this.#terminal(reason);
    // Full to the last place: the terminal beats the events.
    if (terminal !== undefined && !this.#push(terminal)) {
      this.#outbox?.clear();
      this.#push(terminal);
    }
    this.#endWhenDrained();
  }

  /** The handler ends the stream ahead of what is queued, with its own last event. Throws `GatewayError` for an event that the contract does not promise. */
  cut(last?: object): void {
    if (!this.open) return;
    const encoded = last === undefined ? undefined : this.#profile.encoder.encode(last);
    this.#stop('finished');
    this.#outbox?.clear();
    if (encoded !== undefined) this.#push(encoded);
    this.#endWhenDrained();
  }

  /** Cuts the transport; `closed` follows. */
  destroy(): void {
    this.#stop('stalled');
    this.#sink?.destroy();
  }

  tick(now: number): void {
    const { writeMs, heartbeatMs, maxAgeMs } = this.#profile.bounds;
    const sink = this.#sink;
    if (sink === null) return;
    if (sink.stalledMs(now) >= writeMs) {
      this.destroy();
      return;
    }
    if (!this.open) return;
    if (maxAgeMs > 0 && now - this.#openedAt >= maxAgeMs) {
      this.endFor('max-age');
      return;
    }
    // An eighth early rather than late: a peer may count the interval strictly.
    if (now - this.#heartbeatAt < heartbeatMs - heartbeatMs / 8) return;
    this.#heartbeatAt = now;
    // Behind a backlog it would say nothing that the backlog does not.
    if (this.#outbox?.empty === true) this.#push(HEARTBEAT);
  }

  drained(): void {
    this.#outbox?.flush();
    this.#resume();
    if (!this.open) this.#endWhenDrained();
  }

  closed(): void {
    if (this.#closed) return;
    this.#stop('client-gone');
    this.#closed = true;
    this.#outbox?.clear();
    this.#profile.ticker.delete(this);
    this.#release();
    this.#profile.ended(this, this.#outcome ?? 'client-gone');
  }

  #push(encoded: Pick<EncodedEvent, 'chunk' | 'block'>): boolean {
    return this.#outbox?.push(this.#sink?.chunked === true ? encoded.chunk : encoded.block) === true;
  }

  #terminal(reason: StreamEndReason): EncodedEvent | undefined {
    try {
      const event = this.#profile.terminal(reason);
      return event && this.#profile.encoder.encode(event);
    } catch (error) {
      this.#profile.report(error);
      return undefined;
    }
  }

  #stop(outcome: StreamOutcome): void {
    if (this.#outcome !== null) return;
    this.#outcome = outcome;
    this.#resume();
    const stopped = this.#stopped;
    this.#stopped = NO_CALLBACKS;
    for (const callback of stopped) callback();
  }

  #resume(): void {
    const waiting = this.#waiting;
    if (waiting === null || (this.open && this.#outbox?.full === true)) return;
    this.#waiting = null;
    waiting();
  }

  #endWhenDrained(): void {
    if (this.#closed || this.#outbox?.empty !== true) return;
    this.#sink?.end(this.#closeConnection);
    // The transport may live on for another request: the stream does not.
    this.closed();
  }
}
