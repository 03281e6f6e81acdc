import { groupHeaders, parseTokens } from './header-list.ts';
import { parseHost, parseOrigin } from './host-and-origin.ts';
import { upgradeRefusal, type UpgradeRefusal, type UpgradeRefusalCode } from './upgrade-refusals.ts';
import type { UpgradePolicy } from './upgrade-policy.ts';

/** The head of a request, as Node's `IncomingMessage` carries it: `rawHeaders` alternates names and values. */
export interface UpgradeRequest {
  readonly method?: string | undefined;
  readonly httpVersion: string;
  readonly url?: string | undefined;
  readonly rawHeaders: readonly string[];
}

export interface UpgradeAcceptance {
  readonly accepted: true;
  /** The offered subprotocol that was chosen: the client's first that the policy knows. */
  readonly protocol: string;
  readonly acceptKey: string;
  /** The whole 101 response. */
  readonly head: Uint8Array;
}

type Headers = ReadonlyMap<string, readonly string[]>;

/** Fields that decide who may connect and how the bytes behind the head are read: two of one kind are two answers, and intermediaries disagree which counts. */
const single = ['host', 'origin', 'upgrade', 'sec-websocket-key', 'sec-websocket-version', 'authorization', 'cookie', 'content-length'];
const canonicalKey = /^[A-Za-z0-9+/]{21}[AQgw]==$/;
const magic = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const encoder = new TextEncoder();

/** Checks an opening handshake (RFC 6455 4.2; B3.1) on the raw header list. Extensions are declined by leaving them out of the answer. Never throws on a request. */
export function checkUpgrade(request: UpgradeRequest, policy: UpgradePolicy): UpgradeAcceptance | UpgradeRefusal {
  const headers = groupHeaders(request.rawHeaders);
  if (headers === undefined) return upgradeRefusal('malformed-header');
  const refused = checkRequest(request, headers) ?? checkHandshake(headers) ?? checkOrigin(headers, policy);
  if (refused !== undefined) return upgradeRefusal(refused);
  const host = parseHost(headers.get('host')?.[0] ?? '');
  if (host === undefined) return upgradeRefusal('host-malformed');
  if (policy.hosts !== '*' && !policy.hosts.has(host)) return upgradeRefusal('host-not-allowed');
  const protocol = chooseProtocol(headers, policy);
  if (protocol.code !== undefined) return upgradeRefusal(protocol.code);
  return accept(headers.get('sec-websocket-key')?.[0] ?? '', protocol.chosen, policy);
}

function checkRequest(request: UpgradeRequest, headers: Headers): UpgradeRefusalCode | undefined {
  if (request.method !== 'GET') return 'method-not-get';
  if (request.httpVersion !== '1.1') return 'http-version';
  // Absolute-form would carry a second authority beside Host (RFC 9112 3.2.2).
  if (request.url === undefined || !/^\/[\x21-\x7e]*$/.test(request.url) || request.url.includes('#')) return 'request-target';
  if (single.some((name) => (headers.get(name)?.length ?? 0) > 1)) return 'duplicate-header';
  const length = headers.get('content-length')?.[0];
  if (headers.has('transfer-encoding') || (length !== undefined && length !== '0')) return 'request-body';
  return headers.has('host') ? undefined : 'host-missing';
}

function checkHandshake(headers: Headers): UpgradeRefusalCode | undefined {
  const upgrade = parseTokens(headers.get('upgrade') ?? [], true);
  const connection = parseTokens(headers.get('connection') ?? []);
  if (upgrade === undefined || connection === undefined) return 'malformed-header';
  if (!upgrade.some((name) => name.toLowerCase() === 'websocket')) return 'upgrade-required';
  if (!connection.some((name) => name.toLowerCase() === 'upgrade')) return 'connection-not-upgrade';
  if (headers.get('sec-websocket-version')?.[0] !== '13') return 'version-not-13';
  if (!canonicalKey.test(headers.get('sec-websocket-key')?.[0] ?? '')) return 'key-malformed';
  return undefined;
}

function checkOrigin(headers: Headers, policy: UpgradePolicy): UpgradeRefusalCode | undefined {
  const value = headers.get('origin')?.[0];
  if (value === undefined) return policy.requireOrigin ? 'origin-missing' : undefined;
  if (value === 'null') return 'origin-null';
  const origin = parseOrigin(value);
  if (origin === undefined) return 'origin-malformed';
  return policy.origins === '*' || policy.origins.has(origin) ? undefined : 'origin-not-allowed';
}

function chooseProtocol(
  headers: Headers,
  policy: UpgradePolicy,
): { readonly code: UpgradeRefusalCode; readonly chosen?: never } | { readonly code?: never; readonly chosen: string } {
  const offered = parseTokens(headers.get('sec-websocket-protocol') ?? []);
  if (offered === undefined) return { code: 'malformed-header' };
  if (new Set(offered).size !== offered.length) return { code: 'subprotocol-repeated' };
  const chosen = offered.find((name) => policy.subprotocols.has(name));
  return chosen === undefined ? { code: 'subprotocol-not-offered' } : { chosen };
}

function accept(key: string, protocol: string, policy: UpgradePolicy): UpgradeAcceptance {
  const acceptKey = btoa(String.fromCharCode(...policy.sha1(encoder.encode(key + magic))));
  const head =
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
    `Sec-WebSocket-Accept: ${acceptKey}\r\nSec-WebSocket-Protocol: ${protocol}\r\n\r\n`;
  return { accepted: true, protocol, acceptKey, head: encoder.encode(head) };
}
