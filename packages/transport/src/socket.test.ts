import { describe, expect, test } from 'vitest';
import { createContext } from './context.ts';
import type { SocketDescriptor } from './descriptor.ts';
import type { ClientOptions, SocketFactoryInput } from './options.ts';
import { socketMethod } from './socket.ts';
import type { SocketSettings } from './socket-connection.ts';
import type { ConnectionState } from './stream-state.ts';
import { FakeTime, settle } from './test-support/fake-time.ts';
import { failureOf, settled } from './test-support/outcome.ts';
import { FakeWebSocket, fakeWebSockets } from './test-support/fake-web-socket.ts';
import { service, socket, type ThingSocket } from './test-support/service.ts';

type Descriptor = SocketDescriptor<Record<string, unknown>, ThingSocket>;

async function open(
  settings: Record<string, unknown> & SocketSettings = {},
  descriptor: Descriptor = socket(),
  options: Partial<ClientOptions> = {},
) {
  const time = new FakeTime();
  const states: ConnectionState[] = [];
  const { WebSocket, made } = fakeWebSockets();
  const context = createContext(service, {
    baseUrl: 'https://h/base',
    WebSocket,
    now: time.now,
    timers: time.timers,
    random: () => 0.5,
    ...options,
  });
  const opened = socketMethod(context, descriptor)({ onState: (state) => states.push(state), ...settings });
  await settle();
  const at = (index: number): FakeWebSocket => {
    const found = made[index];
    if (found === undefined) throw new TypeError(`There is no socket ${index}.`);
    return found;
  };
  return { opened, events: opened[Symbol.asyncIterator](), made, at, time, states };
}
async function live(...args: Parameters<typeof open>) {
  const made = await open(...args);
  made.at(0).accept();
  await made.opened.opened;
  return made;
}

describe('[B4.1] opening', () => {
  test('asks for the contract’s subprotocol at the derived address, with no credential in either (P5.1)', async () => {
    const descriptor = socket({
      path: '/things/{thingId}/desk',
      parameters: [
        { name: 'thingId', in: 'path', required: true },
        { name: 'q', in: 'query', required: false },
      ],
    });
    const { at } = await open({ thingId: 'a b', q: 'x' }, descriptor, { credential: () => 'secret' });
    expect([at(0).url, at(0).protocols]).toEqual(['wss://h/base/things/a%20b/desk?q=x', ['things.v1']]);
  });

  test('a server that selects another subprotocol is refused for good', async () => {
    const { opened, events, at, made } = await open({ reconnect: true });
    at(0).accept('');
    await expect(opened.opened).rejects.toMatchObject({ code: 'subprotocol-refused' });
    await expect(events.next()).rejects.toMatchObject({ code: 'subprotocol-refused' });
    expect([made.length, at(0).closed]).toEqual([1, [{ code: 1000, reason: '' }]]);
  });

  test('an opening that does not end is a time-out', async () => {
    const { opened, time, at } = await open();
    await time.advance(30_000);
    await expect(opened.opened).rejects.toMatchObject({ code: 'timeout' });
    expect([at(0).closed.length, time.pending]).toEqual([1, []]);
  });

  test('a factory gets headers and credential', async () => {
    const inputs: SocketFactoryInput[] = [];
    const socketFactory = (input: SocketFactoryInput): FakeWebSocket => {
      inputs.push(input);
      return new FakeWebSocket(input.url, [input.subprotocol]);
    };
    const descriptor = socket({ parameters: [{ name: 'x-desk', in: 'header', required: true }] });
    await open({ 'x-desk': '7' }, descriptor, { socketFactory, credential: () => 'tok' });
    expect(inputs).toEqual([
      { url: 'wss://h/base/things/desk', subprotocol: 'things.v1', headers: { 'x-desk': '7', authorization: 'Bearer tok' } },
    ]);
  });

  type Refusal = [string, string, Record<string, unknown> & SocketSettings, Descriptor, Partial<ClientOptions>];
  const refusals: readonly Refusal[] = [
    ...('WebSocket' in globalThis
      ? []
      : [['no implementation', 'no-web-socket', {}, socket(), { WebSocket: undefined as never }] satisfies Refusal]),
    [
      'headers without a factory',
      'invalid-argument',
      { 'x-desk': '7' },
      socket({ parameters: [{ name: 'x-desk', in: 'header', required: true }] }),
      {},
    ],
    ['a missing parameter', 'invalid-argument', {}, socket({ parameters: [{ name: 'q', in: 'query', required: true }] }), {}],
    ['a preparation that fails', 'prepare-failed', { prepare: () => Promise.reject(new TypeError('x')) }, socket(), {}],
  ];
  test.each(refusals)('%s ends the socket: %s', async (_, code, settings, descriptor, options) => {
    const { opened, events, made } = await open(settings, descriptor, options);
    await expect(opened.opened).rejects.toMatchObject({ code });
    await expect(events.next()).rejects.toMatchObject({ code });
    expect(made).toHaveLength(0);
  });
});

describe('[B4.1] messages', () => {
  test('arrive decoded and in order, also before they are asked for', async () => {
    const { events, at } = await live();
    at(0).push({ type: 'a', n: 1 });
    at(0).push({ type: 'b', n: 2 });
    expect(await events.next()).toEqual({ done: false, value: { type: 'a', n: 1 } });
    expect(await events.next()).toEqual({ done: false, value: { type: 'b', n: 2 } });
    const third = events.next();
    at(0).push({ type: 'c' });
    expect(await third).toEqual({ done: false, value: { type: 'c' } });
  });

  const bad: readonly [string, unknown, string][] = [
    ['binary data', new ArrayBuffer(2), 'unexpected-message'],
    ['no JSON', '{', 'decode-failed'],
    ['another shape', { kind: 'a' }, 'decode-failed'],
    ['more than the bound', { type: 'a', x: 'x'.repeat(1_000) }, 'decode-failed'],
  ];
  test.each(bad)('%s ends the socket for good, after what came before', async (_, message, code) => {
    const { events, at, made, time } = await live({ reconnect: true });
    at(0).push({ type: 'a' });
    at(0).push(message);
    at(0).push({ type: 'late' });
    expect((await events.next()).value).toEqual({ type: 'a' });
    await expect(events.next()).rejects.toMatchObject({ code });
    await time.advance(60_000);
    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect([made.length, at(0).closed, at(0).listeners]).toEqual([1, [{ code: 1000, reason: code }], ['error']]);
  });

  const bounds: readonly [string, Record<string, number>][] = [
    ['messages', { maxQueuedMessages: 2 }],
    ['bytes', { maxQueuedBytes: 40 }],
  ];
  test.each(bounds)('[B39] a full queue of %s is a typed loss, after what it holds', async (_, settings) => {
    const { events, at } = await live(settings);
    for (let n = 1; n <= 3; n += 1) at(0).push({ type: 'a', n });
    expect((await events.next()).value).toEqual({ type: 'a', n: 1 });
    expect((await events.next()).value).toEqual({ type: 'a', n: 2 });
    await expect(events.next()).rejects.toMatchObject({ code: 'queue-overflow' });
    expect(at(0).closed).toEqual([{ code: 1000, reason: 'queue-overflow' }]);
  });
});

describe('[B4.1] sending', () => {
  test('is refused before the opening, after the end, over the message bound and over the buffer bound', async () => {
    const { opened, at } = await open({ maxBufferedBytes: 52 });
    const send = (message: object) => () => opened.send(message);
    expect(send({ type: 'a' })).toThrow(expect.objectContaining({ code: 'not-open' }));
    at(0).accept();
    await opened.opened;
    expect(send({ type: 'a', x: 'x'.repeat(1_000) })).toThrow(expect.objectContaining({ code: 'message-too-large' }));
    expect(send({ type: 'a', x: Number.NaN })).toThrow(expect.objectContaining({ code: 'invalid-argument' }));
    opened.send({ type: 'a', x: 'x'.repeat(100) });
    at(0).bufferedAmount = 40;
    opened.send({ type: 'b' });
    at(0).bufferedAmount = 41;
    expect(opened.bufferedBytes).toBe(41);
    expect(send({ type: 'c' })).toThrow(expect.objectContaining({ code: 'send-buffer-full' }));
    at(0).readyState = 2;
    expect(send({ type: 'd' })).toThrow(expect.objectContaining({ code: 'not-open' }));
    opened.close();
    await settle();
    expect(send({ type: 'd' })).toThrow(expect.objectContaining({ code: 'not-open' }));
    expect(at(0).sent).toHaveLength(2);
  });
});

describe('[B4.1, C4.2] requests and replies', () => {
  test('meet by their correlation value, in any order, and leave the iterator alone', async () => {
    const { opened, events, at } = await live();
    const first = opened.request({ type: 'ask', what: 1 });
    const second = opened.request({ type: 'ask', what: 2, requestId: 'own' });
    await settle();
    expect(at(0).sent.map((text) => JSON.parse(text) as unknown)).toEqual([
      { type: 'ask', what: 1, requestId: 'r1' },
      { type: 'ask', what: 2, requestId: 'own' },
    ]);
    at(0).push({ type: 'refusal', requestId: 'own' });
    at(0).push({ type: 'pushed', requestId: 'r1' });
    at(0).push({ type: 'answer', requestId: 'r1', n: 1 });
    expect(await second).toEqual({ type: 'refusal', requestId: 'own' });
    expect(await first).toEqual({ type: 'answer', requestId: 'r1', n: 1 });
    expect((await events.next()).value).toEqual({ type: 'pushed', requestId: 'r1' });
  });

  test('a reply of another exchange with the same value is a message like any other', async () => {
    const exchanges = { ask: { replies: ['answer'], correlation: 'requestId' }, tell: { replies: ['told'], correlation: 'requestId' } };
    const { opened, events, at } = await live({}, socket({ exchanges }));
    const reply = opened.request({ type: 'ask', requestId: 'x' });
    await settle();
    at(0).push({ type: 'told', requestId: 'x' });
    at(0).push({ type: 'answer', requestId: 'x' });
    expect((await events.next()).value).toEqual({ type: 'told', requestId: 'x' });
    expect(await reply).toEqual({ type: 'answer', requestId: 'x' });
  });

  test('time out by the contract’s bound, and a late reply is a message like any other', async () => {
    const { opened, events, at, time } = await live();
    const reply = failureOf(opened.request({ type: 'ask' }));
    await time.advance(4_999);
    expect(time.pending).toEqual([1]);
    await time.advance(1);
    expect(await reply).toMatchObject({ code: 'timeout' });
    at(0).push({ type: 'answer', requestId: 'r1' });
    expect((await events.next()).value).toEqual({ type: 'answer', requestId: 'r1' });
  });

  const refusals: readonly [string, object, object, string][] = [
    ['a message without replies', { type: 'tell' }, {}, 'invalid-argument'],
    ['a prototype’s name', { type: 'constructor' }, {}, 'invalid-argument'],
    ['a correlation value in use', { type: 'ask', requestId: 'r1' }, {}, 'duplicate-correlation'],
    ['an aborted signal', { type: 'ask' }, { signal: AbortSignal.abort() }, 'aborted'],
    ['a message over the bound', { type: 'ask', x: 'x'.repeat(1_000) }, {}, 'message-too-large'],
    ['no time', { type: 'ask' }, { timeoutMs: 0 }, 'invalid-options'],
  ];
  test.each(refusals)('are not sent: %s', async (_, message, options, code) => {
    const { opened, at, time } = await live();
    const first = opened.request({ type: 'ask' });
    first.catch(() => undefined);
    await settle();
    await expect(opened.request(message, options)).rejects.toMatchObject({ code });
    expect([at(0).sent.length, time.pending.length]).toEqual([1, 1]);
  });

  test('where the contract restricts the value, the caller must give it', async () => {
    const { opened } = await live({}, socket({ exchanges: { ask: { replies: ['answer'], correlation: 'requestId' } } }));
    await expect(opened.request({ type: 'ask' })).rejects.toMatchObject({ code: 'invalid-argument' });
  });

  test('a number where the contract has one; a reply with the text of it is another', async () => {
    const { opened, at, events } = await live(
      {},
      socket({ exchanges: { ask: { replies: ['answer'], correlation: 'n', fill: 'number' } } }),
    );
    const reply = opened.request({ type: 'ask' });
    await settle();
    at(0).push({ type: 'answer', n: '1' });
    at(0).push({ type: 'answer', n: 1 });
    expect(await reply).toEqual({ type: 'answer', n: 1 });
    expect((await events.next()).value).toEqual({ type: 'answer', n: '1' });
  });

  test('fail with the connection, are never sent again, and an abort drops the reply', async () => {
    const { opened, at, made, time, events } = await live({ reconnect: true });
    const controller = new AbortController();
    const aborted = failureOf(opened.request({ type: 'ask' }, { signal: controller.signal }));
    const lost = failureOf(opened.request({ type: 'ask' }));
    await settle();
    controller.abort('no');
    expect(await aborted).toMatchObject({ code: 'aborted', cause: 'no' });
    at(0).push({ type: 'answer', requestId: 'r1' });
    expect((await events.next()).value).toEqual({ type: 'answer', requestId: 'r1' });
    at(0).drop(1006);
    expect(await lost).toMatchObject({ code: 'socket-closed', close: { code: 1006, name: 'abnormal', reconnect: true } });
    await time.advance(1_000);
    at(1).accept();
    await settle();
    expect([made.length, at(1).sent]).toEqual([2, []]);
  });
});

describe('[B4.1] ends are typed', () => {
  const closes: readonly [number, string, object | undefined][] = [
    [1000, 'bye', undefined],
    [1005, '', { name: 'no-status', reconnect: true }],
    [1006, '', { name: 'abnormal', reconnect: true }],
    [1012, '', { name: 'service-restart', reconnect: true }],
    [1013, 'busy', { name: 'try-again-later', reconnect: true }],
    [1015, '', { name: 'tls-failure', reconnect: false }],
    [4001, 'revoked', { name: 'revoked', reconnect: false }],
    [4999, '', { name: 'unknown', reconnect: false }],
  ];
  test.each(closes)('close code %s', async (code, reason, close) => {
    const { events, at, made } = await live();
    at(0).drop(code, reason);
    const outcome = await settled(events.next());
    const failure = expect.objectContaining({ code: 'socket-closed', close: { code, reason, ...close } }) as unknown;
    expect(outcome).toEqual(close === undefined ? { value: { done: true, value: undefined } } : { error: failure });
    expect([made.length, at(0).listeners]).toEqual([1, ['error']]);
  });

  test.each(closes)('with reconnect, close code %s', async (code, reason, close) => {
    const { at, made, time, opened } = await live({ reconnect: true });
    at(0).drop(code, reason);
    await time.advance(1_000);
    expect(made).toHaveLength(close !== undefined && 'reconnect' in close && close.reconnect === true ? 2 : 1);
    opened.close();
  });

  test.each([
    [undefined, 'closed', 1, false],
    [undefined, 'interrupted', 1, false],
    [true, 'closed', 1, false],
    [true, 'interrupted', 2, true],
  ] as const)('[R6.2] with reconnect %s, the terminal %s', async (reconnect, type, sockets, on) => {
    const { opened, events, at, made, time } = await live(reconnect === undefined ? {} : { reconnect });
    at(0).push({ type });
    expect((await events.next()).value).toEqual({ type });
    await time.advance(1_000);
    expect([made.length, at(0).closed.length, opened.state.status !== 'closed']).toEqual([sockets, 1, on]);
    opened.close();
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  test('[B51] closing, aborting and leaving the loop each end it once, and let go', async () => {
    const byClose = await live();
    const pending = byClose.events.next();
    byClose.opened.close(4002, 'done');
    byClose.opened.close();
    expect(await pending).toEqual({ done: true, value: undefined });
    expect([byClose.at(0).closed, byClose.at(0).listeners, byClose.time.pending, byClose.opened.state]).toEqual([
      [{ code: 4002, reason: 'done' }],
      ['error'],
      [],
      { status: 'closed' },
    ]);

    const controller = new AbortController();
    const byAbort = await live({ signal: controller.signal });
    controller.abort('leaving');
    await expect(byAbort.events.next()).rejects.toMatchObject({ code: 'aborted', cause: 'leaving' });
    expect(byAbort.at(0).closed).toHaveLength(1);

    const byLeaving = await live();
    byLeaving.at(0).push({ type: 'a' });
    byLeaving.at(0).push({ type: 'b' });
    for await (const _ of byLeaving.opened) break;
    await settle();
    expect([byLeaving.at(0).closed.length, byLeaving.opened.state]).toEqual([1, { status: 'closed' }]);
    expect(await byLeaving.events.next()).toEqual({ done: true, value: undefined });
  });

  test('aborting while it connects leaves nothing, and `opened` tells', async () => {
    const controller = new AbortController();
    const { opened, at, time } = await open({ signal: controller.signal });
    controller.abort();
    await expect(opened.opened).rejects.toMatchObject({ code: 'aborted' });
    expect([at(0).closed.length, time.pending]).toEqual([1, []]);
  });

  test('silence beyond idleMs is a drop', async () => {
    const { at, time, made } = await live({ idleMs: 1_000, reconnect: true });
    await time.advance(999);
    at(0).push({ type: 'alive' });
    await time.advance(999);
    expect(made).toHaveLength(1);
    await time.advance(600);
    expect(made).toHaveLength(2);
  });
});

describe('[B2.2, B47, B48] reconnecting', () => {
  test('one socket at a time, after growing waits, and onOpen restores each', async () => {
    let openings = 0;
    const socketRef: { current?: ThingSocket } = {};
    const onOpen = (): void => {
      openings += 1;
      socketRef.current?.send({ type: 'follow', n: openings });
    };
    const { opened, at, made, time, states } = await open({ reconnect: true, onOpen });
    socketRef.current = opened;
    at(0).accept();
    at(0).push({ type: 'a' });
    at(0).drop(1006);
    await time.advance(499);
    expect(made).toHaveLength(1);
    await time.advance(1);
    at(1).drop(1006);
    await time.advance(1_000);
    at(2).accept();
    await settle();
    expect(made.map(({ sent }) => sent.length)).toEqual([1, 0, 1]);
    expect(states.flatMap((state) => (state.status === 'waiting' ? [state.delayMs] : []))).toEqual([500, 1_000]);
    for (let i = 0; i < 50; i += 1) {
      await time.advance(30_000);
      made.at(-1)?.drop(1006);
    }
    expect(opened.state.status).not.toBe('closed');
    opened.close();
    await settle();
    expect(time.pending).toEqual([]);
  });

  test('what onOpen throws ends the socket', async () => {
    const cause = new TypeError('x');
    const { events, at } = await open({ reconnect: true, onOpen: () => Promise.reject(cause) });
    at(0).accept();
    await expect(events.next()).rejects.toMatchObject({ code: 'prepare-failed', cause });
  });
});

const onChallenge = (challenge: Readonly<Record<string, unknown>>) => ({ type: 'attach', proof: `${String(challenge['nonce'])}!` });

describe('[R3.3, B3.4] challenge first', () => {
  const opening = { challenge: 'challenge', answer: 'attach', accepted: 'attached' };
  const descriptor = socket({ opening });

  test('nothing is sent but the answer until it is accepted; the acceptance is the first message of each connection', async () => {
    const { opened, events, at, states } = await open({ onChallenge }, descriptor);
    at(0).accept();
    expect(() => opened.send({ type: 'a' })).toThrow(expect.objectContaining({ code: 'not-open' }));
    at(0).push({ type: 'challenge', nonce: 'n' });
    await settle();
    expect(at(0).sent).toEqual(['{"type":"attach","proof":"n!"}']);
    expect(() => opened.send({ type: 'a' })).toThrow(expect.objectContaining({ code: 'not-open' }));
    at(0).push({ type: 'attached' });
    await opened.opened;
    opened.send({ type: 'a' });
    expect((await events.next()).value).toEqual({ type: 'attached' });
    expect(states.map(({ status }) => status)).toEqual(['connecting', 'live']);
  });

  test('an answer that is still being made is told when its connection ends, and is not sent', async () => {
    const signals: AbortSignal[] = [];
    const late = (_: unknown, signal: AbortSignal): Promise<object> => {
      signals.push(signal);
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve({ type: 'attach' }), { once: true }));
    };
    const { at } = await open({ onChallenge: late }, descriptor);
    at(0).accept();
    at(0).push({ type: 'challenge' });
    at(0).drop(1006);
    await settle();
    expect([signals.map(({ aborted }) => aborted), at(0).sent]).toEqual([[true], []]);
  });

  test('each connection gets its own challenge answered', async () => {
    const { at, time } = await open({ onChallenge, reconnect: true }, descriptor);
    for (const index of [0, 1]) {
      at(index).accept();
      at(index).push({ type: 'challenge', nonce: index });
      await settle();
      expect(at(index).sent).toEqual([`{"type":"attach","proof":"${index}!"}`]);
      at(index).drop(1006);
      await time.advance(2_000);
    }
  });

  test('a server that speaks out of turn is refused; one that refuses with a terminal is heard', async () => {
    const early = await open({ onChallenge }, descriptor);
    early.at(0).accept();
    early.at(0).push({ type: 'attached' });
    await expect(early.events.next()).rejects.toMatchObject({ code: 'unexpected-message' });

    const refused = await open({ onChallenge }, descriptor);
    refused.at(0).accept();
    refused.at(0).push({ type: 'challenge', nonce: 'n' });
    await settle();
    refused.at(0).push({ type: 'closed' });
    expect((await refused.events.next()).value).toEqual({ type: 'closed' });
    expect(await refused.events.next()).toEqual({ done: true, value: undefined });
    await expect(refused.opened.opened).rejects.toMatchObject({ code: 'socket-closed' });
  });

  test('the time-out covers the exchange, and a challenge that cannot be answered ends it', async () => {
    const slow = await open({ onChallenge: () => new Promise(() => undefined) }, descriptor);
    slow.at(0).accept();
    slow.at(0).push({ type: 'challenge' });
    await slow.time.advance(30_000);
    await expect(slow.opened.opened).rejects.toMatchObject({ code: 'timeout' });

    const cause = new TypeError('no key');
    const failing = await open({ onChallenge: () => Promise.reject(cause) }, descriptor);
    failing.at(0).accept();
    failing.at(0).push({ type: 'challenge' });
    await expect(failing.opened.opened).rejects.toMatchObject({ code: 'prepare-failed', cause });
    await expect(open({}, descriptor)).rejects.toMatchObject({ code: 'invalid-argument' });
  });
});
