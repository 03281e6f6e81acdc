import { createBroadcast, type IdentifiedEvent, withId } from '@tidemark/gateway';
import { decodeServerMessage } from '@tidemark/orders-client/decoders';
import type { OrderCancelled, OrderChanged, OrderPlaced, OrderStatus } from '@tidemark/orders-client/types';
import { resyncRequired } from '@tidemark/orders-server';
import type { StoredEvent } from './requests.ts';
import type { OrderStore } from './store.ts';

export type OrderEvent = OrderPlaced | OrderChanged | OrderCancelled;

export interface OpenFeed {
  readonly tenant: string;
  readonly status: OrderStatus | undefined;
  /** Absent: from now on. */
  readonly lastEventId: string | undefined;
  readonly signal: AbortSignal;
}

/** The events of all orders: what was committed, then what is committed. */
export interface Feed {
  /**
   * Every event of the tenant after the named one, each once and in commit order, then live. Decided before it resolves.
   * @throws `resync_required` for an id that names no event of the tenant.
   */
  open(options: OpenFeed): Promise<AsyncIterable<IdentifiedEvent<OrderEvent>>>;
  /** Tells the listener each event of the tenant from now on; gives the function that ends it. */
  follow(tenant: string, listener: FeedListener): () => void;
}

export interface FeedListener {
  event(event: OrderEvent): void;
  /** An event could not be read, or `event` threw: the listener is told nothing more. */
  failed(error: unknown): void;
}

const PAGE = 200;

export function createFeed(store: OrderStore): Feed {
  const live = createBroadcast<FeedEntry>();
  const followers = new Set<{ readonly tenant: string; readonly listener: FeedListener }>();
  store.follow((stored) => {
    const entry = new FeedEntry(stored);
    live.publish(entry);
    for (const follower of followers) {
      if (follower.tenant !== entry.tenant) continue;
      try {
        follower.listener.event(entry.identified.event);
      } catch (error) {
        followers.delete(follower);
        follower.listener.failed(error);
      }
    }
  });

  return {
    async open({ tenant, status, lastEventId, signal }) {
      // Attached before the position is looked up: what is committed in between waits here, and is told apart by its position.
      const subscription = live.subscribe({ signal, filter: (entry) => entry.tenant === tenant });
      const start = lastEventId === undefined ? await store.ask('head', {}) : await store.ask('resume', { tenant, eventId: lastEventId });
      if (start === null) {
        await subscription[Symbol.asyncIterator]().return?.();
        throw resyncRequired();
      }
      return wanted(entriesAfter(store, tenant, start, subscription), status);
    },
    follow(tenant, listener) {
      const follower = { tenant, listener };
      followers.add(follower);
      return () => followers.delete(follower);
    },
  };
}

async function* entriesAfter(store: OrderStore, tenant: string, start: number, live: AsyncIterable<FeedEntry>): AsyncGenerator<FeedEntry> {
  let last = start;
  for (;;) {
    const page = await store.ask('events', { tenant, after: last, limit: PAGE });
    for (const stored of page) {
      yield new FeedEntry(stored);
      last = stored.position;
    }
    if (page.length < PAGE) break;
  }
  for await (const entry of live) {
    if (entry.position <= last) continue;
    last = entry.position;
    yield entry;
  }
}

async function* wanted(entries: AsyncGenerator<FeedEntry>, status: OrderStatus | undefined): AsyncGenerator<IdentifiedEvent<OrderEvent>> {
  for await (const entry of entries) if (status === undefined || entry.status === status) yield entry.identified;
}

/** A committed event, decoded when its first reader asks and once for all of them. */
class FeedEntry {
  readonly position: number;
  readonly tenant: string;
  readonly status: string;
  readonly #stored: StoredEvent;
  #identified: IdentifiedEvent<OrderEvent> | undefined;

  constructor(stored: StoredEvent) {
    this.position = stored.position;
    this.tenant = stored.tenant;
    this.status = stored.status;
    this.#stored = stored;
  }

  /** Throws `DecodeError` in the reader that asks, so that an unreadable event ends its own readers and nobody else. */
  get identified(): IdentifiedEvent<OrderEvent> {
    const { eventId, body } = this.#stored;
    this.#identified ??= withId(eventId, decodeServerMessage(body) as OrderEvent);
    return this.#identified;
  }
}
