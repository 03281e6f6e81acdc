import { describe, expect, test } from 'vitest';
import { createContext } from './context.ts';
import type { StreamDescriptor } from './descriptor.ts';
import { createDuplicateFilter } from './duplicate-filter.ts';
import type { ClientOptions } from './options.ts';
import { streamMethod } from './stream.ts';
import type { ConnectionState, StreamOptions } from './stream-state.ts';
import { type Answer, fakeStream, refuse, scriptedFetch, silent, unreachable } from './test-support/fake-fetch.ts';
import { FakeTime, settle } from './test-support/fake-time.ts';
import { countedSignal, failureOf, nameOf, runClock } from './test-support/outcome.ts';
import { answerOf, outcomes } from './test-support/outcomes.ts';
import { service, stream, type ThingEvent, type ThingStream } from './test-support/service.ts';

type Descriptor = StreamDescriptor<Record<string, unknown>, ThingEvent>;
type Request = Record<string, unknown> & StreamOptions<Record<string, unknown>, ThingEvent>;

function open(script: readonly Answer[], request: Request = {}, descriptor: Descriptor = stream(), options: Partial<ClientOptions> = {}) {
  const time = new FakeTime();
  const states: ConnectionState[] = [];
  const { fetch, requests } = scriptedFetch(...script);
  const context = createContext(service, { baseUrl: 'http://h', fetch, now: time.now, timers: time.timers, random: () => 0.5, ...options });
  const opened: ThingStream = streamMethod(context, descriptor)({ onState: (state) => states.push(state), ...request });
  return { opened, events: opened[Symbol.asyncIterator](), requests, time, states };
}

const block = (type: string, id?: number | string): string =>
  `event: ${type}\n${id === undefined ? '' : `id: ${id}\n`}data: {"type":"${type}","n":${typeof id === 'number' ? id : 0}}\n\n`;
const event = (type: string, id?: number): ThingEvent =>
  id === undefined ? { event: type, data: { type, n: 0 } } : { event: type, id: String(id), data: { type, n: id } };
const lastEventIds = (requests: readonly { headers: Headers }[]): (string | null)[] =>
  requests.map(({ headers }) => headers.get('last-event-id'));

/** A stream that has sent this much and stays open. */
function sending(...blocks: readonly string[]): ReturnType<typeof fakeStream> {
  const made = fakeStream();
  for (const text of blocks) made.push(text);
  return made;
}

describe('[B2.2, B22, B36, B37] what an answer means for a stream', () => {
  test.each(outcomes)('$answer: $stream', async ({ answer, stream: expected }) => {
    const live = sending(block('changed', 9));
    const { events, requests, time } = open([answerOf(answer), answerOf(answer), live.answer], {}, stream(), { credential: () => 'tok' });
    const outcome = await runClock(time, events.next(), 5_000, 10);
    const first = outcome !== undefined && 'value' in outcome ? outcome.value : nameOf(outcome);
    const [code, renew] = expected.split(' ').toReversed();
    const wanted: Readonly<Record<string, unknown>> = {
      retry: [{ done: false, value: event('changed', 9) }, 3],
      end: [{ done: true, value: undefined }, 1],
    };
    expect([first, requests.length]).toEqual(wanted[expected] ?? [code, renew === undefined ? 1 : 2]);
  });

  test('a platform whose answers have no readable body is told so, not retried', async () => {
    const { events, requests } = open([() => new Response(null, { headers: { 'content-type': 'text/event-stream' } })]);
    expect(await failureOf(events.next())).toMatchObject({ code: 'unexpected-media-type', status: 200 });
    expect(requests).toHaveLength(1);
  });

  test('after what ended it, the iterator is done', async () => {
    const { events } = open([refuse('resync_required', 409)]);
    expect(await failureOf(events.next())).toMatchObject({ code: 'resync_required' });
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });
});

describe('[H4.1, B39] the position moves when the next event is asked for', () => {
  test('an event that was received and not handled is asked for again', async () => {
    const first = sending(block('changed', 1), block('changed', 2));
    const second = sending(block('changed', 2), block('changed', 3));
    const { opened, events, requests, time } = open([first.answer, second.answer]);
    expect(await events.next()).toEqual({ done: false, value: event('changed', 1) });
    expect(opened.position).toBeUndefined();
    expect(await events.next()).toEqual({ done: false, value: event('changed', 2) });
    expect(opened.position).toBe('1');
    first.cut();
    const third = events.next();
    await time.advance(1_000);
    expect(await third).toEqual({ done: false, value: event('changed', 2) });
    expect(lastEventIds(requests)).toEqual([null, '2']);
  });

  test('leaving the loop leaves the last event unhandled', async () => {
    const { opened } = open([sending(block('changed', 1), block('changed', 2)).answer]);
    for await (const { id } of opened) if (id === '2') break;
    expect(opened.position).toBe('1');
    expect(opened.state).toEqual({ status: 'closed' });
  });

  test('[B09] an empty id takes the position back; [B08] an event without one keeps it', async () => {
    const first = sending(block('changed', 1), block('noted'), block('noted', ''), block('noted'));
    const { opened, events, requests, time } = open([first.answer, sending().answer], { lastEventId: '0' });
    const positions: (string | undefined)[] = [];
    for (let i = 0; i < 4; i += 1) {
      await events.next();
      positions.push(opened.position);
    }
    expect(positions).toEqual(['0', '1', '1', undefined]);
    first.end();
    void events.next();
    await time.advance(1_000);
    expect(lastEventIds(requests)).toEqual(['0', null]);
  });

  test('[B2.1] a block without data moves it in its turn, and a cut-off block does not', async () => {
    const first = sending(block('changed', 1), 'id: 7\n\n', 'id: 8\n', 'event: changed\ndata: {"type":"changed"}\n');
    const { opened, events, requests, time } = open([first.answer, sending().answer]);
    await events.next();
    expect(opened.position).toBeUndefined();
    void events.next();
    await settle();
    expect(opened.position).toBe('7');
    first.end();
    await time.advance(1_000);
    expect(lastEventIds(requests)).toEqual([null, '7']);
  });

  test('[C4.2a] it survives any number of failed attempts', async () => {
    const first = sending(block('changed', 1), block('alive'));
    const { events, requests, time } = open([first.answer, unreachable, refuse('unavailable', 503), unreachable, sending().answer]);
    await events.next();
    await events.next();
    first.cut();
    void events.next();
    await time.advance(10_000);
    expect(lastEventIds(requests)).toEqual([null, '1', '1', '1', '1']);
  });

  test('[R5.1] it travels in the body where the contract says so, beats the caller’s first one, and is UTF-8 in the header', async () => {
    const inBody = stream({
      method: 'POST',
      body: { maxBytes: 1_000 },
      resume: { option: 'cursor', carrier: { in: 'body', field: 'cursor' } },
    });
    const first = sending(block('changed', 5), block('alive'));
    const { events, requests, time } = open([first.answer, sending().answer], { body: { plan: 'p', cursor: '4' } }, inBody);
    await events.next();
    await events.next();
    first.end();
    void events.next();
    await time.advance(1_000);
    expect(requests.map(({ body }) => body)).toEqual(['{"plan":"p","cursor":"4"}', '{"plan":"p","cursor":"5"}']);
    expect(lastEventIds(requests)).toEqual([null, null]);

    const header = open([sending().answer], { lastEventId: 'é' });
    void header.events.next();
    await settle();
    expect(lastEventIds(header.requests)).toEqual(['Ã©']);
  });
});

describe('[B2.2] events are what the contract lists', () => {
  const long = `event: changed\nid: 1\ndata: {"type":"changed","x":"${'x'.repeat(1_000)}"}\n\n`;
  const cases: readonly [string, string, string][] = [
    ['an unknown tag', block('other', 1), 'invalid-event'],
    ['no tag', 'data: {"type":"changed"}\n\n', 'invalid-event'],
    ['a prototype’s name', block('constructor', 1), 'invalid-event'],
    ['no id where one is promised', block('changed'), 'invalid-event'],
    ['an empty id where one is promised', block('changed', ''), 'invalid-event'],
    ['an id where none may be', block('alive', 1), 'invalid-event'],
    ['data of another tag', 'event: changed\nid: 1\ndata: {"type":"noted"}\n\n', 'decode-failed'],
    ['data that is no JSON', 'event: changed\nid: 1\ndata: {"type"\n\n', 'decode-failed'],
    ['data over the bound', long, 'decode-failed'],
    ['a line far over the bound', `data: ${'x'.repeat(3_000)}`, 'event-too-large'],
  ];
  test.each(cases)('%s is terminal, and moves nothing', async (_, text, code) => {
    const { opened, events, requests } = open([sending(block('noted', 3), block('alive') + text).answer]);
    await events.next();
    await events.next();
    await expect(events.next()).rejects.toMatchObject({ name: 'TransportError', code });
    expect([requests.length, opened.position]).toEqual([1, '3']);
  });

  test('[H1.5] a stream that may carry more skips what it does not know, which moves no position', async () => {
    const frames = block('other', 6) + 'id: 7\ndata: tick\n\n' + block('changed', 8) + block('alive');
    const { opened, events } = open([sending(block('changed', 5), frames).answer], {}, stream({ unknownEvents: 'ignore' }));
    await events.next();
    expect(await events.next()).toEqual({ done: false, value: event('changed', 8) });
    expect(opened.position).toBe('5');
  });

  test('[H4.1] a duplicate is dropped, and moves no position', async () => {
    const isDuplicate = createDuplicateFilter<ThingEvent>(({ id }) => id, 2);
    const frames = [1, 2, 1, 3, 1].map((n) => block('changed', n)).join('');
    const { opened, events } = open([sending(frames + block('alive')).answer], { isDuplicate });
    const seen: unknown[] = [];
    for (let i = 0; i < 5; i += 1) seen.push((await events.next()).value?.id, opened.position);
    expect(seen).toEqual(['1', undefined, '2', '1', '3', '2', '1', '3', undefined, '1']);
  });
});

describe('[B2.2, R6.2] terminals', () => {
  test('a final one is handed out, then the stream ends and lets go', async () => {
    const first = sending(block('closed'), block('changed', 1));
    const { opened, events, requests } = open([first.answer]);
    expect((await events.next()).value).toEqual(event('closed'));
    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect([first.cancelled || requests[0]?.signal.aborted, requests.length, opened.state]).toEqual([true, 1, { status: 'closed' }]);
  });

  test('one that asks to come back is handed out, then the stream reconnects', async () => {
    const { events, requests, time } = open([
      sending(block('changed', 1), block('interrupted')).answer,
      sending(block('changed', 2)).answer,
    ]);
    await events.next();
    expect((await events.next()).value).toEqual(event('interrupted'));
    const next = events.next();
    await time.advance(1_000);
    expect((await next).value).toEqual(event('changed', 2));
    expect(lastEventIds(requests)).toEqual([null, '1']);
  });
});

const delays = (states: readonly ConnectionState[]): number[] =>
  states.flatMap((state) => (state.status === 'waiting' ? [state.delayMs] : []));
const closing: Answer = () => new Response('', { headers: { 'content-type': 'text/event-stream' } });
/** Accepts, says this, and closes. */
const saying =
  (text: string): Answer =>
  (request) => {
    const made = sending(text);
    made.end();
    return made.answer(request);
  };

describe('[B2.2] waits between attempts', () => {
  test('[B48] grow to a bound, and never end', async () => {
    const { events, requests, time, states } = open([unreachable]);
    void events.next();
    await time.advance(20 * 60_000);
    expect(delays(states).slice(0, 8)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
    expect(requests.length).toBeGreaterThan(50);
  });

  test('[B36] keep growing for a server that accepts and closes at once', async () => {
    const { events, time, states } = open([closing]);
    void events.next();
    await time.advance(40_000);
    expect(delays(states).slice(0, 5)).toEqual([500, 1_000, 2_000, 4_000, 8_000]);
  });

  test('start anew after an event, and after a connection that lasted', async () => {
    const scripted = [unreachable, unreachable, sending(block('alive')), unreachable, fakeStream()] as const;
    const answers = scripted.map((step) => (typeof step === 'function' ? step : step.answer));
    const { events, time, states } = open([...answers, unreachable], { idleMs: 120_000 });
    const first = events.next();
    await time.advance(2_000);
    await first;
    void events.next();
    scripted[2].end();
    await time.advance(2_000);
    await time.advance(31_000);
    scripted[4].end();
    await settle();
    expect(delays(states)).toEqual([500, 1_000, 500, 1_000, 500]);
  });

  const told: readonly [string, Answer, number][] = [
    ['Retry-After in seconds', refuse('unavailable', 503, { 'retry-after': '7' }), 7_500],
    ['a Retry-After beyond reason', refuse('unavailable', 503, { 'retry-after': '9999999999' }), 300_500],
    ['retry: 2000', saying('retry: 2000\n\n'), 2_500],
    ['[B12] retry: 0', saying('retry: 0\n\n'), 600],
    ['[B12] retry: 1e9 is no number', saying('retry: 1e9\n\n'), 500],
    ['[B12] retry beyond reason', saying('retry: 99999999999\n\n'), 60_500],
  ];
  test.each(told)('are at least what the server asks: %s', async (_, answer, delayMs) => {
    const { events, states } = open([answer, silent]);
    void events.next();
    await settle();
    expect(delays(states)).toEqual([delayMs]);
  });

  test('[B2.3, B46, B47] are cut short once, by however many wake-ups, and only one connection follows', async () => {
    const listeners = new Set<() => void>();
    const wakeUps = (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    };
    const { events, requests, time } = open(
      [refuse('unavailable', 503, { 'retry-after': '100' }), sending(block('alive')).answer],
      {},
      stream(),
      { wakeUps },
    );
    const next = events.next();
    await settle();
    for (let i = 0; i < 5; i += 1) for (const listener of listeners) listener();
    await time.advance(99_999);
    expect(requests).toHaveLength(1);
    await time.advance(501);
    expect((await next).value).toEqual(event('alive'));
    expect([requests.length, listeners.size]).toEqual([2, 0]);
  });

  test('[B49] spread a thousand clients that lost one server', async () => {
    const delaysOf = Array.from({ length: 1_000 }, async (_, i) => {
      let seed = i * 2_654_435_761;
      const random = (): number => {
        seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
        return seed / 2 ** 32;
      };
      const { events, states } = open([refuse('unavailable', 503, { 'retry-after': '5' }), silent], {}, stream(), { random });
      void events.next();
      await settle();
      return delays(states)[0] ?? 0;
    });
    const all = await Promise.all(delaysOf);
    const buckets = new Map<number, number>();
    for (const delay of all) buckets.set(Math.floor(delay / 100), (buckets.get(Math.floor(delay / 100)) ?? 0) + 1);
    expect(Math.min(...all)).toBeGreaterThanOrEqual(5_000);
    // A uniform spread over ten buckets gives 100 each; 150 is five standard deviations away.
    expect(Math.max(...buckets.values())).toBeLessThan(150);
  });
});

describe('[C4.2a] each attempt is prepared anew', () => {
  test('credential, URL and body follow the attempt, and know the position', async () => {
    const attempts: unknown[] = [];
    const request: Request = {
      prepare: ({ number, position }) => {
        attempts.push([number, position]);
        return { q: number };
      },
    };
    let tokens = 0;
    const first = sending(block('changed', 1), block('alive'));
    const { events, requests, time } = open(
      [first.answer, sending().answer],
      request,
      stream({ parameters: [{ name: 'q', in: 'query', required: true }] }),
      { credential: () => `t${(tokens += 1)}` },
    );
    await events.next();
    await events.next();
    first.cut();
    void events.next();
    await time.advance(1_000);
    expect(attempts).toEqual([
      [1, undefined],
      [2, '1'],
    ]);
    expect(requests.map(({ url, headers }) => [url, headers.get('authorization')])).toEqual([
      ['http://h/things/events?q=1', 'Bearer t1'],
      ['http://h/things/events?q=2', 'Bearer t2'],
    ]);
  });

  test('[B68] a 401 in the middle of its life is renewed once, at once, and again after the next success', async () => {
    const renewals: boolean[] = [];
    const credential = ({ renew }: { renew: boolean }): string => {
      renewals.push(renew);
      return 'tok';
    };
    const ends = [sending(block('alive')), sending(block('alive'))] as const;
    const { events, time } = open(
      [ends[0].answer, refuse('unauthenticated', 401), ends[1].answer, refuse('unauthenticated', 401)],
      {},
      stream(),
      { credential },
    );
    await events.next();
    ends[0].end();
    const second = events.next();
    await time.advance(1_000);
    await second;
    ends[1].end();
    const third = failureOf(events.next());
    await time.advance(1_000);
    expect(await third).toMatchObject({ code: 'unauthenticated' });
    expect(renewals).toEqual([false, false, true, false, true]);
  });
});

describe('[B2.3, B50, B51] ending a stream', () => {
  const endings: readonly [string, boolean][] = [
    ['that listens to its signal', false],
    ['that does not', true],
  ];
  test.each(endings)('close() ends a pending next() and releases a body %s', async (_, deaf) => {
    const body = fakeStream({ deaf });
    const { opened, events, requests, time } = open([body.answer]);
    const next = events.next();
    await settle();
    opened.close();
    opened.close();
    expect(await next).toEqual({ done: true, value: undefined });
    expect([requests[0]?.signal.aborted, deaf ? body.cancelled : true, body.locked, time.pending]).toEqual([true, true, false, []]);
    expect(opened.state).toEqual({ status: 'closed' });
  });

  test('return() does not wait behind a pending next()', async () => {
    const { events, time } = open([silent]);
    const next = events.next();
    await settle();
    await events.return?.();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(time.pending).toEqual([]);
  });

  test.each([
    ['while connecting', silent],
    ['while live', fakeStream().answer],
    ['while waiting', unreachable],
  ] as const)('an abort %s throws its reason, coded', async (_, answer) => {
    const controller = new AbortController();
    const { opened, events, time } = open([answer], { signal: controller.signal });
    const next = failureOf(events.next());
    await settle();
    controller.abort('leaving');
    expect(await next).toMatchObject({ code: 'aborted', cause: 'leaving' });
    expect([time.pending, opened.state.status]).toEqual([[], 'closed']);
  });

  test('an abort between events stops what was received', async () => {
    const controller = new AbortController();
    const { opened, events } = open([sending(block('changed', 1) + block('changed', 2)).answer], { signal: controller.signal });
    await events.next();
    controller.abort();
    await expect(events.next()).rejects.toMatchObject({ code: 'aborted' });
    expect(opened.position).toBe('1');
  });

  test('[B51] twenty reconnects leave one listener at the caller’s signal, the end none', async () => {
    const { signal, listeners } = countedSignal();
    let most = 0;
    const { opened, events, requests, time } = open([unreachable], { signal });
    const next = events.next();
    while (requests.length < 20) {
      await time.advance(15_000);
      most = Math.max(most, listeners());
    }
    opened.close();
    await next;
    expect([most, listeners()]).toEqual([1, 0]);
  });

  test('closed before it began, it asks for nothing', async () => {
    const { opened, events, requests, states } = open([silent]);
    opened.close();
    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect([requests.length, states]).toEqual([0, [{ status: 'closed' }]]);
  });
});

describe('[B2.2, B1.2] a peer that is gone without a word', () => {
  test('silence over two and a half heartbeats is a drop; any byte counts as life', async () => {
    const first = fakeStream();
    const { events, requests, time, states } = open([first.answer, silent]);
    void events.next();
    await time.advance(24_000);
    first.push(':\n\n');
    await time.advance(24_999);
    expect(requests).toHaveLength(1);
    await time.advance(1_001);
    expect(requests).toHaveLength(2);
    expect(states).toContainEqual(expect.objectContaining({ status: 'waiting', failure: expect.objectContaining({ code: 'idle' }) }));
  });

  test('a head that does not come is a drop', async () => {
    const { events, requests, time } = open([silent]);
    void events.next();
    await time.advance(30_600);
    expect(requests).toHaveLength(2);
    expect(requests[0]?.signal.aborted).toBe(true);
  });

  test('states tell the whole story', async () => {
    const first = sending(block('alive'));
    const { opened, events, time, states } = open([unreachable, first.answer]);
    const next = events.next();
    await time.advance(600);
    await next;
    opened.close();
    await events.next();
    expect(states.map(({ status }) => status)).toEqual(['connecting', 'waiting', 'connecting', 'live', 'closed']);
  });
});
