import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JwtConfig } from '../config/server-config.ts';
import { createAuthenticator } from './authenticator.ts';
import { createJwtVerifier, type JwtVerifier } from './jwt.ts';

const NOW = 1_800_000_000;
const clock = { now: () => NOW * 1_000 };
const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const stranger = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });

let folder = '';
let config: JwtConfig;
let verify: JwtVerifier;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-jwt-'));
  const jwks = join(folder, 'keys.json');
  const keys = [
    { ...rsa.publicKey.export({ format: 'jwk' }), kid: 'r' },
    { ...ec.publicKey.export({ format: 'jwk' }), kid: 'e' },
  ];
  writeFileSync(jwks, JSON.stringify({ keys }));
  config = {
    issuer: 'https://issuer.example',
    audience: 'tidemark',
    algorithm: 'RS256',
    jwks,
    type: 'at+jwt',
    clockToleranceSeconds: 5,
    claims: { tenant: 'org', subject: 'sub', workspaces: 'spaces', scopes: 'scope' },
  };
  verify = await createJwtVerifier(config, clock);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const CLAIMS = {
  iss: 'https://issuer.example',
  aud: 'tidemark',
  exp: NOW + 60,
  org: 'acme',
  sub: 'u1',
  scope: 'events:read events:test',
  spaces: ['w1'],
};

interface Made {
  readonly claims?: object;
  readonly header?: object;
  readonly key?: KeyObject;
}

function token({ claims = {}, header = {}, key = rsa.privateKey }: Made = {}): Promise<string> {
  return new SignJWT({ ...CLAIMS, ...claims }).setProtectedHeader({ alg: 'RS256', kid: 'r', typ: 'at+jwt', ...header }).sign(key);
}

test('[H5.3] a signed token is whom its claims name, until it ends', async () => {
  expect(await verify(await token())).toEqual({
    principal: { tenant: 'acme', subject: 'u1', workspaces: ['w1'], expiresAt: (NOW + 65) * 1_000 },
    caller: '["acme","u1"]',
    scopes: ['events:read', 'events:test'],
  });
});

const ACCEPTED: readonly (readonly [what: string, claims: object, scopes: readonly string[], workspaces: readonly string[]])[] = [
  ['scopes as an array', { scope: ['events:read'] }, ['events:read'], ['w1']],
  ['no scope, no workspace', { scope: undefined, spaces: undefined }, [], []],
  ['one of several audiences', { aud: ['x', 'tidemark'] }, ['events:read', 'events:test'], ['w1']],
  ['an end within the tolerance', { exp: NOW - 4 }, ['events:read', 'events:test'], ['w1']],
];
test.each(ACCEPTED)('[H5.3] accepted: %s', async (_what, claims, scopes, workspaces) => {
  expect(await verify(await token({ claims }))).toMatchObject({ scopes, principal: { workspaces } });
});

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** B72: what a verifier accepts that takes the algorithm from the token and the public key for a shared secret. */
function confused(secret: string | Buffer): string {
  const signed = `${part({ alg: 'HS256', kid: 'r', typ: 'at+jwt' })}.${part(CLAIMS)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

const REFUSED: readonly (readonly [what: string, make: () => string | Promise<string>])[] = [
  ['HS256 with the public key as PEM for a secret', () => confused(rsa.publicKey.export({ type: 'spki', format: 'pem' }))],
  ['HS256 with the public key as DER for a secret', () => confused(rsa.publicKey.export({ type: 'spki', format: 'der' }))],
  ['HS256 with the modulus for a secret', () => confused(rsa.publicKey.export({ format: 'jwk' }).n ?? '')],
  ['alg none', () => `${part({ alg: 'none', typ: 'at+jwt' })}.${part(CLAIMS)}.`],
  ['another algorithm with a key of the set', () => token({ header: { alg: 'ES256', kid: 'e' }, key: ec.privateKey })],
  ['another algorithm with the same key', () => token({ header: { alg: 'PS256' } })],
  ['a key of another kind under the pinned algorithm', () => token({ header: { kid: 'e' } })],
  ['a stranger’s key', () => token({ key: stranger.privateKey })],
  ['an unknown key id', () => token({ header: { kid: 'x' } })],
  [
    'a key in the header',
    () => token({ header: { kid: undefined, jwk: stranger.publicKey.export({ format: 'jwk' }) }, key: stranger.privateKey }),
  ],
  ['another issuer', () => token({ claims: { iss: 'https://issuer.example/' } })],
  ['another audience', () => token({ claims: { aud: 'other' } })],
  ['no audience', () => token({ claims: { aud: undefined } })],
  ['an end in the past', () => token({ claims: { exp: NOW - 6 } })],
  ['no end', () => token({ claims: { exp: undefined } })],
  ['a beginning in the future', () => token({ claims: { nbf: NOW + 6 } })],
  ['another type', () => token({ header: { typ: 'JWT' } })],
  ['no type', () => token({ header: { typ: undefined } })],
  ['no tenant', () => token({ claims: { org: undefined } })],
  ['a tenant that is no string', () => token({ claims: { org: ['acme'] } })],
  ['a tenant with a control', () => token({ claims: { org: 'a\nb' } })],
  ['an empty subject', () => token({ claims: { sub: '' } })],
  ['workspaces that are none', () => token({ claims: { spaces: { w1: true } } })],
  ['a changed claim', async () => (await token()).replace(/\.[^.]+\./, `.${part({ ...CLAIMS, org: 'other' })}.`)],
  ['an encrypted token’s form', () => 'a.b.c.d.e'],
  ['no token', () => 'abc'],
];
test.each(REFUSED)('[H5.3, B72] refused: %s', async (_what, make) => {
  expect(await verify(await make())).toBeNull();
});

test('[H5.3] keys that cannot be had decide nothing', async () => {
  const away = await createJwtVerifier({ ...config, jwks: 'http://127.0.0.1:1/keys' }, clock);
  await expect(away(await token())).rejects.toMatchObject({ name: 'KeysUnavailable' });
});

const FILES: readonly (readonly [what: string, text: string | null])[] = [
  ['absent', null],
  ['no JSON', 'keys'],
  ['no key set', '{"keys":1}'],
];
test.each(FILES)('[H5.3] a key file that is %s is told at start', async (what, text) => {
  const jwks = join(folder, `${what.replaceAll(' ', '-')}.json`);
  if (text !== null) writeFileSync(jwks, text);
  await expect(createJwtVerifier({ ...config, jwks }, clock)).rejects.toMatchObject({ name: 'StartError', code: 'invalid-jwks' });
});

test('[H5.3] tokens of the file and signed ones live side by side', async () => {
  const row = { token: 't-acme', subject: 's', tenant: 'acme', workspaces: [], scopes: ['events:read'] as const };
  const authenticate = await createAuthenticator({ credentials: [row], jwt: config, clock });
  const decide = (secret: string) =>
    authenticate({ scheme: 'bearer', kind: 'bearer', secret }, { endpoint: 'x', path: '/x', remoteAddress: '127.0.0.1' });
  expect(await decide('t-acme')).toMatchObject({ principal: { tenant: 'acme', subject: 's', expiresAt: null }, scopes: ['events:read'] });
  expect(await decide(await token())).toMatchObject({ principal: { subject: 'u1' } });
  expect(await decide('t-acm')).toBeNull();
});
