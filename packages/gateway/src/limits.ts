import { GatewayError } from './gateway-error.ts';

interface LimitRow {
  readonly value: number;
  readonly unit: 'bytes' | 'milliseconds' | 'seconds' | 'items' | 'per-second';
  readonly minimum: number;
  readonly description: string;
}

/**
 * Every bound that is the gateway's own, with unit and default (H5.1). A contract that publishes a limit of the same name sets its value;
 * `options.limits` has the last word. All of them, and the contract's, are served by discovery.
 */
export const GATEWAY_LIMITS = {
  connections: { value: 12_000, unit: 'items', minimum: 1, description: 'Open connections of the listener, the health reserve included.' },
  healthReserve: { value: 16, unit: 'items', minimum: 1, description: 'Connections that only health requests may use (B5.1).' },
  healthMs: {
    value: 1_000,
    unit: 'milliseconds',
    minimum: 1,
    description: 'A health request is answered within this, whatever streams do.',
  },
  headerBytes: { value: 16_384, unit: 'bytes', minimum: 1_024, description: 'Request head.' },
  headersMs: { value: 10_000, unit: 'milliseconds', minimum: 1, description: 'Time to receive a request head.' },
  requestMs: { value: 30_000, unit: 'milliseconds', minimum: 1, description: 'Time to receive a whole request.' },
  keepAliveMs: { value: 5_000, unit: 'milliseconds', minimum: 1, description: 'An idle connection is closed after this.' },
  pipelinedRequests: { value: 32, unit: 'items', minimum: 1, description: 'Requests under way on one connection; one more cuts it.' },
  pendingAuthentications: { value: 1_024, unit: 'items', minimum: 1, description: 'Credentials being decided at one time.' },
  authenticateMs: { value: 5_000, unit: 'milliseconds', minimum: 1, description: 'Time to decide about a credential.' },
  streams: { value: 10_000, unit: 'items', minimum: 0, description: 'Open streams and sockets.' },
  streamsPerCaller: {
    value: 16,
    unit: 'items',
    minimum: 0,
    description: 'Open streams and sockets of one caller; one more is refused with 429.',
  },
  streamMaxSeconds: { value: 0, unit: 'seconds', minimum: 0, description: 'Age at which a stream is ended cleanly; 0: never.' },
  pendingOpenings: { value: 1_024, unit: 'items', minimum: 1, description: 'Sockets whose opening exchange is not complete.' },
  openingMs: { value: 10_000, unit: 'milliseconds', minimum: 1, description: 'Time for the opening exchange of a socket.' },
  queueEvents: { value: 256, unit: 'items', minimum: 1, description: 'Messages waiting for one stream or socket.' },
  queueBytes: {
    value: 1_048_576,
    unit: 'bytes',
    minimum: 1_024,
    description: 'Bytes waiting for one stream or socket; the last message may pass it.',
  },
  writeMs: { value: 10_000, unit: 'milliseconds', minimum: 1, description: 'A peer that takes nothing for this long is cut.' },
  pingMs: { value: 25_000, unit: 'milliseconds', minimum: 1, description: 'Interval of WebSocket pings.' },
  pongMs: { value: 20_000, unit: 'milliseconds', minimum: 1, description: 'Time for the answer to a ping.' },
  closeMs: { value: 5_000, unit: 'milliseconds', minimum: 1, description: 'Time for a close handshake, whatever the peer does.' },
  frameBytes: { value: 1_048_576, unit: 'bytes', minimum: 125, description: 'Payload of one WebSocket frame.' },
  fragments: { value: 256, unit: 'items', minimum: 1, description: 'Frames of one WebSocket message.' },
  controlFramesPerSecond: {
    value: 16,
    unit: 'per-second',
    minimum: 1,
    description: 'Pings and pongs of one peer, with a burst of four times that.',
  },
  dataFramesPerSecond: { value: 512, unit: 'per-second', minimum: 1, description: 'Data frames of one peer, with a burst of twice that.' },
  pendingRequests: { value: 32, unit: 'items', minimum: 1, description: 'Requests of one socket being handled; above it, reading pauses.' },
  drainMs: { value: 5_000, unit: 'milliseconds', minimum: 1, description: 'Time for open streams and sockets to end at shutdown.' },
  graceMs: {
    value: 1_000,
    unit: 'milliseconds',
    minimum: 0,
    description: 'Time for requests under way at shutdown, behind `drainMs`; then every connection is cut.',
  },
} as const satisfies Readonly<Record<string, LimitRow>>;

export type GatewayLimitName = keyof typeof GATEWAY_LIMITS;
export type GatewayLimits = Readonly<Record<GatewayLimitName, number>>;

/** All bounds of a service by name: the gateway's and the contract's. */
export type Limits = Readonly<Record<string, number>>;

/**
 * Default, then the contract's value, then the operator's.
 * Throws `GatewayError` `unknown-limit` for an override that nothing reads, `invalid-limit` for a value that is none.
 */
export function resolveLimits(contract: Limits, overrides: Limits): GatewayLimits & Limits {
  const limits: Record<string, number> = {};
  for (const [name, row] of Object.entries(GATEWAY_LIMITS)) limits[name] = row.value;
  Object.assign(limits, contract);
  for (const [name, value] of Object.entries(overrides)) {
    if (!Object.hasOwn(limits, name)) throw new GatewayError('unknown-limit', name);
    limits[name] = value;
  }
  for (const [name, value] of Object.entries(limits)) checkLimit(name, value);
  return limits as GatewayLimits & Limits;
}

/** A named limit that a descriptor refers to. */
export function limitOf(limits: Limits, name: string): number {
  const value = limits[name];
  if (value === undefined) throw new GatewayError('unknown-limit', name);
  return value;
}

function checkLimit(name: string, value: number): void {
  const row = Object.hasOwn(GATEWAY_LIMITS, name) ? GATEWAY_LIMITS[name as GatewayLimitName] : undefined;
  if (!Number.isSafeInteger(value) || value < (row?.minimum ?? 0)) throw new GatewayError('invalid-limit', `${name} = ${value}`);
}
