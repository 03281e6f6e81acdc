import type { ByteSinkEvents, StreamSink } from '../http-exchange.ts';
import type { Clock, Timers } from '../time.ts';

/** Time that passes when a test says so. Timers run in the order of their deadlines. */
export class FakeTime implements Clock, Timers {
  #now = 0;
  #next = 1;
  readonly #pending = new Map<number, { readonly at: number; readonly callback: () => void }>();

  now(): number {
    return this.#now;
  }

  set(callback: () => void, milliseconds: number): unknown {
    const handle = this.#next;
    this.#next += 1;
    this.#pending.set(handle, { at: this.#now + milliseconds, callback });
    return handle;
  }

  clear(handle: unknown): void {
    this.#pending.delete(handle as number);
  }

  get pending(): number {
    return this.#pending.size;
  }

  pass(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (;;) {
      const due = [...this.#pending].filter(([, { at }]) => at <= end).toSorted(([a, left], [b, right]) => left.at - right.at || a - b)[0];
      if (due === undefined) break;
      const [handle, { at, callback }] = due;
      this.#pending.delete(handle);
      this.#now = Math.max(this.#now, at);
      callback();
    }
    this.#now = end;
  }
}

/** A transport that takes a write when a test says so. */
export class FakeSink implements StreamSink {
  readonly chunked: boolean;
  readonly taken: string[] = [];
  readonly #clock: Clock;
  readonly #events: ByteSinkEvents;
  #waiting: string[] = [];
  #since = 0;
  ended: 'kept' | 'closed' | null = null;
  destroyed = false;

  constructor(clock: Clock, events: ByteSinkEvents, chunked = false) {
    this.#clock = clock;
    this.#events = events;
    this.chunked = chunked;
  }

  get busy(): boolean {
    return this.#waiting.length > 0;
  }

  stalledMs(now: number): number {
    return this.busy ? now - this.#since : 0;
  }

  write(bytes: Uint8Array): void {
    if (!this.busy) this.#since = this.#clock.now();
    this.#waiting.push(Buffer.from(bytes).toString());
  }

  /** The kernel takes everything that waits. */
  take(): void {
    if (!this.busy) return;
    this.taken.push(...this.#waiting);
    this.#waiting = [];
    this.#events.drained();
  }

  end(close: boolean): void {
    this.ended = close ? 'closed' : 'kept';
  }

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.#events.closed();
  }
}
