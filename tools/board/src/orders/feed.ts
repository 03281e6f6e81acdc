import { createBroadcast, type IdentifiedEvent, withId } from '@tidemark/gateway';
import { decodeServerMessage } from '@tidemark/orders-client/decoders';
import type { OrderCancelled, OrderChanged, OrderPlaced, OrderStatus } from '@tidemark/orders-client/types';
import { resyncRequired } from '@tidemark/orders-server';
import type { StoredEvent } from './requests.ts';
import type { OrderStore } from './store.ts';

export type OrderEvent = OrderPlaced | OrderChanged | OrderCancelled;

/** A committed event, decoded once, whatever the number of readers. */
export interface FeedEntry {
  readonly position: number;
  readonly tenant: string;
  readonly status: string;
  readonly event: OrderEvent;
  readonly identified: IdentifiedEvent<OrderEvent>;
}

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
  /** Calls the listener for each event of the tenant from now on. */
  follow(tenant: string, listener: (entry: FeedEntry) => void): () => void;
}

const PAGE = 200;

export function createFeed(store: OrderStore): Feed {
  const live = createBroadcast<FeedEntry>();
  const followers = new Set<{ readonly tenant: string; readonly listener: (entry: FeedEntry) => void }>();
  store.follow((stored) => {
    const entry = entryOf(stored);
    live.publish(entry);
    for (const { tenant, listener } of followers) if (tenant === entry.tenant) listener(entry);
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

async function* entriesAfter(
  store: OrderStore,
  tenant: string,
  start: number,
  live: AsyncIterable<FeedEntry | IdentifiedEvent<FeedEntry>>,
): AsyncGenerator<FeedEntry> {
  let last = start;
  for (;;) {
    const page = await store.ask('events', { tenant, after: last, limit: PAGE });
    for (const stored of page) {
      yield entryOf(stored);
      last = stored.position;
    }
    if (page.length < PAGE) break;
  }
  for await (const item of live) {
    const entry = item as FeedEntry;
    if (entry.position <= last) continue;
    last = entry.position;
    yield entry;
  }
}

async function* wanted(entries: AsyncGenerator<FeedEntry>, status: OrderStatus | undefined): AsyncGenerator<IdentifiedEvent<OrderEvent>> {
  for await (const entry of entries) if (status === undefined || entry.status === status) yield entry.identified;
}

function entryOf({ position, tenant, status, eventId, body }: StoredEvent): FeedEntry {
  const event = decodeServerMessage(body) as OrderEvent;
  return { position, tenant, status, event, identified: withId(eventId, event) };
}
