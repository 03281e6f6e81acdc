import { afterEach, describe, expect, test } from 'vitest';
import { createBroadcast } from './broadcast.ts';
import { withId } from './event-encoder.ts';
import { ServiceError } from './service-error.ts';
import { AUTHORIZED, head, rawClient, type RawClient } from './test-support/raw-client.ts';
import { serve, type ServeOptions, type Served } from './test-support/serve.ts';
import { until } from './test-support/until.ts';

const tick = (n: number, more: object = {}): object => ({ type: 'tick', v: 1, n, ...more });
let open: { served: Served; clients: RawClient[] } | null = null;
afterEach(async () => {
  for (const client of open?.clients ?? []) client.destroy();
  await open?.served.close();
  open = null;
});

async function started(options: ServeOptions): Promise<{ served: Served; connect: () => Promise<RawClient> }> {
  const served = await serve(options);
  open = { served, clients: [] };
  return {
    served,
    connect: async () => {
      const client = await rawClient(served.port);
      open?.clients.push(client);
      return client;
    },
  };
}

const get = (served: Served, target = '/watch', headers: readonly string[] = []): string =>
  head('GET', target, served.port, [AUTHORIZED, ...headers]);
const HEAD =
  /^HTTP\/1\.1 200 OK\r\ncontent-type: text\/event-stream\r\ncache-control: no-store, no-transform\r\nx-accel-buffering: no\r\nDate: [^\r]+\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\nTransfer-Encoding: chunked\r\n\r\n/;

/** The blocks of a chunked body, one chunk each. */
function blocks(received: string): string[] {
  const body = received.slice(received.indexOf('\r\n\r\n') + 4);
  const found: string[] = [];
  let at = 0;
  while (at < body.length) {
    const end = body.indexOf('\r\n', at);
    const length = Number.parseInt(body.slice(at, end), 16);
    if (length === 0) break;
    found.push(body.slice(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }
  return found;
}

describe('opening', () => {
  test('[B1.1, B1.2] the head and a first comment go out at once after the decision, and nothing before it', async () => {
    let decide: (() => void) | undefined;
    const asked = new Promise<void>((resolve) => {
      decide = resolve;
    });
    let entered: (() => void) | undefined;
    const inside = new Promise<void>((resolve) => {
      entered = resolve;
    });
    const { served, connect } = await started({
      handlers: {
        watch: {
          open: async () => {
            entered?.();
            await asked;
            return createBroadcast().subscribe();
          },
          terminal: () => ({ type: 'ended', v: 1, reason: 'x' }),
        },
      },
    });
    const client = await connect();
    client.send(get(served, '/watch', ['Accept-Encoding: gzip, br']));
    await inside;
    expect(client.received).toBe('');
    decide?.();
    const text = await client.until((received) => received.endsWith('\n\r\n') && received.includes(':\n\n'));
    expect(text).toMatch(HEAD);
    expect(text.replace(HEAD, '')).toBe('3\r\n:\n\n\r\n');
  });

  test('[B1.1] an event is one block: event, id where there is one, one line of data', async () => {
    const { served, connect } = await started({
      handlers: {
        watch: {
          open: async function* () {
            yield withId('c-1', tick(1));
            yield { type: 'note', v: 1, text: 'line\nbreak \u2028 ü' };
            yield tick(2);
            yield { type: 'ended', v: 1, reason: 'done' };
          },
          terminal: () => ({ type: 'ended', v: 1, reason: 'x' }),
        },
      },
    });
    const client = await connect();
    client.send(get(served));
    const text = await client.until((received) => received.endsWith('0\r\n\r\n'));
    expect(blocks(Buffer.from(text, 'latin1').toString('latin1')).map((block) => Buffer.from(block, 'latin1').toString())).toEqual([
      ':\n\n',
      'id: c-1\nevent: tick\ndata: {"type":"tick","v":1,"n":1}\n\n',
      'event: note\ndata: {"type":"note","v":1,"text":"line\\nbreak \u2028 ü"}\n\n',
      'event: tick\ndata: {"type":"tick","v":1,"n":2}\n\n',
      'event: ended\ndata: {"type":"ended","v":1,"reason":"done"}\n\n',
    ]);
  });

  test.each([
    ['none', '/watch', [], '', { lastEventId: undefined }],
    ['an empty one, which is none', '/watch', ['Last-Event-ID: '], '', { lastEventId: undefined }],
    ['a header', '/watch', ['Last-Event-ID: e-7'], '', { lastEventId: 'e-7' }],
    ['a header in UTF-8', '/watch', [`Last-Event-ID: ${Buffer.from('é').toString('latin1')}`], '', { lastEventId: 'é' }],
    ['a header that is no UTF-8', '/watch', ['Last-Event-ID: \xff'], '', { lastEventId: '\xff' }],
    [
      'a body field that beats the header',
      '/feed',
      ['Last-Event-ID: h', 'Content-Type: application/json'],
      '{"cursor":"b"}',
      { cursor: 'b' },
    ],
    ['a header beside a body without the field', '/feed', ['Last-Event-ID: h', 'Content-Type: application/json'], '{}', { cursor: 'h' }],
  ] as const)('[T6.6, H1.5] the position comes from %s', async (_case, target, headers, body, expected) => {
    const contexts: object[] = [];
    const handler = {
      open: (_request: unknown, context: object) => {
        contexts.push(context);
        throw new ServiceError('resync_required');
      },
      terminal: () => ({}),
    };
    const { served, connect } = await started({ handlers: { watch: handler, feed: handler } });
    const client = await connect();
    const length = body === '' ? [] : [`Content-Length: ${body.length}`];
    client.send(head(body === '' ? 'GET' : 'POST', target, served.port, [AUTHORIZED, ...headers, ...length]) + body);
    await client.until((received) => received.includes('resync_required'));
    expect(contexts[0]).toMatchObject(expected);
  });

  test('[H2.3] a repeated Last-Event-ID is refused', async () => {
    const { served, connect } = await started({});
    const client = await connect();
    client.send(get(served, '/watch', ['Last-Event-ID: a', 'Last-Event-ID: a']));
    expect(await client.until((received) => received.includes('"path"'))).toContain(
      '{"error":"validation_error","message":"Last-Event-ID is repeated.","details":{"code":"duplicate-key","path":"/headers/last-event-id"}}',
    );
  });

  test.each(['', 'replay=', 'replay=required&replay=required', 'replay=other'].slice(1))(
    '[H2.3, H1.5] %s is refused with 400',
    async (query) => {
      const { served, connect } = await started({});
      const client = await connect();
      client.send(get(served, `/watch?${query}`));
      expect(await client.until((received) => received.includes('}'))).toMatch(/^HTTP\/1\.1 400 /);
    },
  );

  test('[B1.1] HTTP/1.0 gets the same blocks without chunks, and the end of the connection as their end', async () => {
    const { served, connect } = await started({
      handlers: {
        watch: {
          open: async function* () {
            yield tick(1);
          },
          terminal: () => ({}),
        },
      },
    });
    const client = await connect();
    client.send(get(served).replace('HTTP/1.1', 'HTTP/1.0'));
    const text = await client.closed();
    expect(text.slice(text.indexOf('\r\n\r\n') + 4)).toBe(':\n\nevent: tick\ndata: {"type":"tick","v":1,"n":1}\n\n');
  });
});

describe('a backlog, then live', () => {
  test('[H2.1, F2] what an iterator returns goes on behind what it yielded, pushed, and is let go of with the stream', async () => {
    const live = createBroadcast();
    const { served, connect } = await started({
      handlers: {
        watch: {
          async open() {
            const subscription = live.subscribe();
            live.publish(tick(3));
            return (async function* () {
              yield tick(1);
              yield tick(2);
              return subscription;
            })();
          },
          terminal: () => ({ type: 'ended', v: 1, reason: 'x' }),
        },
      },
    });
    const client = await connect();
    client.send(get(served));
    await client.until((received) => received.includes('"n":3'));
    live.publish(tick(4));
    const text = await client.until((received) => received.includes('"n":4'));
    const numbers = blocks(text).flatMap((block) => /"n":(\d)/.exec(block)?.[1] ?? []);
    expect([numbers, live.size]).toEqual([['1', '2', '3', '4'], 1]);
    client.destroy();
    await until(() => live.size === 0);
  });
});

describe('refusals', () => {
  test('[H2.4, H2.4a, H2.6] a refusal with a constant message is the same bytes for every cause, but for Date', async () => {
    const causes = [
      new ServiceError('resync_required'),
      new ServiceError('resync_required', { message: 'expired', details: { cursor: 'c' } }),
    ];
    const { served, connect } = await started({
      handlers: { watch: { open: () => Promise.reject(causes.shift()), terminal: () => ({}) } },
    });
    const answers: string[] = [];
    for (const cursor of ['unknown', 'x'.repeat(8_000)]) {
      const client = await connect();
      client.send(get(served, '/watch', [`Last-Event-ID: ${cursor}`]));
      answers.push(await client.until((received) => received.endsWith('}')));
    }
    const [first, second] = answers.map((answer) => answer.replace(/Date: [^\r]+/, 'Date:'));
    expect(first).toBe(
      'HTTP/1.1 409 Conflict\r\ncontent-type: application/json\r\ncache-control: no-store\r\ncontent-length: 56\r\nDate:\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\n{"error":"resync_required","message":"resync_required."}',
    );
    expect(second).toBe(first);
  });

  test.each([
    ['an Accept that excludes event streams', 'GET', ['Accept: application/json'], '', 406],
    ['an Accept with q=0', 'GET', ['Accept: text/event-stream;q=0, */*'], '', 406],
    ['a body on GET', 'GET', ['Content-Length: 2', 'Content-Type: application/json'], '{}', 400],
    ['a chunked body on GET', 'GET', ['Transfer-Encoding: chunked'], '0\r\n\r\n', 400],
    ['another method', 'POST', [], '', 405],
  ] as const)('[B1.6, B1.3] %s', async (_case, method, headers, body, status) => {
    const { served, connect } = await started({});
    const client = await connect();
    client.send(head(method, '/watch', served.port, [AUTHORIZED, ...headers]) + body);
    const text = await client.until((received) => received.includes('}'));
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(text).toContain('content-type: application/json');
  });

  test('[B1.6] HEAD has the head of the stream, opens nothing, takes no slot', async () => {
    let opened = 0;
    const { served, connect } = await started({
      handlers: {
        watch: {
          open: () => {
            opened += 1;
            return createBroadcast().subscribe();
          },
          terminal: () => ({}),
        },
      },
    });
    const client = await connect();
    client.send(get(served).replace('GET', 'HEAD') + head('GET', '/public', served.port));
    const text = await client.until((received) => received.includes('HTTP/1.1 204'));
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\ncontent-type: text\/event-stream\r\n/);
    expect(opened).toBe(0);
    expect(served.gateway.openCount).toBe(0);
  });

  test('[B1.6] a stream beyond the caller’s bound is 429; another caller’s opens, and a closed one makes room', async () => {
    const { served, connect } = await started({ service: { limits: { streamsPerCaller: 1 } } });
    const first = await connect();
    first.send(get(served));
    await first.until((received) => received.includes(':\n\n'));
    const second = await connect();
    second.send(get(served));
    expect(await second.until((received) => received.endsWith('}'))).toMatch(
      /^HTTP\/1\.1 429 [\s\S]*retry-after: 1\r\n[\s\S]*"error":"rate_limited"/,
    );
    const other = await connect();
    other.send(get(served).replace('t-read', 't-other'));
    await other.until((received) => received.includes(':\n\n'));
    first.destroy();
    await vanished(served, 1);
    second.send(get(served));
    await second.until((received) => received.includes(':\n\n'));
  });
});

/** Resolves when no more than so many streams are open. */
async function vanished(served: Served, count: number): Promise<void> {
  await until(() => served.gateway.openCount <= count);
}

describe('pipelining', () => {
  test('[B1.6] a request behind an open stream is not run, and refused when the stream ends', async () => {
    const hub = createBroadcast();
    let ran = 0;
    const { served, connect } = await started({
      handlers: {
        watch: { open: () => hub.subscribe(), terminal: () => ({}) },
        removeItem: () => {
          ran += 1;
        },
      },
    });
    const client = await connect();
    client.send(get(served) + head('DELETE', '/items/a', served.port, [AUTHORIZED]));
    await client.until((received) => received.includes(':\n\n'));
    hub.publish(tick(1));
    hub.publish({ type: 'ended', v: 1, reason: 'done' });
    const text = await client.closed();
    const [stream = '', refusal = ''] = text.split('0\r\n\r\n');
    expect(blocks(`${stream}0\r\n\r\n`).length).toBe(3);
    expect(refusal).toMatch(/^HTTP\/1\.1 503 [\s\S]*connection: close[\s\S]*"error":"temporarily_unavailable"/i);
    expect(ran).toBe(0);
  });

  test('[B1.6] a stream behind other answers waits for its turn', async () => {
    let finish: ((value: object) => void) | undefined;
    const { served, connect } = await started({
      handlers: {
        getItem: () =>
          new Promise((resolve) => {
            finish = resolve;
          }),
        watch: {
          open: async function* () {
            yield tick(1);
          },
          terminal: () => ({}),
        },
      },
    });
    const client = await connect();
    client.send(get(served, '/items/a') + get(served));
    await until(() => finish !== undefined);
    finish?.({ id: 'a' });
    const text = await client.until((received) => received.endsWith('0\r\n\r\n'));
    expect(text).toMatch(
      /^HTTP\/1\.1 200 OK\r\ncontent-type: application\/json[\s\S]*\{"id":"a"\}HTTP\/1\.1 200 OK\r\ncontent-type: text\/event-stream/,
    );
  });

  test('[B1.6] after its stream has ended, a connection serves the next request', async () => {
    const { served, connect } = await started({
      handlers: {
        watch: {
          open: async function* () {
            yield tick(1);
          },
          terminal: () => ({}),
        },
      },
    });
    const client = await connect();
    client.send(get(served));
    await client.until((received) => received.endsWith('0\r\n\r\n'));
    client.send(get(served, '/items/a'));
    expect(await client.until((received) => received.endsWith('{"id":"a"}'))).toContain('application/json');
  });
});

describe('the end', () => {
  test('[B1.5] a vanished client ends its handler, and everything that was held is released', async () => {
    let aborted = 0;
    let returned = 0;
    const hub = createBroadcast();
    const { served, connect } = await started({
      handlers: {
        watch: {
          open: async function* (_request: unknown, { signal }: { signal: AbortSignal }) {
            signal.addEventListener('abort', () => {
              aborted += 1;
            });
            try {
              yield* hub.subscribe({ signal });
            } finally {
              returned += 1;
            }
          },
          terminal: () => ({}),
        },
        feed: { open: () => hub.subscribe() },
      },
    });
    const generator = await connect();
    generator.send(get(served));
    await generator.until((received) => received.includes(':\n\n'));
    const direct = await connect();
    direct.send(head('POST', '/feed', served.port, [AUTHORIZED, 'Content-Type: application/json', 'Content-Length: 2']) + '{}');
    await direct.until((received) => received.includes(':\n\n'));
    await until(() => hub.size === 2);
    generator.destroy();
    direct.socket.resetAndDestroy();
    await vanished(served, 0);
    await until(() => hub.size === 0 && returned === 1);
    expect([aborted, returned, hub.size]).toEqual([1, 1, 0]);
  });

  test('[B1.5] a client that goes while the handler decides takes nothing with it', async () => {
    let decide: (() => void) | undefined;
    let signal: AbortSignal | undefined;
    const hub = createBroadcast();
    const { served, connect } = await started({
      service: { limits: { streamsPerCaller: 1 } },
      handlers: {
        watch: {
          open: async (_request: unknown, context: { signal: AbortSignal }) => {
            if (decide !== undefined) return hub.subscribe();
            ({ signal } = context);
            await new Promise<void>((resolve) => {
              decide = resolve;
            });
            return hub.subscribe();
          },
          terminal: () => ({}),
        },
      },
    });
    const client = await connect();
    client.send(get(served));
    await until(() => decide !== undefined);
    client.destroy();
    await until(() => signal?.aborted === true);
    decide?.();
    const next = await connect();
    next.send(get(served));
    await next.until((received) => received.includes(':\n\n'));
    expect(hub.size).toBe(1);
  });

  test.each([
    ['yields an event of another shape', { type: 'tick', v: 1, n: -1 }, /wrong-type at "\/n"/],
    ['yields an event of another version', { type: 'tick', v: 2, n: 1 }, /wrong-type at "\/v"/],
    ['yields an unknown event', { type: 'tock', v: 1 }, /has no message of that type/],
    ['yields an id where there is none', withId('1', { type: 'note', v: 1, text: '' }), /has an id/],
    ['yields an id with a line break', withId('1\r\ndata: x', tick(1)), /an id that SSE cannot carry/],
    ['yields an id with NUL', withId('a\0b', tick(1)), /an id that SSE cannot carry/],
    ['throws', new Error('secret'), /secret/],
  ])('[B1.1, B1.3, C1.6] a handler that %s ends its own stream with the terminal, and is told to the log', async (_case, item, message) => {
    const { served, connect } = await started({
      handlers: {
        watch: {
          open: async function* () {
            yield tick(1);
            if (item instanceof Error) throw item;
            yield item;
          },
          terminal: (reason: string) => ({ type: 'ended', v: 1, reason }),
        },
      },
    });
    const client = await connect();
    client.send(get(served));
    const text = await client.until((received) => received.endsWith('0\r\n\r\n'));
    expect(blocks(text)).toEqual([
      ':\n\n',
      'event: tick\ndata: {"type":"tick","v":1,"n":1}\n\n',
      'event: ended\ndata: {"type":"ended","v":1,"reason":"failed"}\n\n',
    ]);
    expect(served.log.map(({ level, fields }) => [level, fields['endpoint']])).toEqual([['error', 'watch']]);
    expect(served.log.map(({ fields }) => (fields['err'] as Error).message)).toEqual([expect.stringMatching(message)]);
  });

  test('[B1.3] without terminals, a failed stream ends between events', async () => {
    const { served, connect } = await started({
      handlers: {
        feed: {
          open: async function* () {
            yield tick(1);
            throw new Error('x');
          },
        },
      },
    });
    const client = await connect();
    client.send(head('POST', '/feed', served.port, [AUTHORIZED, 'Content-Type: application/json', 'Content-Length: 2']) + '{}');
    expect(blocks(await client.until((received) => received.endsWith('0\r\n\r\n'))).length).toBe(2);
  });

  test('[B1.4] a handler ends its stream ahead of what is queued', async () => {
    const { served, connect } = await started({
      handlers: {
        watch: {
          open: (_request: unknown, context: { end: (last?: object) => void }) => {
            const hub = createBroadcast();
            queueMicrotask(() => {
              setImmediate(() => {
                hub.publish(tick(1));
                context.end({ type: 'ended', v: 1, reason: 'revoked' });
                hub.publish(tick(2));
              });
            });
            return hub.subscribe();
          },
          terminal: () => ({}),
        },
      },
    });
    const client = await connect();
    client.send(get(served));
    expect(blocks(await client.until((received) => received.endsWith('0\r\n\r\n')))).toEqual([
      ':\n\n',
      'event: ended\ndata: {"type":"ended","v":1,"reason":"revoked"}\n\n',
    ]);
  });
});
