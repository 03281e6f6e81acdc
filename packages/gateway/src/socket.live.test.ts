import { afterEach, describe, expect, test } from 'vitest';
import { createBroadcast } from './broadcast.ts';
import type { SocketConnection, SocketEnd } from './context.ts';
import { ServiceError } from './service-error.ts';
import { serve, type ServeOptions, type Served } from './test-support/serve.ts';
import { turn, until } from './test-support/until.ts';
import { KEY, socketClient, upgradeHead, withFrames, type SocketClient } from './test-support/socket-client.ts';
import { AUTHORIZED, rawClient } from './test-support/raw-client.ts';
import { encodeClientFrame } from '@tidemark/wire/testing';

const ask = (requestId: string, question = 'why'): object => ({ type: 'ask', v: 1, requestId, question });
const tick = (n: number, pad = ''): object => ({ type: 'tick', v: 1, n, pad });
const text = (value: object): string => JSON.stringify(value);
const isClosed = (frames: readonly string[]): boolean => frames.at(-1)?.startsWith('close') === true;

let served: Served | null = null;
const clients = new Set<{ destroy(): void }>();
afterEach(async () => {
  for (const client of clients) client.destroy();
  clients.clear();
  await served?.close();
  served = null;
});

async function started(desk: object, options: ServeOptions = {}): Promise<Served> {
  served = await serve({
    ...options,
    handlers: { desk: { open: () => desk, terminal: (reason: string) => ({ type: 'ended', v: 1, reason }) }, ...options.handlers },
  });
  return served;
}

async function connected(target?: string, headers?: readonly string[]): Promise<SocketClient> {
  const client = await socketClient(served?.port ?? 0, target, headers);
  clients.add(client);
  return client;
}

const quiet = { ask: () => ({}), say: () => {} };

describe('messages', () => {
  test('[C4.3, R6.1] a request gets its reply, correlated; others are heard; pushes arrive in order', async () => {
    const heard: unknown[] = [];
    await started({
      opened: (connection: SocketConnection) => {
        connection.send(tick(1));
        connection.send(tick(2));
      },
      messages: {
        ask: async ({ requestId, question }: { requestId: string; question: string }) => ({
          type: 'answer',
          v: 1,
          requestId,
          reply: question.toUpperCase(),
        }),
        say: (message: object, connection: SocketConnection) => {
          heard.push(message);
          connection.send(tick(3));
        },
      },
    });
    const client = await connected();
    client.message({ type: 'say', v: 1, text: 'hello' });
    client.message(ask('r1'));
    expect(await client.untilFrames((frames) => frames.length === 4)).toEqual([
      text(tick(1)),
      text(tick(2)),
      text(tick(3)),
      text({ type: 'answer', v: 1, requestId: 'r1', reply: 'WHY' }),
    ]);
    expect(heard).toEqual([{ type: 'say', v: 1, text: 'hello' }]);
  });

  test('[B3.1] frames that came with the request head are read once the handshake has succeeded', async () => {
    const server = await started({
      messages: { ask: ({ requestId }: { requestId: string }) => ({ type: 'answer', v: 1, requestId, reply: 'y' }), say: () => {} },
    });
    const raw = await rawClient(server.port);
    clients.add(raw);
    raw.send(Buffer.concat([Buffer.from(upgradeHead(server.port)), encodeClientFrame({ opcode: 1, payload: text(ask('early')) })]));
    expect(await withFrames(raw).untilFrames((frames) => frames.length === 1)).toEqual([
      text({ type: 'answer', v: 1, requestId: 'early', reply: 'y' }),
    ]);
    expect(KEY.length).toBe(24);
  });

  test.each([
    ['a message of another version', { type: 'ask', v: 2, requestId: 'r', question: 'q' }, 'close:1007:wrong-type at /v'],
    ['an unknown tag', { type: 'shout', v: 1 }, 'close:1007:unknown-tag at /type'],
    ['an unknown field', { ...ask('r'), extra: 1 }, 'close:1007:unknown-field at /extra'],
    ['a message of the server', { type: 'answer', v: 1, requestId: 'r', reply: '' }, 'close:1007:unknown-tag at /type'],
  ])('[C1.6, B3.2] %s ends the socket with a code, a path and no value', async (_case, message, close) => {
    await started({ messages: quiet });
    const client = await connected();
    client.message(message);
    expect((await client.untilFrames(isClosed)).at(-1)).toBe(close);
  });

  test.each([
    ['malformed JSON', '{', 'close:1007:malformed-json'],
    ['a duplicate key', '{"type":"say","v":1,"text":"a","text":"b"}', 'close:1007:duplicate-key at /text'],
  ])('[B3.2] %s', async (_case, payload, close) => {
    await started({ messages: quiet });
    const client = await connected();
    client.frame({ opcode: 1, payload });
    expect((await client.untilFrames(isClosed)).at(-1)).toBe(close);
  });

  test.each([
    ['unmasked', { opcode: 1, payload: '{}', masked: false }, 1002],
    ['binary', { opcode: 2, payload: '{}' }, 1003],
    ['reserved bits', { opcode: 1, payload: '{}', rsv: 4 }, 1002],
    ['an unknown opcode', { opcode: 3, payload: '' }, 1002],
    ['not minimal length', { opcode: 1, payload: '{}', lengthBytes: 2 }, 1002],
    ['a long control frame', { opcode: 9, payload: 'x'.repeat(126) }, 1002],
    ['a fragmented control frame', { opcode: 9, payload: '', fin: false }, 1002],
    ['invalid UTF-8', { opcode: 1, payload: new Uint8Array([0xff]) }, 1007],
    ['a length over the bound, refused from its header', { opcode: 1, payload: '', announced: 5_000_000n }, 1009],
    ['a close code that may not be sent', { opcode: 8, payload: new Uint8Array([3, 0xed]) }, 1002],
  ] as const)('[B3.2, B3.3] a frame that is %s', async (_case, frame, code) => {
    await started({ messages: quiet });
    const client = await connected();
    client.frame(frame);
    const frames = await client.untilFrames(isClosed);
    expect(frames.at(-1)).toMatch(new RegExp(`^close:${code}:`));
    await client.closed();
    expect((await fetch(`${served?.url}/healthz`)).status).toBe(200);
  });
});

interface Authenticating {
  authenticate(secret: string): Promise<unknown>;
}
type AnswerHandler = (message: { readonly proof: string }, context: Authenticating) => unknown;

const accept: AnswerHandler = () => ({ type: 'attached', v: 1 });
/** Principals that `authenticated` has let in. */
const admitted: unknown[] = [];
const authenticated: AnswerHandler = async ({ proof }, context) => {
  admitted.push(await context.authenticate(proof));
  return { type: 'attached', v: 1 };
};

const vault = (answer: AnswerHandler = accept): Readonly<Record<string, unknown>> => ({
  vault: {
    open: (_request: unknown, context: Authenticating) => ({
      opening: {
        challenge: async () => ({ type: 'challenge', v: 1, nonce: 'n' }),
        answer: (message: { proof: string }) => answer(message, context),
      },
      opened: (connection: SocketConnection) => {
        connection.send(tick(1));
      },
      messages: { ask: ({ requestId }: { requestId: string }) => ({ type: 'answer', v: 1, requestId, reply: 'ok' }) },
    }),
    terminal: (reason: string) => ({ type: 'ended', v: 1, reason }),
  },
});
const challenge = text({ type: 'challenge', v: 1, nonce: 'n' });
const attached = text({ type: 'attached', v: 1 });
const prove = (proof: string): object => ({ type: 'prove', v: 1, proof });

describe('challenge first', () => {
  test('[B3.4, R3.3] the server speaks first, and messages flow after the accepted answer', async () => {
    await started({}, { handlers: vault() });
    const client = await connected('/vault', []);
    await client.untilFrames((frames) => frames.length === 1);
    client.message(prove('p'));
    client.message(ask('r'));
    expect(await client.untilFrames((frames) => frames.length === 4)).toEqual([
      challenge,
      attached,
      text(tick(1)),
      text({ type: 'answer', v: 1, requestId: 'r', reply: 'ok' }),
    ]);
  });

  test('[B3.4, P5.1] the answer’s secret is decided by the endpoint’s own rules', async () => {
    admitted.length = 0;
    await started({}, { handlers: vault(authenticated) });
    for (const [proof, expected] of [
      ['t-read', attached],
      ['t-none', 'close:1008:forbidden'],
      ['nobody', 'close:1008:unauthenticated'],
    ] as const) {
      const client = await connected('/vault', []);
      client.message(prove(proof));
      expect((await client.untilFrames((frames) => frames.length >= 2))[1]).toBe(expected);
    }
    expect(admitted).toEqual([{ subject: 'read' }]);
  });

  test('[B3.4] before the answer nothing else is accepted, and after it no second one', async () => {
    await started({}, { handlers: vault() });
    const early = await connected('/vault', []);
    early.message(ask('r'));
    expect((await early.untilFrames(isClosed)).at(-1)).toBe('close:1008:ask is not expected now');
    const twice = await connected('/vault', []);
    twice.message(prove('p'));
    twice.message(prove('p'));
    expect((await twice.untilFrames(isClosed)).at(-1)).toBe('close:1008:prove is not expected now');
  });

  test('[B3.4, P5.1] a credential on the handshake is decided there', async () => {
    const server = await started({}, { handlers: vault() });
    const client = await rawClient(server.port);
    client.send(upgradeHead(server.port, { target: '/vault', headers: ['Authorization: Bearer nobody'] }));
    expect(await client.closed()).toMatch(/^HTTP\/1\.1 401 /);
  });

  test('[B3.4, P5.1] who never answers is gone after openingMs, and those who wait are bounded', async () => {
    const server = await started({}, { handlers: vault(), service: { limits: { openingMs: 150, pendingOpenings: 1 } } });
    const client = await connected('/vault', []);
    const crowded = await rawClient(server.port);
    crowded.send(upgradeHead(server.port, { target: '/vault', headers: [] }));
    expect(await crowded.closed()).toMatch(/^HTTP\/1\.1 503 /);
    expect((await client.untilFrames(isClosed)).at(-1)).toBe('close:1008:opening took too long');
    client.destroy();
    await until(() => server.gateway.openCount === 0);
    const next = await connected('/vault', []);
    await next.untilFrames((frames) => frames[0] === challenge);
  });
});

describe('the end', () => {
  test.each([
    [
      'throws at once',
      {
        say: () => {
          throw new Error('secret');
        },
      },
      'close:1011:failed',
    ],
    ['rejects', { say: () => Promise.reject(new Error('secret')) }, 'close:1011:failed'],
    [
      'refuses with a registered error',
      {
        say: () => {
          throw new ServiceError('forbidden');
        },
      },
      'close:1008:forbidden',
    ],
    ['replies with no reply', { say: () => {}, ask: () => tick(1) }, 'close:1011:failed'],
    [
      'replies to another request',
      { say: () => {}, ask: () => ({ type: 'answer', v: 1, requestId: 'other', reply: '' }) },
      'close:1011:failed',
    ],
    ['replies in another shape', { say: () => {}, ask: () => ({ type: 'answer', v: 1, requestId: 'r', reply: 7 }) }, 'close:1011:failed'],
  ])('[B3.6, B3.5] a handler that %s ends its own socket', async (_case, messages, close) => {
    const ends: SocketEnd[] = [];
    await started({ messages: { ...quiet, ...messages }, closed: (end: SocketEnd) => ends.push(end) });
    const other = await connected();
    const client = await connected();
    client.message('ask' in messages ? ask('r') : { type: 'say', v: 1, text: '' });
    const frames = await client.untilFrames(isClosed);
    expect(frames).toEqual(close.startsWith('close:1011') ? [text({ type: 'ended', v: 1, reason: 'failed' }), close] : [close]);
    client.frame({ opcode: 8, payload: new Uint8Array([3, 0xe8]) });
    await client.closed();
    other.frame({ opcode: 9, payload: 'alive' });
    await other.untilFrames((pongs) => pongs.includes(`10:${Buffer.from('alive').toString('hex')}`));
    expect(ends).toEqual([{ code: Number(close.slice(6, 10)), reason: close.slice(11), clean: true }]);
    expect(served?.log.length).toBe(close.startsWith('close:1011') ? 1 : 0);
  });

  test('[B3.3] a peer’s close is echoed, and ends what the socket holds', async () => {
    const hub = createBroadcast();
    const ends: SocketEnd[] = [];
    await started({
      opened: async (connection: SocketConnection) => {
        for await (const event of hub.subscribe()) if (!connection.send(event)) break;
      },
      messages: quiet,
      closed: (end: SocketEnd) => ends.push(end),
    });
    const client = await connected();
    client.frame({ opcode: 8, payload: Buffer.concat([new Uint8Array([3, 0xe9]), Buffer.from('bye')]) });
    expect(await client.untilFrames(isClosed)).toEqual(['close:1001:']);
    await client.closed();
    await until(() => ends.length > 0);
    expect(ends).toEqual([{ code: 1001, reason: 'bye', clean: true }]);
    expect(served?.gateway.openCount).toBe(0);
  });

  test('[B3.3] a peer that never answers a close is gone within closeMs', async () => {
    const ends: SocketEnd[] = [];
    await started(
      {
        opened: (connection: SocketConnection) => {
          connection.close(1000, 'done');
        },
        messages: quiet,
        closed: (end: SocketEnd) => ends.push(end),
      },
      { service: { limits: { closeMs: 150 } } },
    );
    const client = await connected();
    await client.untilFrames(isClosed);
    await client.closed();
    await until(() => ends.length > 0);
    expect(ends).toEqual([{ code: 1000, reason: 'done', clean: false }]);
  });

  test('[B3.3, B3.6] a reset at any moment ends one socket', async () => {
    const ends: SocketEnd[] = [];
    const server = await started({ messages: quiet, closed: (end: SocketEnd) => ends.push(end) });
    const client = await connected();
    client.socket.resetAndDestroy();
    await until(() => ends.length > 0);
    expect(ends[0]?.code).toBe(1006);
    const during = await rawClient(server.port);
    during.send(upgradeHead(server.port));
    during.socket.resetAndDestroy();
    const next = await connected();
    next.frame({ opcode: 9, payload: '' });
    await next.untilFrames((frames) => frames.length === 1);
  });

  test('[B3.5] a slow reader gets its terminal and 1013 when it reads again, every frame whole', async () => {
    const hub = createBroadcast();
    let connection: SocketConnection | undefined;
    await started(
      {
        opened: (opened: SocketConnection) => {
          connection = opened;
        },
        messages: quiet,
      },
      { service: { limits: { queueEvents: 4, queueBytes: 8_192, writeMs: 20_000, closeMs: 20_000 } } },
    );
    const client = await connected();
    client.socket.pause();
    await until(() => connection !== undefined);
    let sent = 0;
    while (connection?.send(tick(sent, 'x'.repeat(50_000))) === true) {
      sent += 1;
      await turn();
    }
    client.socket.resume();
    const frames = await client.untilFrames(isClosed);
    expect(frames.slice(-2)).toEqual([text({ type: 'ended', v: 1, reason: 'slow-consumer' }), 'close:1013:slow-consumer']);
    const numbers = frames.slice(0, -2).map((frame) => (JSON.parse(frame) as { n: number }).n);
    expect(numbers).toEqual(numbers.map((_each, index) => index));
    expect(hub.size).toBe(0);
  });

  test('[B3.5] a reader that takes nothing is cut by the write deadline', async () => {
    const ends: SocketEnd[] = [];
    let connection: SocketConnection | undefined;
    await started(
      {
        opened: (opened: SocketConnection) => {
          connection = opened;
        },
        messages: quiet,
        closed: (end: SocketEnd) => ends.push(end),
      },
      { service: { limits: { writeMs: 200, closeMs: 60_000 } } },
    );
    const client = await connected();
    client.socket.pause();
    await until(() => connection !== undefined);
    for (let index = 0; index < 8; index += 1) {
      connection?.send(tick(index, 'x'.repeat(3_900_000)));
      await turn();
    }
    await until(() => ends.length > 0);
    expect(ends[0]?.clean).toBe(false);
  });

  test('[B3.3, B1.5] a peer that answers no ping is gone after pongMs', async () => {
    const ends: SocketEnd[] = [];
    await started({ messages: quiet, closed: (end: SocketEnd) => ends.push(end) }, { service: { limits: { pingMs: 80, pongMs: 80 } } });
    const client = await connected();
    await client.untilFrames((frames) => frames[0] === '9:');
    await client.closed();
    await until(() => ends.length > 0);
    expect(ends[0]?.code).toBe(1006);
  });

  test('[B3.3] a flood of pings is refused', async () => {
    await started({ messages: quiet });
    const client = await connected();
    const ping = encodeClientFrame({ opcode: 9, payload: 'p' });
    client.send(Buffer.concat(Array.from({ length: 10_000 }, () => ping)));
    expect((await client.untilFrames(isClosed)).at(-1)).toMatch(/^close:1008:/);
  });

  test('[P5.1] requests beyond the bound wait for others to finish, and reading waits with them', async () => {
    const waiting: (() => void)[] = [];
    let most = 0;
    let running = 0;
    await started(
      {
        messages: {
          say: () => {},
          ask: async ({ requestId }: { requestId: string }) => {
            running += 1;
            most = Math.max(most, running);
            await new Promise<void>((resolve) => {
              waiting.push(resolve);
            });
            running -= 1;
            return { type: 'answer', v: 1, requestId, reply: '' };
          },
        },
      },
      { service: { limits: { pendingRequests: 2 } } },
    );
    const client = await connected();
    for (let index = 0; index < 20; index += 1) client.message(ask(`r${index}`));
    let answered = 0;
    while (answered < 20) {
      const next = waiting.shift();
      if (next === undefined) await turn();
      else {
        next();
        answered += 1;
      }
    }
    const frames = await client.untilFrames((all) => all.length === 20);
    expect(frames.map((frame) => (JSON.parse(frame) as { requestId: string }).requestId)).toEqual(
      Array.from({ length: 20 }, (_each, index) => `r${index}`),
    );
    expect(most).toBe(2);
  });

  test('[C4.3] a reply that never comes ends the socket after replyMs', async () => {
    await started({ messages: { say: () => {}, ask: () => new Promise(() => {}) } }, { service: { limits: { replyMs: 100 } } });
    const client = await connected();
    client.message(ask('r'));
    expect((await client.untilFrames(isClosed)).at(-1)).toBe('close:1011:failed');
  });

  test('[P3.3, B3.3] 50 open sockets get their terminal and 1001 at shutdown, and close() resolves', async () => {
    const server = await started({ messages: quiet }, { service: { limits: { streamsPerCaller: 100 } } });
    const all = await Promise.all(Array.from({ length: 50 }, () => connected()));
    const closing = server.close();
    const ends = await Promise.all(
      all.map(async (client) => {
        const frames = await client.untilFrames(isClosed);
        client.frame({ opcode: 8, payload: new Uint8Array([3, 0xe9]) });
        await client.closed();
        return frames;
      }),
    );
    await closing;
    expect(new Set(ends.map((frames) => frames.join('|')))).toEqual(
      new Set([`${text({ type: 'ended', v: 1, reason: 'shutdown' })}|close:1001:shutdown`]),
    );
  });

  test('[F3] one message to 200 sockets is encoded once', async () => {
    const connections: SocketConnection[] = [];
    let encodings = 0;
    await started(
      {
        opened: (connection: SocketConnection) => {
          connections.push(connection);
        },
        messages: quiet,
      },
      { service: { limits: { streamsPerCaller: 1_000 } } },
    );
    const all = await Promise.all(Array.from({ length: 200 }, () => connected('/desk/a', [AUTHORIZED])));
    await until(() => connections.length === 200);
    const message = {
      ...tick(1),
      toJSON(): object {
        encodings += 1;
        return tick(1);
      },
    };
    for (const connection of connections) connection.send(message);
    await Promise.all(all.map((client) => client.untilFrames((frames) => frames[0] === text(tick(1)))));
    expect(encodings).toBe(1);
  });
});
