import type { ByteSink } from './http-exchange.ts';

/** What the queue needs of a transport. */
export type OutboxSink = Pick<ByteSink, 'busy' | 'write'>;

export interface OutboxBounds {
  readonly queueEvents: number;
  readonly queueBytes: number;
}

/** Blocks that wait together share one write up to this size: one system call carries several events, and no write is so long that its deadline is unfair. */
const WRITE_BYTES = 65_536;

/** Collects what became ready in one turn of the event loop, so that events published together leave together. */
export interface FlushScheduler {
  schedule(outbox: Outbox): void;
}

export function createFlushScheduler(): FlushScheduler {
  let ready: Outbox[] = [];
  return {
    schedule(outbox) {
      ready.push(outbox);
      if (ready.length > 1) return;
      queueMicrotask(() => {
        const batch = ready;
        ready = [];
        for (const each of batch) each.flush();
      });
    },
  };
}

/**
 * The bounded queue between a producer and a transport that may be slow (B1.4). Blocks are whole: they are never split between two states,
 * dropped in part, or interleaved. At most one write is outstanding, so what waits is here, where it can be counted and thrown away.
 */
export class Outbox {
  readonly #sink: OutboxSink;
  readonly #bounds: OutboxBounds;
  readonly #scheduler: FlushScheduler;
  #queue: Uint8Array[] = [];
  #bytes = 0;
  #scheduled = false;

  constructor(sink: OutboxSink, bounds: OutboxBounds, scheduler: FlushScheduler) {
    this.#sink = sink;
    this.#bounds = bounds;
    this.#scheduler = scheduler;
  }

  get length(): number {
    return this.#queue.length;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Whether a producer that can wait should. */
  get full(): boolean {
    return this.#queue.length >= this.#bounds.queueEvents || this.#bytes >= this.#bounds.queueBytes;
  }

  get empty(): boolean {
    return this.#queue.length === 0 && !this.#sink.busy;
  }

  /** False: full, and nothing was queued. A queue that is not full takes one more block whatever its size, which is bounded where it is encoded. */
  push(block: Uint8Array): boolean {
    if (this.full) return false;
    this.#queue.push(block);
    this.#bytes += block.length;
    if (!this.#scheduled && !this.#sink.busy) {
      this.#scheduled = true;
      this.#scheduler.schedule(this);
    }
    return true;
  }

  /** Throws away everything that has not been handed to the transport: control never waits behind data. */
  clear(): void {
    this.#queue = [];
    this.#bytes = 0;
  }

  /** Hands over as much as one write should carry. Called by the scheduler, and when the transport has drained. */
  flush(): void {
    this.#scheduled = false;
    const queue = this.#queue;
    const [first] = queue;
    if (first === undefined || this.#sink.busy) return;
    if (queue.length === 1) {
      this.clear();
      this.#sink.write(first);
      return;
    }
    let count = 1;
    let total = first.length;
    for (let next = queue[1]; next !== undefined && total + next.length <= WRITE_BYTES; next = queue[count]) {
      count += 1;
      total += next.length;
    }
    this.#queue = queue.slice(count);
    this.#bytes -= total;
    this.#sink.write(count === 1 ? first : Buffer.concat(queue.slice(0, count), total));
  }
}
