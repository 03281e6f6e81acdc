import { type ConnectionState, createDuplicateFilter } from '@tidemark/transport';
import { HostEventsClientError } from './client-error.ts';
import type { HostEventLike, OpenHostEvents, ResetReason } from './host-event.ts';
import { HostEventLink } from './host-event-link.ts';

/** Reads the application's state anew. Its signal aborts when the stream was lost meanwhile: it will be called again. */
export type Reconcile = (signal: AbortSignal) => Promise<void>;

export interface FollowOptions<E extends HostEventLike> {
  /** `client.streamHostEvents` of a generated client. */
  readonly open: OpenHostEvents<E>;
  /** Whether the host advertises strict replay; see `advertisesStrictReplay`. Asked once, before the first request (H4.3). */
  readonly strict: boolean | (() => Promise<boolean>);
  /** Id of the last durable event that was handled, as it was stored. Absent: `reconcile` comes first, where it is given. */
  readonly lastEventId?: string;
  /** What to do instead of failing when the history is broken. */
  readonly reconcile?: Reconcile;
  readonly signal?: AbortSignal;
  /** Events kept while `reconcile` runs or the application is slow (default 1,024). */
  readonly maxBuffered?: number;
  readonly onState?: (state: ConnectionState) => void;
  /** Told before each reconciliation but the first. */
  readonly onReset?: (reason: ResetReason) => void;
}

/** Events in order, each handled once. Can be iterated once. */
export interface HostEventFollower<E extends HostEventLike> extends AsyncIterable<E> {
  /** Id of the last durable event that was handled: it moves when the next event is asked for. What to store, and to give as `lastEventId` later. */
  readonly position: string | undefined;
  close(): void;
}

/**
 * H4.1, H4.2: follows host events over any number of connections. Where nothing was missed, it goes on silently. Where something may have been, it
 * opens a fresh stream, buffers that, calls `reconcile`, and then goes on with the buffer: an event may be seen by both, none by neither. Without `reconcile` it throws:
 * the generated `HostEventResyncRequiredError`, or `HostEventsClientError` `position-lost`. A cursor that was refused is never sent again.
 */
export function followHostEvents<E extends HostEventLike>(options: FollowOptions<E>): HostEventFollower<E> {
  return new Follower(options);
}

/** `followHostEvents` from a fresh baseline: `reconcile` first, then events. */
export function resync<E extends HostEventLike>(
  reconcile: Reconcile,
  options: Omit<FollowOptions<E>, 'reconcile' | 'lastEventId'>,
): HostEventFollower<E> {
  return followHostEvents({ ...options, reconcile });
}

const DEFAULT_BUFFERED = 1_024;

class Follower<E extends HostEventLike> implements HostEventFollower<E> {
  position: string | undefined;
  readonly #options: FollowOptions<E>;
  readonly #isDuplicate = createDuplicateFilter<E>(({ data }) => data.eventId);
  readonly #events: AsyncGenerator<E, void, undefined>;
  #link: HostEventLink<E> | null = null;
  #closed = false;

  constructor(options: FollowOptions<E>) {
    this.#options = options;
    this.position = options.lastEventId === '' ? undefined : options.lastEventId;
    this.#events = this.#run();
  }

  [Symbol.asyncIterator](): AsyncIterator<E, void, undefined> {
    return {
      next: () => this.#events.next(),
      return: () => {
        // A generator queues `return` behind a pending `next`.
        this.close();
        return this.#events.return();
      },
    };
  }

  close(): void {
    this.#closed = true;
    this.#link?.close();
  }

  async *#run(): AsyncGenerator<E, void, undefined> {
    const { strict, signal } = this.#options;
    const stop = (): void => {
      this.close();
    };
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const promised = typeof strict === 'boolean' ? strict : await strict();
      while (!this.#isOver()) {
        const reason = yield* this.#connected(promised);
        if (reason === undefined) break;
        this.position = undefined;
        this.#options.onReset?.(reason);
      }
      signal?.throwIfAborted();
    } finally {
      signal?.removeEventListener('abort', stop);
      this.close();
    }
  }

  /** One link until it ends; why to begin anew, or undefined where it is over. */
  async *#connected(strict: boolean): AsyncGenerator<E, ResetReason | undefined, undefined> {
    const link = this.#open(strict);
    try {
      if (this.position === undefined) await this.#reconcile(link);
      for (let event = await link.next(); event !== undefined; event = await link.next()) {
        yield event;
        // Asked for the next one: this one was handled.
        if (event.id !== undefined) this.position = event.id;
        if (this.#isOver()) return undefined;
      }
      return undefined;
    } catch (error) {
      const reason = this.#isOver() ? undefined : reasonOf(error);
      if (reason === undefined || this.#options.reconcile === undefined) throw error;
      return reason;
    } finally {
      link.close();
    }
  }

  #open(strict: boolean): HostEventLink<E> {
    const { open, maxBuffered = DEFAULT_BUFFERED, onState = ignore } = this.#options;
    const link = new HostEventLink<E>({ open, strict, lastEventId: this.position, maxBuffered, isDuplicate: this.#isDuplicate, onState });
    this.#link = link;
    return link;
  }

  /** The stream is live and buffers before the application reads, so nothing falls between; lost meanwhile, it is begun again. */
  async #reconcile(link: HostEventLink<E>): Promise<void> {
    const { reconcile } = this.#options;
    if (reconcile === undefined) return;
    await link.live();
    if (this.#isOver()) return;
    const controller = new AbortController();
    try {
      await Promise.race([reconcile(controller.signal), link.failed()]);
    } finally {
      controller.abort();
    }
  }

  #isOver(): boolean {
    return this.#closed || this.#options.signal?.aborted === true;
  }
}

function reasonOf(error: unknown): ResetReason | undefined {
  if (error instanceof HostEventsClientError) return error.code === 'position-lost' ? 'position-lost' : undefined;
  return (error as { readonly code?: unknown } | null)?.code === 'host_event_resync_required' ? 'resync-required' : undefined;
}

function ignore(): void {}
