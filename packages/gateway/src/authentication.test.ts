import { describe, expect, test } from 'vitest';
import { createAuthenticator, type Authenticate } from './authentication.ts';
import type { HttpRequest } from './http-exchange.ts';
import { secretsEqual, staticTokens } from './secrets.ts';
import { FakeTime } from './test-support/fakes.ts';

const request = (...rawHeaders: string[]): HttpRequest => ({
  method: 'GET',
  target: '/a?token=secret',
  httpVersion: '1.1',
  rawHeaders,
  remoteAddress: '192.0.2.1',
  pathParameters: {},
});
const security = [
  { name: 'token', kind: 'bearer' },
  { name: 'machine', kind: 'api-key', header: 'X-Api-Key' },
] as const;
const access = [
  { scheme: 'token', scopes: ['read', 'write'] },
  { scheme: 'machine', scopes: [] },
];
const known: Authenticate<string> = ({ kind, secret }) =>
  secret === 'good'
    ? { principal: kind, caller: 'c', scopes: ['read'] }
    : secret === 'best'
      ? { principal: 'both', caller: 'c', scopes: ['read', 'write'] }
      : null;

function make(authenticate: Authenticate<string> | undefined, limits = { pendingAuthentications: 2, authenticateMs: 100 }) {
  const time = new FakeTime();
  return { time, authenticator: createAuthenticator({ authenticate, security, limits, timers: time }) };
}

describe('decisions', () => {
  test.each([
    ['nothing', [], { ok: false, fault: 'unauthenticated' }],
    ['an unknown token', ['Authorization', 'Bearer bad'], { ok: false, fault: 'unauthenticated' }],
    ['a token without one of its scopes', ['Authorization', 'Bearer good'], { ok: false, fault: 'forbidden' }],
    ['a token with all', ['authorization', 'bearer best'], { ok: true, principal: 'both', caller: 'c' }],
    ['a key', ['x-api-key', 'good'], { ok: true, principal: 'api-key', caller: 'c' }],
    [
      'a token that falls short beside a key that does not',
      ['Authorization', 'Bearer good', 'X-Api-Key', 'good'],
      { ok: true, principal: 'api-key', caller: 'c' },
    ],
    ['an empty key', ['X-Api-Key', ''], { ok: false, fault: 'unauthenticated' }],
    ['two tokens', ['Authorization', 'Bearer best', 'Authorization', 'Bearer best'], { ok: false, fault: 'invalid' }],
    ['a token with a space', ['Authorization', 'Bearer be st'], { ok: false, fault: 'unauthenticated' }],
    ['a token without its scheme', ['Authorization', 'best'], { ok: false, fault: 'unauthenticated' }],
  ])('[P5.1] %s', async (_case, headers, expected) => {
    const { authenticator, time } = make(known);
    expect(await authenticator({ name: 'e', access }, request(...headers))).toEqual(expected);
    expect(time.pending).toBe(0);
  });

  test('[P5.1] a public endpoint is nobody’s, and its caller is its address', () => {
    expect(make(undefined).authenticator({ name: 'e', access: [] }, request())).toEqual({ ok: true, principal: null, caller: '192.0.2.1' });
  });

  test('[P5.1] the authenticator sees no query: a credential in a URL is none', async () => {
    let seen: unknown;
    const { authenticator } = make((credential, subject) => {
      seen = [credential, subject];
      return null;
    });
    await authenticator({ name: 'e', access }, request('Authorization', 'Bearer t'));
    expect(seen).toEqual([
      { scheme: 'token', kind: 'bearer', secret: 't' },
      { endpoint: 'e', path: '/a', remoteAddress: '192.0.2.1' },
    ]);
  });

  test('[P5.1] no answer in time, a rejection, and too many at once are no decision', async () => {
    const { authenticator, time } = make(() => new Promise(() => {}));
    const stuck = [
      authenticator({ name: 'e', access }, request('X-Api-Key', 'a')),
      authenticator({ name: 'e', access }, request('X-Api-Key', 'b')),
    ];
    expect(await authenticator({ name: 'e', access }, request('X-Api-Key', 'c'))).toEqual({ ok: false, fault: 'unavailable' });
    time.pass(100);
    expect(
      (await Promise.all(stuck.map(async (decision) => decision))).map(
        (decision) => !decision.ok && [decision.fault, (decision.cause as Error).message],
      ),
    ).toEqual([
      ['unavailable', 'authenticate gave no answer within 100 ms'],
      ['unavailable', 'authenticate gave no answer within 100 ms'],
    ]);
    const failing = make(() => Promise.reject(new Error('store is down')));
    expect(await failing.authenticator({ name: 'e', access }, request('X-Api-Key', 'a'))).toMatchObject({
      ok: false,
      fault: 'unavailable',
    });
  });
});

test('[P5.1] secrets are compared whole', () => {
  expect([secretsEqual('a', 'a'), secretsEqual('a', 'b'), secretsEqual('a', 'ab'), secretsEqual('', '')]).toEqual([
    true,
    false,
    false,
    true,
  ]);
  const table = staticTokens([{ token: 't', principal: 1, caller: 'c', scopes: [] }]);
  expect([
    table({ scheme: 's', kind: 'bearer', secret: 't' }, { endpoint: '', path: '', remoteAddress: '' }),
    table({ scheme: 's', kind: 'bearer', secret: 'T' }, { endpoint: '', path: '', remoteAddress: '' }),
  ]).toEqual([{ principal: 1, caller: 'c', scopes: [] }, null]);
});
