import { dirname, resolve as resolvePath } from 'node:path';
import { resolveLimits } from './limits.ts';
import type { ConfigFile, CredentialRow } from './schema.ts';
import type { Credentials, HostEventsConfig, JwtConfig, ServerConfig } from './server-config.ts';

/** Puts every default in its place (H5.1). `file` is absolute: relative paths begin at its folder. */
export function resolveConfig(file: string, config: ConfigFile, credentials: readonly CredentialRow[]): ServerConfig {
  const { listen, hosts, origins, admin, database, hostEvents, jwt, limits, conformanceSeams, log } = config;
  return {
    listen: { host: listen?.host ?? '127.0.0.1', port: listen?.port ?? 0, hosts: hosts ?? null },
    origins: origins ?? null,
    admin: { host: admin?.host ?? '127.0.0.1', port: admin?.port ?? 0, hosts: admin?.hosts ?? null },
    database: databaseUrl(file, database ?? 'sqlite:tidemark.db'),
    hostEvents: hostEventsOf(hostEvents),
    credentials: credentials.map(credentialsOf),
    jwt: jwt === undefined ? null : jwtOf(file, jwt),
    limits: resolveLimits(limits ?? {}, hostEvents.maxPayloadBytes),
    conformanceSeams: conformanceSeams ?? false,
    logLevel: log?.level ?? 'info',
  };
}

function databaseUrl(file: string, url: string): string {
  const path = /^sqlite:(?!:memory:$)(.+)$/s.exec(url)?.[1];
  return path === undefined ? url : `sqlite:${resolvePath(dirname(file), path)}`;
}

const DAY_SECONDS = 86_400;
const LEAST_MARGIN_SECONDS = 60;

function hostEventsOf({ types, replay, retentionSeconds }: ConfigFile['hostEvents']): HostEventsConfig {
  const promise = replay?.minRetentionSeconds;
  // A cursor that is as old as the promise allows is still there when it is looked up.
  const byDefault = promise === undefined ? DAY_SECONDS : promise + Math.max(LEAST_MARGIN_SECONDS, Math.ceil(promise / 10));
  return { types, replay: replay ?? null, retentionSeconds: retentionSeconds ?? byDefault };
}

function credentialsOf({ token, subject, tenant, workspaces, scopes }: CredentialRow, position: number): Credentials {
  return { token, subject: subject ?? `token-${position}`, tenant, workspaces: workspaces ?? [], scopes: scopes ?? ['events:read'] };
}

function jwtOf(file: string, jwt: NonNullable<ConfigFile['jwt']>): JwtConfig {
  const { issuer, audience, algorithm, jwks, type, clockToleranceSeconds, claims } = jwt;
  return {
    issuer,
    audience,
    algorithm,
    jwks: /^https?:\/\//i.test(jwks) ? jwks : resolvePath(dirname(file), jwks),
    type: type ?? null,
    clockToleranceSeconds: clockToleranceSeconds ?? 5,
    claims: {
      tenant: claims?.tenant ?? 'tenant',
      subject: claims?.subject ?? 'sub',
      workspaces: claims?.workspaces ?? 'workspaces',
      scopes: claims?.scopes ?? 'scope',
    },
  };
}
