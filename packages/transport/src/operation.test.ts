import { describe, expect, test } from 'vitest';
import { createContext } from './context.ts';
import type { OperationDescriptor } from './descriptor.ts';
import { operationMethod } from './operation.ts';
import type { ClientOptions } from './options.ts';
import { type Answer, fakeStream, json, refuse, scriptedFetch, silent, unreachable } from './test-support/fake-fetch.ts';
import { FakeTime, settle } from './test-support/fake-time.ts';
import { countedSignal, failureOf, nameOf, runClock } from './test-support/outcome.ts';
import { answerOf, outcomes } from './test-support/outcomes.ts';
import { ConflictError, decodeWith, operation, service } from './test-support/service.ts';
import { TransportError } from './transport-error.ts';

type Method = ReturnType<typeof operationMethod<Record<string, unknown>, unknown>>;

function client(
  script: readonly Answer[],
  descriptor: OperationDescriptor<Record<string, unknown>> = operation(),
  options: Partial<ClientOptions> = {},
) {
  const time = new FakeTime();
  const { fetch, requests } = scriptedFetch(...script);
  const context = createContext(service, { baseUrl: 'http://h', fetch, now: time.now, timers: time.timers, random: () => 0.5, ...options });
  const call: Method = operationMethod(context, descriptor);
  return { call, requests, time };
}
const ok = json(200, { name: 'n' });
const request = { thingId: 't1' };

/** What a call comes to: its value, or what it failed with. */
async function run(time: FakeTime, call: Promise<unknown>): Promise<unknown> {
  const outcome = await runClock(time, call);
  return outcome !== undefined && 'error' in outcome ? outcome.error : outcome;
}

describe('[C4.2a] an operation is repeated only where that is safe', () => {
  const rows = outcomes.flatMap(({ answer, operation: byMethod }) =>
    Object.entries(byMethod).map(([method, expected]) => ({ answer, method: method as OperationDescriptor['method'], expected })),
  );
  test.each(rows)('$method answered $answer: $expected', async ({ answer, method, expected }) => {
    const { call, requests, time } = client([answerOf(answer), answerOf(answer), ok], operation({ method }), { credential: () => 'tok' });
    const outcome = nameOf(await runClock(time, call(request)));
    const [code, renew] = expected.split(' ').toReversed();
    expect([outcome, requests.length]).toEqual(expected === 'retry' ? ['ok', 3] : [code, renew === undefined ? 1 : 2]);
  });
});

describe('[C4.2a] attempts', () => {
  test('are bounded, and the last failure is thrown', async () => {
    const { call, requests, time } = client([unreachable], operation(), { maxAttempts: 4 });
    expect(await run(time, call(request))).toMatchObject({ code: 'network', cause: new TypeError('fetch failed') });
    expect(requests).toHaveLength(4);
  });

  test('ask for the credential anew, once with renew after a 401', async () => {
    const asked: unknown[] = [];
    const credential = ({ renew, scheme, scopes }: { renew: boolean; scheme: string; scopes: readonly string[] }): string => {
      asked.push({ renew, scheme, scopes });
      return renew ? 'fresh' : 'stale';
    };
    const { call, requests, time } = client([refuse('unauthenticated', 401), unreachable, ok], operation(), { credential });
    expect(await run(time, call(request))).toEqual({ value: { name: 'n' } });
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer stale', 'Bearer fresh', 'Bearer fresh']);
    expect(asked).toEqual([false, true, true].map((renew) => ({ renew, scheme: 'bearer', scopes: ['read'] })));
  });

  test('do not follow a 401 where no credential can be renewed', async () => {
    const { call, requests, time } = client([refuse('unauthenticated', 401)]);
    expect(await run(time, call(request))).toMatchObject({ code: 'unauthenticated', status: 401, retriable: false });
    expect(requests).toHaveLength(1);
  });

  test('wait as told, within the time-out', async () => {
    const { call, requests, time } = client([refuse('rate_limited', 429, { 'retry-after': '4' }), ok]);
    const result = call(request);
    await time.advance(4_499);
    expect(requests).toHaveLength(1);
    await time.advance(1);
    expect(requests).toHaveLength(2);
    await expect(result).resolves.toEqual({ name: 'n' });
  });

  test('do not begin a wait that would pass the time-out', async () => {
    const { call, requests, time } = client([refuse('rate_limited', 429, { 'retry-after': '31' })]);
    expect(await run(time, call(request))).toMatchObject({ code: 'rate_limited', retryAfterMs: 31_000 });
    expect(requests).toHaveLength(1);
    expect(time.pending).toEqual([]);
  });

  const choices: readonly [string, 'safe' | 'always' | 'never', OperationDescriptor['method'], Answer, number][] = [
    ['always: a POST whose fate is unknown', 'always', 'POST', unreachable, 3],
    ['always: still no terminal answer', 'always', 'POST', refuse('conflict', 409, {}, { revision: 1 }), 1],
    ['never: not even a GET', 'never', 'GET', unreachable, 1],
    ['never: not even 429', 'never', 'GET', refuse('rate_limited', 429), 1],
  ];
  test.each(choices)('%s', async (_, retry, method, answer, attempts) => {
    const { call, requests, time } = client([answer], operation({ method }));
    await run(time, call({ ...request, retry }));
    expect(requests).toHaveLength(attempts);
  });

  test('[R3.3] are prepared anew', async () => {
    const { call, requests, time } = client([unreachable, ok]);
    await run(time, call({ ...request, prepare: ({ number }) => ({ thingId: `t${number}` }) }));
    expect(requests.map(({ url }) => url)).toEqual(['http://h/things/t1', 'http://h/things/t2']);
  });

  test('are not made when the preparation fails', async () => {
    const cause = new TypeError('no key');
    const { call, requests, time } = client([ok]);
    expect(await run(time, call({ ...request, prepare: () => Promise.reject(cause) }))).toMatchObject({ code: 'prepare-failed', cause });
    expect(requests).toHaveLength(0);
  });
});

describe('[C4.2] what comes back', () => {
  test('a registered error is its class, with decoded details', async () => {
    const { call, time } = client([refuse('conflict', 409, {}, { revision: 7 })]);
    const error = (await run(time, call(request))) as ConflictError;
    expect(error).toBeInstanceOf(ConflictError);
    const { code, status, retriable, details, retryAfterMs, message } = error;
    expect([code, status, retriable, details, retryAfterMs, message]).toEqual([
      'conflict',
      409,
      false,
      { revision: 7 },
      undefined,
      '[conflict] No.',
    ]);
  });

  test('[H3.3] a registered error may come without its details', async () => {
    const { call, time } = client([refuse('conflict', 409)]);
    const error = (await run(time, call(request))) as ConflictError;
    expect(error).toBeInstanceOf(ConflictError);
    expect([error.code, error.details]).toEqual(['conflict', undefined]);
  });

  const bodies: readonly [string, Answer][] = [
    ['an unknown code', refuse('other', 409)],
    ['a code of another status', refuse('conflict', 404, {}, { revision: 1 })],
    ['details that do not decode', refuse('conflict', 409, {}, { rev: 1 })],
    ['an open body', json(409, { error: 'conflict', message: 'No.', details: { revision: 1 }, more: 1 })],
    ['a prototype’s name', refuse('constructor', 409)],
    ['no JSON', () => new Response('{', { status: 409, headers: { 'content-type': 'application/json' } })],
    ['another type', () => new Response('<p>', { status: 409, headers: { 'content-type': 'text/html' } })],
    ['a page without an end', (r) => fakeStream({ status: 409, type: 'text/html' }).answer(r)],
    ['more than an error needs', json(409, { error: 'conflict', message: 'x'.repeat(70_000), details: { revision: 1 } })],
  ];
  test.each(bodies)('an error answer with %s keeps its status', async (_, answer) => {
    const { call, time } = client([answer]);
    expect(await run(time, call(request))).toMatchObject({
      name: 'TransportError',
      code: expect.stringContaining('unexpected-status'),
      status: expect.any(Number),
    });
  });

  const bad: readonly [string, Answer, string][] = [
    ['a body that does not decode', json(200, { no: 1 }), 'decode-failed'],
    ['a body over the bound', json(200, { name: 'x'.repeat(200) }), 'response-too-large'],
    ['a status that is not described', json(201, { name: 'n' }), 'unexpected-status'],
    ['another media type', () => new Response('{"name":"n"}', { headers: { 'content-type': 'text/json' } }), 'unexpected-media-type'],
  ];
  test.each(bad)('%s is terminal', async (_, answer, code) => {
    const { call, requests, time } = client([answer], operation(), { maxResponseBytes: 100 });
    expect(await run(time, call(request))).toMatchObject({ code });
    expect(requests).toHaveLength(1);
  });

  test('an endless body is cancelled', async () => {
    const stream = fakeStream({ type: 'application/json' });
    stream.push(`"${'x'.repeat(200)}`);
    const { call, time } = client([stream.answer], operation(), { maxResponseBytes: 100 });
    expect(await run(time, call(request))).toMatchObject({ code: 'response-too-large' });
    expect(stream.cancelled).toBe(true);
  });

  test('several statuses or headers give the whole response, typed', async () => {
    const headers = [
      { name: 'location', required: true, type: 'string' },
      { name: 'x-count', required: true, type: 'number' },
      { name: 'x-new', required: false, type: 'boolean' },
    ] as const;
    const descriptor = operation({ result: 'response', responses: { 201: { decode: decodeWith('name'), headers }, 204: {} } });
    const given = { location: '/x', 'x-count': '12', 'x-new': 'true' };
    const { call, time } = client(
      [
        json(201, { name: 'n' }, given),
        () => new Response(null, { status: 204 }),
        json(201, { name: 'n' }, { ...given, 'x-count': '1e3' }),
        json(201, { name: 'n' }, { 'x-count': '1' }),
      ],
      descriptor,
    );
    expect(await run(time, call(request))).toEqual({
      value: { status: 201, body: { name: 'n' }, headers: { location: '/x', 'x-count': 12, 'x-new': true } },
    });
    expect(await run(time, call(request))).toEqual({ value: { status: 204, body: undefined } });
    expect(await run(time, call(request))).toMatchObject({ code: 'decode-failed' });
    expect(await run(time, call(request))).toMatchObject({ code: 'decode-failed' });
  });

  test('redirects are not followed', async () => {
    const { call, requests, time } = client([ok]);
    await run(time, call(request));
    expect(requests[0]?.init.redirect).toBe('manual');
  });
});

describe('[C4.2, B51] ending a call', () => {
  test('a time-out is the whole call’s', async () => {
    const { call, requests, time } = client([silent]);
    expect(await run(time, call({ ...request, timeoutMs: 5_000 }))).toEqual(
      new TransportError('timeout', 'GET /things/{thingId}: over 5000 ms'),
    );
    expect(requests).toHaveLength(1);
    expect(requests[0]?.signal.aborted).toBe(true);
    expect(time.pending).toEqual([]);
  });

  test('an abort carries its reason, also to a fetch that does not listen', async () => {
    const { call, time } = client([() => new Promise(() => undefined)]);
    const controller = new AbortController();
    const result = call({ ...request, signal: controller.signal });
    const failure = failureOf(result);
    await settle();
    controller.abort('leaving');
    expect(await failure).toMatchObject({ code: 'aborted', cause: 'leaving' });
    expect(time.pending).toEqual([]);
  });

  test('an aborted signal sends nothing', async () => {
    const { call, requests } = client([ok]);
    await expect(call({ ...request, signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' });
    expect(requests).toHaveLength(0);
  });

  test('leaves no listener at the caller’s signal', async () => {
    const { signal, listeners } = countedSignal();
    const { call, time } = client([unreachable, refuse('rate_limited', 429), ok]);
    await run(time, call({ ...request, signal }));
    expect(listeners()).toBe(0);
  });
});
