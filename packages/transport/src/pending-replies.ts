import type { Timers } from './options.ts';
import type { ExchangeDescriptor } from './descriptor.ts';
import type { TaggedMessage } from './socket-link.ts';
import { TransportError } from './transport-error.ts';

interface Pending {
  readonly replies: readonly string[];
  readonly resolve: (message: TaggedMessage) => void;
  readonly reject: (error: unknown) => void;
}

/** Requests that wait for their replies on one socket, found by the correlation value that both share. */
export class PendingReplies {
  readonly #timers: Timers;
  readonly #what: string;
  /** Correlation properties by the tag of a reply. */
  readonly #properties = new Map<string, Set<string>>();
  readonly #pending = new Map<string, Pending>();
  #filled = 0;

  constructor(exchanges: Readonly<Record<string, ExchangeDescriptor>>, timers: Timers, what: string) {
    this.#timers = timers;
    this.#what = what;
    for (const { replies, correlation } of Object.values(exchanges)) {
      for (const reply of replies) this.#properties.set(reply, (this.#properties.get(reply) ?? new Set()).add(correlation));
    }
  }

  /** The request with a correlation value: its own, or a fresh one where the contract lets the client choose. */
  correlate(message: TaggedMessage, exchange: ExchangeDescriptor): TaggedMessage {
    const { correlation, fill } = exchange;
    if (message[correlation] !== undefined) return message;
    if (fill === undefined) throw new TransportError('invalid-argument', `${this.#what}: ${correlation} is missing`);
    for (;;) {
      this.#filled += 1;
      const value = fill === 'number' ? this.#filled : `r${this.#filled}`;
      if (!this.#pending.has(keyOf(correlation, value))) return { ...message, [correlation]: value };
    }
  }

  /** @throws TransportError `duplicate-correlation`, `aborted`: the request must not be sent */
  check(message: TaggedMessage, exchange: ExchangeDescriptor, signal: AbortSignal | undefined): void {
    if (signal?.aborted === true) throw new TransportError('aborted', this.#what, { cause: signal.reason });
    const key = keyOf(exchange.correlation, message[exchange.correlation]);
    if (this.#pending.has(key))
      throw new TransportError('duplicate-correlation', `${this.#what}: a request waits with this ${exchange.correlation}`);
  }

  /**
   * Waits for the reply to a request that was just sent.
   * A reply that comes after the time-out is handed to the iterator like any message.
   */
  expect(message: TaggedMessage, exchange: ExchangeDescriptor, timeoutMs: number, signal: AbortSignal | undefined): Promise<TaggedMessage> {
    const key = keyOf(exchange.correlation, message[exchange.correlation]);
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        this.#pending.delete(key);
        this.#timers.clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      const fail = (error: unknown): void => {
        settle();
        reject(error);
      };
      const abort = (): void => fail(new TransportError('aborted', this.#what, { cause: signal?.reason }));
      const late = (): void => fail(new TransportError('timeout', `${this.#what}: no reply for ${timeoutMs} ms`));
      const timer = this.#timers.setTimeout(late, timeoutMs);
      signal?.addEventListener('abort', abort, { once: true });
      const done = (reply: TaggedMessage): void => {
        settle();
        resolve(reply);
      };
      this.#pending.set(key, { replies: exchange.replies, resolve: done, reject: fail });
    });
  }

  /** Hands a message to the request that it answers; false where there is none. */
  settle(tag: string, message: TaggedMessage): boolean {
    for (const property of this.#properties.get(tag) ?? []) {
      const pending = this.#pending.get(keyOf(property, message[property]));
      if (pending?.replies.includes(tag) === true) {
        pending.resolve(message);
        return true;
      }
    }
    return false;
  }

  /** The connection is gone, and with it every reply: whether the server acted is unknown, so nothing is sent again. */
  failAll(error: unknown): void {
    for (const pending of this.#pending.values()) pending.reject(error);
  }
}

function keyOf(property: string, value: unknown): string {
  return `${property} ${typeof value} ${String(value)}`;
}
