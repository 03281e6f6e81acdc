import { type Input, type JsonValue, parseJson } from '@tidemark/codec';
import type { OperationDescriptor, ServiceDescriptor, SocketDescriptor, StreamDescriptor } from '../descriptor.ts';
import type { EventStream } from '../stream-state.ts';
import { ServiceError } from '../service-error.ts';
import type { DuplexSocket, ReplyOptions } from '../socket-types.ts';

/** Stands in for a generated decoder: strict JSON of an object that has `property`. */
export const decodeWith =
  (property: string, value?: JsonValue) =>
  (input: Input, options?: { readonly maxBytes?: number }): unknown => {
    const parsed = typeof input === 'string' || input instanceof Uint8Array ? parseJson(input, options) : (input.value as JsonValue);
    if (typeof parsed !== 'object' || parsed === null || !Object.hasOwn(parsed, property)) throw new TypeError(`no ${property}`);
    if (value !== undefined && (parsed as Record<string, JsonValue>)[property] !== value) throw new TypeError(`other ${property}`);
    return parsed;
  };

export class UnauthenticatedError extends ServiceError<'unauthenticated', undefined> {}
export class ConflictError extends ServiceError<'conflict', { revision: number }> {}
export class ResyncRequiredError extends ServiceError<'resync_required', undefined> {}
export class RateLimitedError extends ServiceError<'rate_limited', undefined> {}
export class UnavailableError extends ServiceError<'unavailable', undefined> {}
export class BrokenError extends ServiceError<'broken', undefined> {}

/** The smallest service with one of everything. */
export const service: ServiceDescriptor = {
  id: 'things',
  version: '1.0.0',
  errors: {
    unauthenticated: { status: 401, retriable: false, type: UnauthenticatedError, details: null },
    conflict: { status: 409, retriable: false, type: ConflictError, details: decodeWith('revision') },
    resync_required: { status: 409, retriable: false, type: ResyncRequiredError, details: null },
    rate_limited: { status: 429, retriable: true, type: RateLimitedError, details: null },
    unavailable: { status: 503, retriable: true, type: UnavailableError, details: null },
    broken: { status: 500, retriable: false, type: BrokenError, details: null },
  },
  security: { bearer: { kind: 'bearer' }, key: { kind: 'api-key', header: 'x-api-key' } },
  digests: { openapi: 'sha256:aa', asyncapi: 'sha256:bb' },
};

export const operation = (
  overrides: Partial<OperationDescriptor<Record<string, unknown>>> = {},
): OperationDescriptor<Record<string, unknown>> => ({
  name: 'getThing',
  method: 'GET',
  path: '/things/{thingId}',
  access: [{ scheme: 'bearer', scopes: ['read'] }],
  parameters: [{ name: 'thingId', in: 'path', required: true }],
  responses: { 200: { decode: decodeWith('name') } },
  result: 'body',
  ...overrides,
});

export interface ThingEvent {
  readonly event: string;
  readonly id?: string;
  readonly data: { readonly type: string; readonly n?: number };
}
export type ThingStream = EventStream<ThingEvent>;

export const stream = (
  overrides: Partial<StreamDescriptor<Record<string, unknown>, ThingEvent>> = {},
): StreamDescriptor<Record<string, unknown>, ThingEvent> => ({
  name: 'watchThings',
  method: 'GET',
  path: '/things/events',
  access: [{ scheme: 'bearer', scopes: ['read'] }],
  parameters: [],
  events: {
    changed: { decode: decodeWith('type', 'changed'), id: 'always' },
    noted: { decode: decodeWith('type', 'noted'), id: 'optional' },
    alive: { decode: decodeWith('type', 'alive'), id: 'never' },
    interrupted: { decode: decodeWith('type', 'interrupted'), id: 'never', terminal: 'reconnect' },
    closed: { decode: decodeWith('type', 'closed'), id: 'never', terminal: 'final' },
  },
  unknownEvents: 'refuse',
  resume: { option: 'lastEventId', carrier: { in: 'header' } },
  eventBytes: 1_000,
  heartbeatMs: 10_000,
  ...overrides,
});

export interface ThingSocket extends DuplexSocket<object, { readonly type: string; readonly n?: number }> {
  request(message: object, options?: ReplyOptions): Promise<object>;
}

export const socket = (
  overrides: Partial<SocketDescriptor<Record<string, unknown>, ThingSocket>> = {},
): SocketDescriptor<Record<string, unknown>, ThingSocket> => ({
  name: 'desk',
  path: '/things/desk',
  access: [{ scheme: 'bearer', scopes: ['write'] }],
  parameters: [],
  subprotocol: 'things.v1',
  tag: 'type',
  decode: decodeWith('type'),
  terminals: { interrupted: 'reconnect', closed: 'final' },
  exchanges: { ask: { replies: ['answer', 'refusal'], correlation: 'requestId', fill: 'text' } },
  closeCodes: {
    1000: { name: 'normal', reconnect: false },
    4001: { name: 'revoked', reconnect: false },
    1013: { name: 'try-again-later', reconnect: true },
  },
  messageBytes: 1_000,
  replyMs: 5_000,
  ...overrides,
});
