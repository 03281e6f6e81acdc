import { describe, expect, test } from 'vitest';
import { createContext } from './context.ts';
import { operationMethod } from './operation.ts';
import type { ClientOptions } from './options.ts';
import { socketMethod } from './socket.ts';
import { streamMethod } from './stream.ts';
import type { ConnectionState } from './stream-state.ts';
import { fakeStream, scriptedFetch, silent } from './test-support/fake-fetch.ts';
import { FakeTime, settle } from './test-support/fake-time.ts';
import { fakeWebSockets } from './test-support/fake-web-socket.ts';
import { nameOf, track } from './test-support/outcome.ts';
import { operation, service, socket, stream } from './test-support/service.ts';

const never = (): Promise<never> => new Promise(() => undefined);

/** A client, with a callback that never comes back: what the application gives may hang as the network may. */
function client(options: Partial<ClientOptions> = {}) {
  const time = new FakeTime();
  const { fetch, requests } = scriptedFetch(silent);
  const { WebSocket, made } = fakeWebSockets();
  const clock = { now: time.now, timers: time.timers, random: () => 0.5 };
  return { context: createContext(service, { baseUrl: 'http://h', fetch, WebSocket, ...clock, ...options }), time, requests, made };
}

const hung: readonly [string, Partial<ClientOptions>, { readonly prepare?: () => Promise<never> }][] = [
  ['credential()', { credential: never }, {}],
  ['prepare()', {}, { prepare: never }],
];

describe.each(hung)('[B2.3, B4.1, C4.2a] a %s that never answers', (_, options, request) => {
  test('does not hold a call beyond its time, or its abort', async () => {
    const { context, time } = client(options);
    const call = operationMethod(context, operation());
    const late = track(call({ thingId: 't', ...request }));
    const abort = new AbortController();
    const aborted = track(call({ thingId: 't', ...request, signal: abort.signal }));
    abort.abort();
    await time.advance(30_000);
    expect([nameOf(late.outcome), nameOf(aborted.outcome), time.pending]).toEqual(['timeout', 'aborted', []]);
  });

  test('does not hold a stream that is closed, and counts as a time-out before', async () => {
    const { context, time } = client(options);
    const states: ConnectionState[] = [];
    const opened = streamMethod(context, stream())({ onState: (state) => states.push(state), ...request });
    const next = track(opened[Symbol.asyncIterator]().next());
    await time.advance(30_000);
    expect(states.at(-1)).toMatchObject({ status: 'waiting', failure: { code: 'timeout' } });
    await time.advance(1_000);
    expect(states.at(-1)).toEqual({ status: 'connecting', attempt: 2 });
    opened.close();
    await settle();
    expect([next.outcome, time.pending]).toEqual([{ value: { done: true, value: undefined } }, []]);
  });
});

describe('[B4.1] what a socket is given', () => {
  const factories: readonly [string, Partial<ClientOptions>, { readonly prepare?: () => Promise<never> }][] = [
    ['prepare()', {}, { prepare: never }],
    ['credential()', { credential: never, socketFactory: () => new (fakeWebSockets().WebSocket)('ws://h', []) }, {}],
  ];
  test.each(factories)('a %s that never answers holds neither a close nor the time-out', async (_, options, request) => {
    const { context, time } = client(options);
    const open = () => socketMethod(context, socket({ access: [{ scheme: 'bearer', scopes: [] }] }))(request);
    const closed = open();
    const end = track(closed[Symbol.asyncIterator]().next());
    closed.close();
    const late = track(open().opened);
    await time.advance(30_000);
    expect([end.outcome, nameOf(late.outcome), time.pending]).toEqual([{ value: { done: true, value: undefined } }, 'timeout', []]);
  });

  test('a socket that cannot be made is a coded end', async () => {
    const cause = new Error('mixed content');
    const refuse = (): never => {
      throw cause;
    };
    const { context } = client({ socketFactory: refuse });
    await expect(socketMethod(context, socket())({}).opened).rejects.toMatchObject({ code: 'prepare-failed', cause });
  });

  const closes: readonly (readonly [number, string])[] = [
    ...[999, 1001, 1005, 2999, 5000, Number.NaN].map((code) => [code, ''] as const),
    [3000, 'é'.repeat(62)],
  ];
  test.each(closes)('close(%d, %s) is refused, and the socket goes on', async (code, reason) => {
    const { context, made } = client();
    const opened = socketMethod(context, socket())({});
    await settle();
    made[0]?.accept();
    await opened.opened;
    expect(() => opened.close(code, reason)).toThrow(
      '[invalid-argument] socket /things/desk: close() takes 1000 or 3000..4999, and a reason up to 123 bytes',
    );
    expect(opened.state).toEqual({ status: 'live' });
    opened.close(4999, 'é'.repeat(61));
    expect(made[0]?.closed).toEqual([{ code: 4999, reason: 'é'.repeat(61) }]);
  });
});

test('[C4.2a] a body that does not listen to the abort holds no call beyond its time', async () => {
  const body = fakeStream({ type: 'application/json', deaf: true });
  const time = new FakeTime();
  const { fetch } = scriptedFetch(body.answer);
  const context = createContext(service, { baseUrl: 'http://h', fetch, now: time.now, timers: time.timers });
  const state = track(operationMethod(context, operation())({ thingId: 't' }));
  await time.advance(30_000);
  expect([nameOf(state.outcome), body.cancelled]).toEqual(['timeout', true]);
});
