import { createHash } from 'node:crypto';
import { createUpgradePolicy, type UpgradePolicy } from '@tidemark/wire';
import { singleHeader } from './headers.ts';
import type { HeaderList, HttpRequest } from './http-exchange.ts';

export interface OriginPolicyOptions {
  /** Exact `Host` values, port as clients send it. */
  readonly hosts: readonly string[];
  /** Exact serialised origins of browser pages that may use the service. */
  readonly origins: readonly string[];
  /** Whether a WebSocket handshake without Origin is refused. */
  readonly requireOrigin: boolean;
}

export type OriginDecision =
  | { readonly ok: true; readonly headers: HeaderList }
  | { readonly ok: false; readonly fault: 'invalid' | 'forbidden'; readonly message: string };

export interface OriginPolicy {
  /** Exact Host and, where one is sent, Origin (P5.1): a page elsewhere, or a name rebound to this address, gets nothing. */
  check(request: HttpRequest): OriginDecision;
  /** The same lists for a handshake. */
  upgrade(subprotocol: string): UpgradePolicy;
}

/** Throws `WireError` `invalid-upgrade-policy` for an entry that could never match. */
export function createOriginPolicy(options: OriginPolicyOptions): OriginPolicy {
  const policies = new Map<string, UpgradePolicy>();
  const upgrade = (subprotocol: string): UpgradePolicy => {
    let policy = policies.get(subprotocol);
    if (policy === undefined) {
      policy = createUpgradePolicy({ ...options, subprotocols: [subprotocol], sha1 });
      policies.set(subprotocol, policy);
    }
    return policy;
  };
  // The lists do not depend on the subprotocol: one policy checks and normalises them for HTTP too.
  const { hosts, origins } = upgrade('http');
  return { check: (request) => check(request, hosts, origins), upgrade };
}

function check(request: HttpRequest, hosts: UpgradePolicy['hosts'], origins: UpgradePolicy['origins']): OriginDecision {
  const host = singleHeader(request.rawHeaders, 'host');
  if (host === null || host === undefined) return { ok: false, fault: 'invalid', message: 'Exactly one Host is needed.' };
  if (hosts !== '*' && !hosts.has(lowerAscii(host))) return { ok: false, fault: 'forbidden', message: 'Host is not allowed.' };
  const origin = singleHeader(request.rawHeaders, 'origin');
  if (origin === undefined) return { ok: true, headers: [] };
  if (origin === null) return { ok: false, fault: 'invalid', message: 'Origin is repeated.' };
  if (origin === 'null' || (origins !== '*' && !origins.has(origin)))
    return { ok: false, fault: 'forbidden', message: 'Origin is not allowed.' };
  return { ok: true, headers: corsHeaders(origin) };
}

/** What a browser needs to let a page of another, allowed origin read the answer. */
function corsHeaders(origin: string): HeaderList {
  return [
    ['access-control-allow-origin', origin],
    ['access-control-expose-headers', 'retry-after, location'],
    ['vary', 'origin'],
  ];
}

/** The answer to a preflight of an allowed origin, or undefined when the request is none. */
export function preflightHeaders(request: HttpRequest, methods: readonly string[]): HeaderList | undefined {
  if (request.method !== 'OPTIONS' || singleHeader(request.rawHeaders, 'origin') == null) return undefined;
  if (singleHeader(request.rawHeaders, 'access-control-request-method') == null) return undefined;
  const asked = singleHeader(request.rawHeaders, 'access-control-request-headers') ?? '';
  return [
    ['access-control-allow-methods', methods.join(', ')],
    // Names that cannot be header names are not repeated into a header of ours.
    ...(/^[A-Za-z0-9\-, ]{1,1024}$/.test(asked) ? ([['access-control-allow-headers', asked]] as const) : []),
    ['access-control-max-age', '600'],
  ];
}

/** Only ASCII is folded: the Kelvin sign must not become a k. */
function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function sha1(bytes: Uint8Array): Uint8Array {
  return createHash('sha1').update(bytes).digest();
}
