import { GatewayError, type IdentifiedEvent } from '@tidemark/gateway';
import { describe, expect, test } from 'vitest';
import { createFeed, type Feed, type OrderEvent } from './feed.ts';
import type { StoredEvent } from './requests.ts';
import type { OrderStore } from './store.ts';

/** A store without a disk: what is committed is kept in a list, and told. */
function storeOf(): { readonly store: OrderStore; readonly commit: (tenant: string, body: string) => void } {
  const events: StoredEvent[] = [];
  const followers = new Set<(event: StoredEvent) => void>();
  const answers: Readonly<Record<string, (ask: never) => unknown>> = {
    head: () => events.length,
    events: ({ tenant, after }: { tenant: string; after: number }) =>
      events.filter((event) => event.tenant === tenant && event.position > after),
    resume: ({ eventId }: { eventId: string }) => events.find((event) => event.eventId === eventId)?.position ?? null,
  };
  const store: OrderStore = {
    ask: (async (method: string, ask: never) => answers[method]?.(ask)) as OrderStore['ask'],
    follow(listener) {
      followers.add(listener);
      return () => followers.delete(listener);
    },
    close: async () => {},
  };
  return {
    store,
    commit(tenant, body) {
      const position = events.length + 1;
      const event = { position, tenant, eventId: `e${position}`, tag: 'order-cancelled', status: 'cancelled', body };
      events.push(event);
      for (const follower of followers) follower(event);
    },
  };
}

const cancelled = (reason: string) => JSON.stringify({ type: 'order-cancelled', v: 1, orderId: 'ord_1', revision: 2, reason });
const open = async (feed: Feed, tenant: string, lastEventId?: string): Promise<AsyncIterator<IdentifiedEvent<OrderEvent>>> => {
  const events = await feed.open({ tenant, status: undefined, lastEventId, signal: new AbortController().signal });
  return events[Symbol.asyncIterator]();
};

const UNREADABLE: readonly (readonly [string, string, object])[] = [
  ['no JSON', '{', { code: 'malformed-json' }],
  ['another contract', '{"type":"order-moved","v":1}', { code: 'unknown-tag', path: '/type' }],
  ['a value out of range', cancelled('x').replace('2', '-1'), { code: 'out-of-range', path: '/revision' }],
  ['more bytes than a reason may have', cancelled('x'.repeat(201)), { code: 'too-many-bytes', path: '/reason' }],
];

describe('a committed event that cannot be read', () => {
  test.each(UNREADABLE)('[B1.4] %s ends the readers of its tenant, and nobody else', async (_name, body, error) => {
    const { store, commit } = storeOf();
    const feed = createFeed(store);
    const [own, other] = [await open(feed, 'a'), await open(feed, 'b')];
    const [ownNext, otherNext] = [own.next(), other.next()];
    const told: unknown[] = [];
    const listenerOf = (name: string) => ({ event: () => told.push(name), failed: (thrown: unknown) => told.push([name, thrown]) });
    feed.follow('a', listenerOf('a'));
    feed.follow('b', listenerOf('b'));
    commit('a', body);
    commit('b', cancelled('b'));
    commit('a', cancelled('a'));
    await expect(ownNext).rejects.toMatchObject(error);
    expect((await otherNext).value).toMatchObject({ id: 'e2', event: { reason: 'b' } });
    expect(told).toEqual([['a', expect.objectContaining(error)], 'b']);
  });

  test.each(UNREADABLE)('[B2.1] %s is reached by a replay after what is before it', async (_name, body, error) => {
    const { store, commit } = storeOf();
    commit('a', cancelled('first'));
    commit('a', cancelled('second'));
    commit('a', body);
    const reader = await open(createFeed(store), 'a', 'e1');
    expect((await reader.next()).value).toMatchObject({ id: 'e2', event: { reason: 'second' } });
    await expect(reader.next()).rejects.toMatchObject(error);
  });
});

test('[B3.5] a listener that throws is told nothing more, and the others everything', () => {
  const { store, commit } = storeOf();
  const feed = createFeed(store);
  const told: string[] = [];
  const fault = new GatewayError('invalid-message', 'a message that does not fit');
  feed.follow('a', {
    event() {
      told.push('first');
      throw fault;
    },
    failed: (error) => told.push(`failed ${error === fault}`),
  });
  feed.follow('a', { event: () => told.push('second'), failed: () => told.push('never') });
  commit('a', cancelled('x'));
  commit('a', cancelled('y'));
  expect(told).toEqual(['first', 'failed true', 'second', 'second']);
});
