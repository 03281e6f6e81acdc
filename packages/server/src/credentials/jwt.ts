import { readFile } from 'node:fs/promises';
import type { Authentication } from '@tidemark/gateway';
import { createLocalJWKSet, createRemoteJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from 'jose';
import type { JwtConfig } from '../config/server-config.ts';
import { StartError } from '../start-error.ts';
import { authenticationOf, type Principal } from './principal.ts';

/** Null: a token that is none of ours. Rejects when the keys cannot be had, which says nothing about the token. */
export type JwtVerifier = (token: string) => Promise<Authentication<Principal> | null>;

const FETCH_MS = 3_000;
/** Unknown key ids make no more than one request in this time. */
const COOLDOWN_MS = 30_000;
const CACHE_MS = 600_000;
const MAX_WORKSPACES = 10_000;

/** Verifies signed tokens: issuer, audience and algorithm pinned, an end required (H5.3). Throws `StartError` `invalid-jwks` for a file that holds no keys. */
export async function createJwtVerifier(config: JwtConfig, clock: { now(): number }): Promise<JwtVerifier> {
  const keys = await keysOf(config.jwks);
  const options = {
    issuer: config.issuer,
    audience: config.audience,
    // The one that was configured, whatever the token's header says; none of them works with a shared secret.
    algorithms: [config.algorithm],
    requiredClaims: ['exp', config.claims.tenant, config.claims.subject],
    clockTolerance: config.clockToleranceSeconds,
    ...(config.type === null ? {} : { typ: config.type }),
  };
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, { ...options, currentDate: new Date(clock.now()) });
      return authenticationFrom(payload, config);
    } catch (error) {
      if (error instanceof KeysUnavailable) throw error;
      // `TypeError`: a key that is of another kind than the pinned algorithm.
      if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
      throw error;
    }
  };
}

/** The keys could not be had: which says nothing about the token. */
class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
}

async function keysOf(jwks: string): Promise<JWTVerifyGetKey> {
  if (/^https?:\/\//i.test(jwks)) return remoteKeys(new URL(jwks));
  try {
    return createLocalJWKSet(JSON.parse(await readFile(jwks, 'utf8')) as JSONWebKeySet);
  } catch (cause) {
    throw new StartError('invalid-jwks', jwks, { cause });
  }
}

function remoteKeys(url: URL): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(url, { timeoutDuration: FETCH_MS, cooldownDuration: COOLDOWN_MS, cacheMaxAge: CACHE_MS });
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (cause) {
      if (cause instanceof errors.JWKSNoMatchingKey || cause instanceof errors.JWKSMultipleMatchingKeys) throw cause;
      throw new KeysUnavailable('the key set cannot be had', { cause });
    }
  };
}

function authenticationFrom(payload: JWTPayload, { claims, clockToleranceSeconds }: JwtConfig): Authentication<Principal> | null {
  const tenant = nameOf(payload[claims.tenant]);
  const subject = nameOf(payload[claims.subject]);
  const workspaces = listOf(payload[claims.workspaces]);
  const scopes = listOf(payload[claims.scopes]);
  if (tenant === null || subject === null || workspaces === null || scopes === null || payload.exp === undefined) return null;
  return authenticationOf({ tenant, subject, workspaces, expiresAt: (payload.exp + clockToleranceSeconds) * 1_000 }, scopes);
}

function nameOf(claim: unknown): string | null {
  // oxlint-disable-next-line no-control-regex -- controls are what it refuses
  return typeof claim === 'string' && /^[^\u0000-\u001f\u007f]{1,128}$/.test(claim) ? claim : null;
}

/** An array of strings, or one string with spaces (RFC 8693 section 4.2); absent: empty. Null: neither. */
function listOf(claim: unknown): readonly string[] | null {
  if (claim === undefined) return [];
  const list: unknown = typeof claim === 'string' ? claim.split(' ').filter((word) => word !== '') : claim;
  if (!Array.isArray(list) || list.length > MAX_WORKSPACES) return null;
  return list.every((entry): entry is string => typeof entry === 'string') ? list : null;
}
