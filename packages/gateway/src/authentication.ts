import type { EndpointDescriptor, GatewayFault, SecurityDescriptor } from './descriptor.ts';
import { headerValues } from './headers.ts';
import type { HttpRequest } from './http-exchange.ts';
import type { Timers } from './time.ts';

/** A secret as it came, under the name of the contract's security scheme. Never logged, never part of an answer. */
export interface Credential {
  readonly scheme: string;
  readonly kind: 'bearer' | 'api-key';
  readonly secret: string;
}

/** Who somebody is. `caller` names the holder of per-caller bounds, for example tenant and subject. */
export interface Authentication<P> {
  readonly principal: P;
  readonly caller: string;
  readonly scopes: readonly string[];
}

/** What an authenticator may look at beside the credential. */
export interface AuthenticationSubject {
  readonly endpoint: string;
  readonly path: string;
  readonly remoteAddress: string;
}

/**
 * Decides about one credential: null when it is none of ours. Compare secrets in constant time (`secretsEqual`).
 * Throwing, or taking longer than `authenticateMs`, means that no decision could be made: the request is answered with 503.
 */
export type Authenticate<P> = (
  credential: Credential,
  subject: AuthenticationSubject,
) => Authentication<P> | null | Promise<Authentication<P> | null>;

export type AuthenticationDecision<P> =
  | { readonly ok: true; readonly principal: P | null; readonly caller: string }
  | { readonly ok: false; readonly fault: GatewayFault; readonly cause?: unknown };

export interface AuthenticatorOptions<P> {
  readonly authenticate: Authenticate<P> | undefined;
  readonly security: readonly SecurityDescriptor[];
  readonly limits: { readonly pendingAuthentications: number; readonly authenticateMs: number };
  readonly timers: Timers;
}

export type Authenticator<P> = (
  endpoint: Pick<EndpointDescriptor, 'name' | 'access'>,
  request: HttpRequest,
) => AuthenticationDecision<P> | Promise<AuthenticationDecision<P>>;

/**
 * The one place where a request becomes somebody's. Public endpoints are public because their contract says so; everything else needs
 * one of its alternatives, whole. Work before the decision is bounded in number and time.
 */
export function createAuthenticator<P>(options: AuthenticatorOptions<P>): Authenticator<P> {
  let pending = 0;

  async function decide(endpoint: Pick<EndpointDescriptor, 'name' | 'access'>, request: HttpRequest): Promise<AuthenticationDecision<P>> {
    if (pending >= options.limits.pendingAuthentications) return { ok: false, fault: 'unavailable' };
    pending += 1;
    try {
      return await decideAlternatives(options, endpoint, request);
    } catch (cause) {
      return { ok: false, fault: 'unavailable', cause };
    } finally {
      pending -= 1;
    }
  }

  return (endpoint, request) =>
    endpoint.access.length === 0 ? { ok: true, principal: null, caller: request.remoteAddress } : decide(endpoint, request);
}

async function decideAlternatives<P>(
  options: AuthenticatorOptions<P>,
  endpoint: Pick<EndpointDescriptor, 'name' | 'access'>,
  request: HttpRequest,
): Promise<AuthenticationDecision<P>> {
  const decided = new Map<string, Authentication<P> | null>();
  let known = false;
  for (const alternative of endpoint.access) {
    const scheme = options.security.find(({ name }) => name === alternative.scheme);
    if (scheme === undefined || options.authenticate === undefined) continue;
    const secret = secretOf(scheme, request.rawHeaders);
    if (secret === 'repeated') return { ok: false, fault: 'invalid' };
    if (secret === null) continue;
    let authentication = decided.get(scheme.name);
    if (authentication === undefined) {
      const subject = { endpoint: endpoint.name, path: request.target.split('?', 1)[0] ?? '', remoteAddress: request.remoteAddress };
      // One alternative after the other on purpose: most requests carry one credential, and work before the decision stays least.
      authentication = await withDeadline(
        options.authenticate({ scheme: scheme.name, kind: scheme.kind, secret: secret.value }, subject),
        options,
      );
      decided.set(scheme.name, authentication);
    }
    if (authentication === null) continue;
    known = true;
    const { scopes, principal, caller } = authentication;
    if (alternative.scopes.every((scope) => scopes.includes(scope))) return { ok: true, principal, caller };
  }
  return { ok: false, fault: known ? 'forbidden' : 'unauthenticated' };
}

/** RFC 6750 section 2.1: the scheme's name in any case, one space, a token68. */
const bearer = /^Bearer ([A-Za-z0-9\-._~+/]+=*)$/i;

function secretOf(scheme: SecurityDescriptor, rawHeaders: readonly string[]): { readonly value: string } | 'repeated' | null {
  const values = headerValues(rawHeaders, scheme.kind === 'bearer' ? 'authorization' : scheme.header.toLowerCase());
  if (values.length > 1) return 'repeated';
  const [value] = values;
  if (value === undefined || value === '') return null;
  if (scheme.kind === 'api-key') return { value };
  const token = bearer.exec(value)?.[1];
  return token === undefined ? null : { value: token };
}

/** What a 401 must name (RFC 9110 section 11.6.1). */
export function challengeHeader(access: EndpointDescriptor['access'], security: readonly SecurityDescriptor[]): readonly [string, string] {
  const bearerNeeded = access.some(({ scheme }) => security.some((candidate) => candidate.name === scheme && candidate.kind === 'bearer'));
  return ['www-authenticate', bearerNeeded ? 'Bearer' : 'ApiKey'];
}

async function withDeadline<T>(work: T | Promise<T>, options: Pick<AuthenticatorOptions<unknown>, 'timers' | 'limits'>): Promise<T> {
  if (!(work instanceof Promise)) return work;
  let handle: unknown;
  const deadline = new Promise<never>((_resolve, reject) => {
    handle = options.timers.set(() => {
      reject(new Error(`authenticate gave no answer within ${options.limits.authenticateMs} ms`));
    }, options.limits.authenticateMs);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    options.timers.clear(handle);
  }
}
