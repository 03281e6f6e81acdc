import { describe, expect, test } from 'vitest';
import { attachDirectly, createBroadcast } from './broadcast.ts';
import { type IdentifiedEvent, withId } from './event-encoder.ts';

interface Numbered {
  readonly n: number;
}

const event = (n: number): Numbered => ({ n });

describe('broadcast', () => {
  test('[B24] each subscriber has its own position; events published before it is iterated are kept', async () => {
    const hub = createBroadcast<Numbered | IdentifiedEvent<Numbered>>();
    const first = hub.subscribe();
    hub.publish(event(1));
    const second = hub.subscribe();
    hub.publish(withId('2', event(2)));
    const one = first[Symbol.asyncIterator]();
    const two = second[Symbol.asyncIterator]();
    expect([await one.next(), await one.next(), await two.next()]).toEqual([
      { done: false, value: event(1) },
      { done: false, value: withId('2', event(2)) },
      { done: false, value: withId('2', event(2)) },
    ]);
    const waiting = one.next();
    hub.publish(event(3));
    expect(await waiting).toEqual({ done: false, value: event(3) });
    await one.return?.();
    expect(hub.size).toBe(1);
  });

  test('[B1.5] return ends a next that waits, and so does the signal', async () => {
    const hub = createBroadcast<Numbered | IdentifiedEvent<Numbered>>();
    const iterator = hub.subscribe()[Symbol.asyncIterator]();
    const waiting = iterator.next();
    await iterator.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
    const controller = new AbortController();
    const other = hub.subscribe({ signal: controller.signal })[Symbol.asyncIterator]();
    const last = other.next();
    controller.abort();
    expect([await last, hub.size]).toEqual([{ done: true, value: undefined }, 0]);
    expect(await hub.subscribe({ signal: controller.signal })[Symbol.asyncIterator]().next()).toEqual({ done: true, value: undefined });
    expect(hub.size).toBe(0);
  });

  test('[B1.4] a subscriber that never asks costs its bound, and is told that it lost something', async () => {
    const hub = createBroadcast<Numbered | IdentifiedEvent<Numbered>>();
    const subscription = hub.subscribe({ maxPending: 2 });
    for (const n of [1, 2, 3, 4]) hub.publish(event(n));
    expect(hub.size).toBe(0);
    await expect(subscription[Symbol.asyncIterator]().next()).rejects.toThrow(
      'subscriber-overflow: more than 2 events were published before the subscriber asked for one',
    );
    expect(() => subscription[attachDirectly](() => true)).toThrow('subscriber-overflow');
  });

  test('[H1.3] a filter decides for each event at delivery', () => {
    const hub = createBroadcast<Numbered | IdentifiedEvent<Numbered>>();
    let allowed = true;
    const seen: unknown[] = [];
    hub.subscribe({ filter: () => allowed })[attachDirectly]((item) => seen.push(item) > 0);
    hub.publish(event(1));
    allowed = false;
    hub.publish(withId('2', event(2)));
    expect(seen).toEqual([event(1)]);
  });

  test('[H1.3] what is published is what a subscriber gets, and its filter sees the event within', async () => {
    const hub = createBroadcast<IdentifiedEvent<Numbered>>();
    const iterator = hub.subscribe({ filter: ({ n }) => n > 1 })[Symbol.asyncIterator]();
    for (const n of [1, 2]) hub.publish(withId(`${n}`, event(n)));
    const step = await iterator.next();
    expect(step.done === true ? null : [step.value.id, step.value.event.n]).toEqual(['2', 2]);
  });

  test('[F2] a direct sink gets what was pending, then each event as it is published, until it wants no more', () => {
    const hub = createBroadcast<Numbered | IdentifiedEvent<Numbered>>();
    const subscription = hub.subscribe();
    hub.publish(event(1));
    const seen: unknown[] = [];
    subscription[attachDirectly]((item) => {
      seen.push(item);
      return seen.length < 3;
    });
    for (const n of [2, 3, 4]) hub.publish(event(n));
    expect([seen, hub.size]).toEqual([[event(1), event(2), event(3)], 0]);
  });
});
