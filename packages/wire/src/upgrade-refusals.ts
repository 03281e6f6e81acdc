const websocket: readonly (readonly [string, string])[] = [
  ['Upgrade', 'websocket'],
  ['Sec-WebSocket-Version', '13'],
];

/** Why a handshake is refused (B3.1). `reason` is safe to send: it quotes nothing of the request or the policy. */
export const upgradeRefusals = {
  'method-not-get': { status: 405, reason: 'the handshake is a GET', headers: [['Allow', 'GET']] },
  'http-version': { status: 400, reason: 'the handshake needs HTTP/1.1', headers: [] },
  'request-target': { status: 400, reason: 'the request target must be a path', headers: [] },
  'malformed-header': { status: 400, reason: 'a header is malformed', headers: [] },
  'duplicate-header': { status: 400, reason: 'a header that must come once came twice', headers: [] },
  'request-body': { status: 400, reason: 'the handshake has no body', headers: [] },
  'host-missing': { status: 400, reason: 'Host is missing', headers: [] },
  'host-malformed': { status: 400, reason: 'Host is malformed', headers: [] },
  'host-not-allowed': { status: 403, reason: 'Host is not allowed', headers: [] },
  'upgrade-required': { status: 426, reason: 'this resource is a WebSocket', headers: websocket },
  'connection-not-upgrade': { status: 400, reason: 'Connection must name Upgrade', headers: [] },
  'version-not-13': { status: 426, reason: 'WebSocket version 13 only', headers: websocket },
  'key-malformed': { status: 400, reason: 'Sec-WebSocket-Key must be 16 bytes in canonical base64', headers: [] },
  'origin-missing': { status: 403, reason: 'Origin is required', headers: [] },
  'origin-null': { status: 403, reason: 'Origin is not allowed', headers: [] },
  'origin-malformed': { status: 400, reason: 'Origin is malformed', headers: [] },
  'origin-not-allowed': { status: 403, reason: 'Origin is not allowed', headers: [] },
  'subprotocol-repeated': { status: 400, reason: 'a subprotocol is offered twice', headers: [] },
  'subprotocol-not-offered': { status: 400, reason: 'no known subprotocol is offered', headers: [] },
} as const satisfies Record<
  string,
  { readonly status: number; readonly reason: string; readonly headers: readonly (readonly [string, string])[] }
>;

export type UpgradeRefusalCode = keyof typeof upgradeRefusals;

export interface UpgradeRefusal {
  readonly accepted: false;
  readonly status: number;
  readonly code: UpgradeRefusalCode;
  readonly reason: string;
  readonly headers: readonly (readonly [string, string])[];
}

export function upgradeRefusal(code: UpgradeRefusalCode): UpgradeRefusal {
  return { accepted: false, code, ...upgradeRefusals[code] };
}

const phrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  426: 'Upgrade Required',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/**
 * The whole HTTP/1.1 response that ends a handshake; also for refusals of the caller's own (401, 404, 429, 503).
 * The caller vouches for header values: no line breaks.
 */
export function encodeUpgradeRefusal(
  refusal: { readonly status: number; readonly headers: readonly (readonly [string, string])[] },
  body?: { readonly contentType: string; readonly text: string },
): Uint8Array {
  const { status, headers } = refusal;
  const encoder = new TextEncoder();
  const content = encoder.encode(body?.text ?? '');
  const upgrade = headers.some(([name]) => name === 'Upgrade') ? 'Upgrade, close' : 'close';
  const head = [
    `HTTP/1.1 ${status} ${phrases[status] ?? 'Refused'}`,
    `Connection: ${upgrade}`,
    'Cache-Control: no-store',
    `Content-Length: ${content.length}`,
    ...(body === undefined ? [] : [`Content-Type: ${body.contentType}`]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ].join('\r\n');
  const start = encoder.encode(`${head}\r\n\r\n`);
  const response = new Uint8Array(start.length + content.length);
  response.set(start);
  response.set(content, start.length);
  return response;
}
