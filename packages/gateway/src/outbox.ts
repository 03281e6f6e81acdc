import type { ByteSink } from './http-exchange.ts';

/** What the queue needs of a transport. */
export type OutboxSink = Pick<ByteSink, 'busy' | 'write'>;

export interface OutboxBounds {
  readonly queueEvents: number;
  readonly queueBytes: number;
}

/** Blocks that wait together share one write up to this size: one system call carries several events, and no write is so long that its deadline is unfair. */
const WRITE_BYTES = 65_536;

/** Collects what became ready in one turn of the event loop, promises included, so that events published or yielded together leave together. */
export interface FlushScheduler {
  schedule(outbox: Outbox): void;
}

export function createFlushScheduler(): FlushScheduler {
  let ready: Outbox[] = [];
  return {
    schedule(outbox) {
      ready.push(outbox);
      if (ready.length > 1) return;
      // Behind all promises that are ready: a generator that yields four events in a row costs one write.
      process.nextTick(() => {
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
  /** The next block. On its own, because a queue of one is the rule, and an array for it would be garbage for each delivery (F2). */
  #first: Uint8Array | null = null;
  #rest: Uint8Array[] = NO_BLOCKS;
  #bytes = 0;
  #scheduled = false;

  constructor(sink: OutboxSink, bounds: OutboxBounds, scheduler: FlushScheduler) {
    this.#sink = sink;
    this.#bounds = bounds;
    this.#scheduler = scheduler;
  }

  get length(): number {
    return this.#first === null ? 0 : this.#rest.length + 1;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Whether a producer that can wait should. */
  get full(): boolean {
    return this.#first !== null && (this.length >= this.#bounds.queueEvents || this.#bytes >= this.#bounds.queueBytes);
  }

  get empty(): boolean {
    return this.#first === null && !this.#sink.busy;
  }

  /** False: full, and nothing was queued. A queue that is not full takes one more block whatever its size, which is bounded where it is encoded. */
  push(block: Uint8Array): boolean {
    if (this.full) return false;
    if (this.#first === null) this.#first = block;
    else if (this.#rest === NO_BLOCKS) this.#rest = [block];
    else this.#rest.push(block);
    this.#bytes += block.length;
    if (!this.#scheduled && !this.#sink.busy) {
      this.#scheduled = true;
      this.#scheduler.schedule(this);
    }
    return true;
  }

  /** Throws away everything that has not been handed to the transport: control never waits behind data. */
  clear(): void {
    this.#first = null;
    this.#rest = NO_BLOCKS;
    this.#bytes = 0;
  }

  /** Hands over as much as one write should carry. Called by the scheduler, and when the transport has drained. */
  flush(): void {
    this.#scheduled = false;
    const first = this.#first;
    if (first === null || this.#sink.busy) return;
    if (this.#rest === NO_BLOCKS) {
      this.clear();
      this.#sink.write(first);
    } else {
      this.#sink.write(this.#takeBatch(first, this.#rest));
    }
  }

  #takeBatch(first: Uint8Array, rest: readonly Uint8Array[]): Uint8Array {
    let count = 0;
    let total = first.length;
    for (let next = rest[0]; next !== undefined && total + next.length <= WRITE_BYTES; next = rest[count]) {
      count += 1;
      total += next.length;
    }
    this.#first = rest[count] ?? null;
    this.#rest = count + 1 < rest.length ? rest.slice(count + 1) : NO_BLOCKS;
    this.#bytes -= total;
    return count === 0 ? first : Buffer.concat([first, ...rest.slice(0, count)], total);
  }
}

/** No queue at all; never written to. */
const NO_BLOCKS: Uint8Array[] = [];
