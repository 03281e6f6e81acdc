import type { ConnectionState, EventStream } from '@tidemark/transport';
import { HostEventsClientError } from './client-error.ts';
import type { HostEventLike, OpenHostEvents } from './host-event.ts';

export interface LinkOptions<E extends HostEventLike> {
  readonly open: OpenHostEvents<E>;
  readonly strict: boolean;
  readonly lastEventId: string | undefined;
  readonly maxBuffered: number;
  readonly isDuplicate: (event: E) => boolean;
  readonly onState: (state: ConnectionState) => void;
}

/**
 * One stream, read ahead into a bounded buffer. It reconnects as the generated stream does, as long as nothing can be missed by that; where something can, it ends
 * with `position-lost`.
 */
export class HostEventLink<E extends HostEventLike> {
  readonly #options: LinkOptions<E>;
  readonly #stream: EventStream<E>;
  readonly #buffer: E[] = [];
  #wasLive = false;
  #over = false;
  #failure: unknown = null;
  #changed: (() => void)[] = [];

  constructor(options: LinkOptions<E>) {
    this.#options = options;
    const { open, strict, lastEventId, isDuplicate } = options;
    this.#stream = open({
      query: strict ? { replay: 'required' } : {},
      ...(lastEventId === undefined ? {} : { lastEventId }),
      isDuplicate,
      onState: (state) => {
        this.#seen(state);
      },
    });
    void this.#pump();
  }

  /** Resolves when events that are emitted from now on arrive; rejects when it failed before. */
  async live(): Promise<void> {
    while (!this.#wasLive && !this.#over) await this.#change();
    this.#check();
  }

  /** Throws what the link failed with. */
  #check(): void {
    if (this.#failure !== null) throw this.#failure;
  }

  /** Rejects when the link fails; never resolves. Whoever waits for it gives up by `close`. */
  async failed(): Promise<never> {
    while (!this.#over) await this.#change();
    this.#check();
    return new Promise<never>(() => {});
  }

  /** The events in order; ends when the stream ends for good. */
  async next(): Promise<E | undefined> {
    for (;;) {
      // What was lost does not follow what is buffered: a reconciliation reads newer state.
      if (this.#failure instanceof HostEventsClientError) throw this.#failure;
      const event = this.#buffer.shift();
      if (event !== undefined) {
        this.#notify();
        return event;
      }
      this.#check();
      if (this.#over) return undefined;
      await this.#change();
    }
  }

  close(): void {
    this.#over = true;
    this.#stream.close();
    this.#notify();
  }

  async #pump(): Promise<void> {
    try {
      for await (const event of this.#stream) {
        this.#buffer.push(event);
        this.#notify();
        // Full: the transport holds back, and the host cuts who takes nothing; the position that is resumed from then is the last one in the buffer.
        while (this.#buffer.length >= this.#options.maxBuffered && !this.#over) await this.#change();
      }
    } catch (error) {
      this.#failure ??= error;
    }
    this.#over = true;
    this.#notify();
  }

  #seen(state: ConnectionState): void {
    if (state.status === 'live') {
      this.#wasLive = true;
      this.#notify();
    } else if (state.status === 'waiting' || state.status === 'connecting') this.#dropped();
    this.#options.onState(state);
  }

  /** A drop after it was live: only a strict resume from a position is certain to miss nothing. */
  #dropped(): void {
    if (!this.#wasLive || this.#failure !== null) return;
    if (this.#options.strict && this.#stream.position !== undefined) return;
    this.#failure = new HostEventsClientError('position-lost');
    this.close();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#changed.push(resolve);
    });
  }

  #notify(): void {
    for (const resolve of this.#changed.splice(0)) resolve();
  }
}
