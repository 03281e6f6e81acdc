import { TEST_TYPES } from '@tidemark/host-events';
import type { ConfigProblem } from './config-error.ts';
import { limitProblems } from './limits.ts';
import type { ConfigFile, CredentialRow } from './schema.ts';

/** What no schema says: rules between keys. */
export function crossProblems(file: ConfigFile): readonly ConfigProblem[] {
  return [
    ...typeProblems(file.hostEvents),
    ...retentionProblems(file.hostEvents),
    ...hostProblems(file),
    ...limitProblems(file.limits ?? {}),
    ...payloadProblems(file),
    ...jwksProblems(file),
  ];
}

/** Two rows with one token would be one credential with two meanings. */
export function credentialProblems(rows: readonly CredentialRow[], base: string): readonly ConfigProblem[] {
  const first = new Map<string, number>();
  return rows.flatMap(({ token }, index): readonly ConfigProblem[] => {
    const known = first.get(token);
    first.set(token, known ?? index);
    return known === undefined
      ? []
      : [{ code: 'duplicate', path: `${base}/${index}/token`, reason: `It is the token of ${base}/${known}.` }];
  });
}

/** The addresses behind which only this machine is. */
const LOOPBACK: readonly string[] = ['127.0.0.1', '::1', 'localhost'];

export function isLoopback(host: string): boolean {
  return LOOPBACK.includes(host);
}

function typeProblems({ types }: ConfigFile['hostEvents']): readonly ConfigProblem[] {
  const seen = new Set<string>();
  return types.flatMap(({ type, delivery }, index): readonly ConfigProblem[] => {
    const path = `/hostEvents/types/${index}`;
    if (seen.has(type)) return [{ code: 'duplicate', path: `${path}/type`, reason: `${type} is listed twice.` }];
    seen.add(type);
    if (!type.startsWith('host-test.') || TEST_TYPES[delivery] === type) return [];
    const known = Object.values<string>(TEST_TYPES).includes(type);
    return [{ code: 'reserved-type', path: `${path}/${known ? 'delivery' : 'type'}`, reason: '' }];
  });
}

function retentionProblems({ replay, retentionSeconds }: ConfigFile['hostEvents']): readonly ConfigProblem[] {
  if (replay === undefined || retentionSeconds === undefined || retentionSeconds >= replay.minRetentionSeconds) return [];
  return [{ code: 'retention-below-promise', path: '/hostEvents/retentionSeconds', reason: '' }];
}

function hostProblems({ listen, hosts, admin }: ConfigFile): readonly ConfigProblem[] {
  const main = hosts === undefined && !isLoopback(listen?.host ?? '127.0.0.1');
  const administrative = admin?.hosts === undefined && !isLoopback(admin?.host ?? '127.0.0.1');
  return [
    ...(main ? [{ code: 'missing-hosts', path: '/hosts', reason: '' } as const] : []),
    ...(administrative ? [{ code: 'missing-hosts', path: '/admin/hosts', reason: '' } as const] : []),
  ];
}

function payloadProblems({ hostEvents, limits }: ConfigFile): readonly ConfigProblem[] {
  const bound = limits?.['payloadBytes'];
  if (bound === undefined || hostEvents.maxPayloadBytes === undefined || bound === hostEvents.maxPayloadBytes) return [];
  return [{ code: 'conflict', path: '/hostEvents/maxPayloadBytes', reason: '/limits/payloadBytes says something else.' }];
}

function jwksProblems({ jwt }: ConfigFile): readonly ConfigProblem[] {
  if (jwt === undefined || !/^[a-z]+:\/\//i.test(jwt.jwks)) return [];
  const url = URL.canParse(jwt.jwks) ? new URL(jwt.jwks) : null;
  const loopback = url !== null && isLoopback(url.hostname.replace(/^\[(.*)\]$/, '$1'));
  if (url !== null && url.username === '' && url.password === '' && (url.protocol === 'https:' || (url.protocol === 'http:' && loopback)))
    return [];
  return [
    { code: 'malformed-value', path: '/jwt/jwks', reason: 'Keys come over https, or over http from this machine, without a password.' },
  ];
}
