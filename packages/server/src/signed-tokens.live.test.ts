import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { openReader, SERVED } from './test-support/clients.ts';
import { temporaryFolder } from './test-support/run-server.ts';
import { serveHere } from './test-support/serve-here.ts';

test('[H5.3, H2.5] a signed token opens a stream, which ends between events when the token does', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'keys.json'), JSON.stringify({ keys: [publicKey.export({ format: 'jwk' })] }));
  const jwt = { issuer: 'https://issuer.example', audience: 'tidemark', algorithm: 'ES256', jwks: 'keys.json', clockToleranceSeconds: 0 };
  const { url } = await serveHere({ ...SERVED, credentials: [], jwt }, folder);
  const tokenUntil = (exp: number, scope: string) =>
    new SignJWT({ iss: jwt.issuer, aud: jwt.audience, sub: 'u', tenant: 'acme', scope, exp })
      .setProtectedHeader({ alg: 'ES256' })
      .sign(privateKey);
  const now = Math.floor(Date.now() / 1_000);
  const token = await tokenUntil(now + 3, 'events:read');
  const stream = await openReader(url, undefined, token);
  expect(stream.status).toBe(200);
  expect(await stream.ended()).toMatch(/^(?::\n\n)+$/);
  expect(Date.now()).toBeGreaterThanOrEqual((now + 3) * 1_000);
  expect((await openReader(url, undefined, token)).status).toBe(401);
  expect((await openReader(url, undefined, await tokenUntil(now + 60, 'events:emit'))).status).toBe(403);
});
