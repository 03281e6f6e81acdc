import type { ConnectionState, EventStream } from '@tidemark/transport';
import { describe, expect, test } from 'vitest';
import { type FollowOptions, followHostEvents, type HostEventFollower, type HostEventLike, type OpenHostEvents, resync } from './index.ts';

type Event = HostEventLike;
type Request = Parameters<OpenHostEvents<Event>>[0];

const durable = (id: string): Event => ({ event: 'example.order-paid', id, data: { eventId: id, delivery: 'durable' } });
const ephemeral = (eventId: string): Event => ({ event: 'example.cursor-moved', data: { eventId, delivery: 'ephemeral' } });
class Refused extends Error {
  readonly code = 'host_event_resync_required';
}

/** Lets everything that is ready run. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A stream under the test's control: the generated client's promises, without its connections. */
class FakeStream implements EventStream<Event> {
  state: ConnectionState = { status: 'idle' };
  position: string | undefined;
  closed = false;
  readonly request: Request;
  readonly #items: (Event | Error | null)[] = [];
  #wake: (() => void) | undefined;

  constructor(request: Request) {
    this.request = request;
    this.position = request.lastEventId;
  }

  live(): void {
    this.#enter({ status: 'connecting', attempt: 1 });
    this.#enter({ status: 'live' });
  }

  drop(): void {
    this.#enter({ status: 'waiting', delayMs: 1, failure: new Error('cut') });
  }

  push(...items: (Event | Error | null)[]): void {
    this.#items.push(...items);
    this.#wake?.();
  }

  close(): void {
    this.closed = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined> {
    for (;;) {
      if (this.closed) return;
      const item = this.#items.shift();
      if (item === undefined) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        continue;
      }
      if (item === null) return;
      if (item instanceof Error) throw item;
      if (this.request.isDuplicate?.(item) === true) continue;
      yield item;
      if (item.id !== undefined) this.position = item.id;
    }
  }

  #enter(state: ConnectionState): void {
    this.state = state;
    this.request.onState?.(state);
  }
}

interface Fixture {
  readonly follower: HostEventFollower<Event>;
  readonly streams: FakeStream[];
  readonly opened: (number: number) => Promise<FakeStream>;
  readonly seen: string[];
  readonly done: Promise<unknown>;
  readonly saw: (id: string) => Promise<void>;
}

function follow(options: Partial<FollowOptions<Event>> = {}): Fixture {
  const streams: FakeStream[] = [];
  const seen: string[] = [];
  const waiting = new Set<() => void>();
  const tell = (): void => {
    for (const check of waiting) check();
  };
  const until = (done: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (!done()) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  const open = (request: Request): FakeStream => {
    const stream = new FakeStream(request);
    streams.push(stream);
    queueMicrotask(tell);
    return stream;
  };
  const follower = followHostEvents<Event>({ strict: true, ...options, open });
  const done = (async () => {
    for await (const { data } of follower) {
      seen.push(data.eventId);
      tell();
    }
    return 'ended';
  })().catch((error: unknown) => error);
  return {
    follower,
    streams,
    seen,
    done,
    async opened(number) {
      await until(() => streams.length >= number);
      return streams[number - 1] as FakeStream;
    },
    saw: (id) => until(() => seen.includes(id)),
  };
}

describe('without a reconciliation', () => {
  test('[H4.1] the position is that of the last durable event that was handled', async () => {
    const { follower, opened, saw, done } = follow({ lastEventId: 'a' });
    const stream = await opened(1);
    expect([stream.request.lastEventId, stream.request.query]).toEqual(['a', { replay: 'required' }]);
    stream.live();
    stream.push(durable('b'), ephemeral('x'), durable('c'));
    await saw('c');
    expect(follower.position).toBe('c');
    stream.push(null);
    expect(await done).toBe('ended');
  });

  test('[H4.2] a refused cursor is an error, typed, and nothing is asked again', async () => {
    const { opened, streams, done } = follow({ lastEventId: 'a' });
    (await opened(1)).push(new Refused());
    expect(await done).toBeInstanceOf(Refused);
    expect([streams.length, streams[0]?.closed]).toEqual([1, true]);
  });

  test('[H4.2] a drop before there is a position is told, not passed over', async () => {
    const { opened, done } = follow();
    const stream = await opened(1);
    stream.live();
    stream.push(ephemeral('x'));
    stream.drop();
    expect(await done).toMatchObject({ code: 'position-lost' });
    expect(stream.closed).toBe(true);
  });

  test('[H4.1] a drop with a position is the stream’s own business', async () => {
    const { opened, saw, seen } = follow({ lastEventId: 'a' });
    const stream = await opened(1);
    stream.live();
    stream.drop();
    stream.live();
    stream.push(durable('b'));
    await saw('b');
    expect(seen).toEqual(['b']);
  });
});

describe('resync', () => {
  test('[H4.2] the stream is live before the state is read, and what came meanwhile follows', async () => {
    const steps: string[] = [];
    let finish: (() => void) | undefined;
    let started: (() => void) | undefined;
    const reading = new Promise<void>((resolve) => {
      started = resolve;
    });
    const { opened, seen, saw } = follow({
      reconcile: async () => {
        steps.push('reconcile');
        started?.();
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
      },
    });
    const stream = await opened(1);
    expect(stream.request.lastEventId).toBeUndefined();
    await Promise.resolve();
    expect(steps).toEqual([]);
    stream.live();
    await reading;
    stream.push(durable('a'), durable('b'));
    expect(seen).toEqual([]);
    finish?.();
    await saw('b');
    expect(seen).toEqual(['a', 'b']);
  });

  test('[H4.2] a drop meanwhile starts it again, and aborts what was reading', async () => {
    const signals: AbortSignal[] = [];
    let finish: (() => void) | undefined;
    const { opened, saw, seen, streams } = follow({
      reconcile: (signal) => {
        signals.push(signal);
        return new Promise((resolve) => {
          finish = resolve;
        });
      },
    });
    const first = await opened(1);
    first.live();
    first.push(ephemeral('lost'));
    await Promise.resolve();
    first.drop();
    const second = await opened(2);
    second.live();
    second.push(durable('a'));
    await settle();
    expect([signals[0]?.aborted, signals[1]?.aborted]).toEqual([true, false]);
    finish?.();
    await saw('a');
    expect([seen, streams.length]).toEqual([['a'], 2]);
  });

  test('[H4.2] a refused cursor leads to a fresh stream, and is never sent again', async () => {
    const reasons: string[] = [];
    const { opened, saw, streams, follower } = follow({
      lastEventId: 'old',
      reconcile: async () => {},
      onReset: (reason) => reasons.push(reason),
    });
    (await opened(1)).push(new Refused());
    const second = await opened(2);
    second.live();
    second.push(durable('new'));
    await saw('new');
    expect(streams.map(({ request }) => request.lastEventId)).toEqual(['old', undefined]);
    expect([reasons, follower.position]).toEqual([['resync-required'], 'new']);
  });

  test('[H4.2] an error of the reconciliation is the application’s own', async () => {
    const { opened, done, streams } = follow({
      reconcile: async () => {
        throw new Error('my database');
      },
    });
    (await opened(1)).live();
    expect(await done).toEqual(new Error('my database'));
    expect(streams[0]?.closed).toBe(true);
  });

  test('[H4.2] more than the buffer holds is held back, not dropped', async () => {
    let finish: (() => void) | undefined;
    const { opened, saw, seen } = follow({
      maxBuffered: 2,
      reconcile: () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    });
    const stream = await opened(1);
    stream.live();
    stream.push(...['a', 'b', 'c', 'd', 'e'].map(durable));
    await settle();
    finish?.();
    await saw('e');
    expect(seen).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});

describe('a host that does not promise strict replay', () => {
  test('[H4.3] is never sent the parameter, and any drop begins anew', async () => {
    const { opened, saw, streams } = follow({ strict: async () => false, lastEventId: 'a', reconcile: async () => {} });
    const first = await opened(1);
    first.live();
    first.push(durable('b'));
    await saw('b');
    first.drop();
    const second = await opened(2);
    expect(streams.map(({ request }) => [request.query, request.lastEventId])).toEqual([
      [{}, 'a'],
      [{}, undefined],
    ]);
    second.close();
  });
});

test('[H4.1] the same event twice is handled once, also over a reset', async () => {
  const { opened, saw, seen } = follow({ lastEventId: 'a', reconcile: async () => {} });
  const first = await opened(1);
  first.live();
  first.push(durable('b'), durable('b'), new Refused());
  const second = await opened(2);
  second.live();
  second.push(durable('b'), durable('c'));
  await saw('c');
  expect(seen).toEqual(['b', 'c']);
});

test('[H4.1] an abort ends it at once, with the signal’s reason', async () => {
  const controller = new AbortController();
  const { opened, done, streams } = follow({ signal: controller.signal });
  (await opened(1)).live();
  controller.abort(new Error('enough'));
  expect(await done).toEqual(new Error('enough'));
  expect(streams[0]?.closed).toBe(true);
});

test('[H4.2] `resync` is following without a position', async () => {
  let asked: Request | undefined;
  const follower = resync<Event>(async () => {}, {
    strict: true,
    open: (request) => {
      asked = request;
      return new FakeStream(request);
    },
  });
  void follower[Symbol.asyncIterator]().next();
  await settle();
  expect([asked?.lastEventId, asked?.query]).toEqual([undefined, { replay: 'required' }]);
  follower.close();
});
