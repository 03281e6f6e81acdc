import { IdentifiedEvent } from './event-encoder.ts';

/** Takes events as they are published. False: it wants no more. */
export type DirectSink = (item: object) => boolean;

/** How the gateway recognises a source that can hand events over without a promise for each. */
export const attachDirectly: unique symbol = Symbol('attachDirectly');

export interface DirectSource {
  /** Returns a function that detaches the sink. */
  [attachDirectly](sink: DirectSink): () => void;
}

/** What a subscriber is given: an `AsyncIterable` for handlers that look at events, and a direct source for those that pass it on. */
export type Subscription<I extends object> = AsyncIterable<I> & DirectSource;

/** The event within what is published: an event with its id, or the event itself. */
export type EventOf<I extends object> = I extends IdentifiedEvent<infer E> ? E : I;

/** `I`: what is published, as a stream's handler yields it; for a stream whose events always have ids, `IdentifiedEvent<E>`. */
export interface Broadcast<I extends object> {
  /** Hands one event to every subscriber that is there now. The event is encoded once, and must not change afterwards. */
  publish(item: I): void;
  /** Attached from this call on: an event published while the handler still decides is not missed. */
  subscribe(options?: SubscribeOptions<I>): Subscription<I>;
  readonly size: number;
}

export interface SubscribeOptions<I extends object> {
  /** Which events this subscriber may see; decided for each event at delivery. */
  readonly filter?: (event: EventOf<I>) => boolean;
  /** Ends the subscription, also one that nobody iterates yet. */
  readonly signal?: AbortSignal;
  /** Events kept while nobody asks (default 256); one more ends the subscription with `SubscriberOverflow`. */
  readonly maxPending?: number;
}

/** A subscriber that did not ask for events while more than its bound were published. It has lost nothing silently: its iteration throws this. */
export class SubscriberOverflow extends Error {
  readonly code = 'subscriber-overflow';

  constructor(maxPending: number) {
    super(`subscriber-overflow: more than ${maxPending} events were published before the subscriber asked for one`);
    this.name = 'SubscriberOverflow';
  }
}

const DEFAULT_MAX_PENDING = 256;

/** One event to many streams and sockets of one process. Bounded for each subscriber; a subscriber's failure is its own. */
export function createBroadcast<I extends object>(): Broadcast<I> {
  const subscribers = new Set<Subscriber<I>>();
  return {
    publish(item) {
      for (const subscriber of subscribers) subscriber.offer(item);
    },
    subscribe(options = {}) {
      const subscriber = new Subscriber<I>(options, () => subscribers.delete(subscriber));
      if (options.signal?.aborted !== true) subscribers.add(subscriber);
      return subscriber;
    },
    get size() {
      return subscribers.size;
    },
  };
}

class Subscriber<I extends object> implements DirectSource, AsyncIterable<I> {
  readonly #filter: ((event: EventOf<I>) => boolean) | undefined;
  readonly #maxPending: number;
  readonly #detach: () => void;
  readonly #signal: AbortSignal | undefined;
  #pending: I[] = [];
  #sink: DirectSink | null = null;
  #wake: (() => void) | null = null;
  #done = false;
  #error: Error | null = null;

  constructor(options: SubscribeOptions<I>, detach: () => void) {
    this.#filter = options.filter;
    this.#maxPending = options.maxPending ?? DEFAULT_MAX_PENDING;
    this.#detach = detach;
    this.#signal = options.signal;
    this.#signal?.addEventListener('abort', this.#end, { once: true });
    if (this.#signal?.aborted === true) this.#done = true;
  }

  offer(item: I): void {
    if (this.#filter !== undefined && !this.#filter((item instanceof IdentifiedEvent ? item.event : item) as EventOf<I>)) return;
    if (this.#sink !== null) {
      if (!this.#sink(item)) this.#end();
      return;
    }
    if (this.#pending.length >= this.#maxPending) {
      this.#error = new SubscriberOverflow(this.#maxPending);
      this.#pending = [];
      this.#end();
      return;
    }
    this.#pending.push(item);
    this.#wake?.();
  }

  [attachDirectly](sink: DirectSink): () => void {
    const pending = this.#pending;
    this.#pending = [];
    if (this.#error !== null) throw this.#error;
    if (this.#done || !pending.every((item) => sink(item))) this.#end();
    else this.#sink = sink;
    return this.#end;
  }

  /** By hand rather than a generator: `return` must end a `next` that is still waiting, and a generator would queue behind it. */
  [Symbol.asyncIterator](): AsyncIterator<I, undefined> {
    return {
      next: () => this.#next(),
      return: async () => {
        this.#end();
        return { done: true, value: undefined };
      },
    };
  }

  async #next(): Promise<IteratorResult<I, undefined>> {
    if (this.#pending.length === 0 && !this.#done) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = null;
    }
    const value = this.#pending.shift();
    if (value !== undefined) return { done: false, value };
    if (this.#error !== null) throw this.#error;
    return { done: true, value: undefined };
  }

  readonly #end = (): void => {
    this.#done = true;
    this.#sink = null;
    this.#signal?.removeEventListener('abort', this.#end);
    this.#detach();
    this.#wake?.();
  };
}
