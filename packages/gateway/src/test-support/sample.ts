import type { ErrorDescriptor, ServerDescriptor } from '../descriptor.ts';
import { closed, count, is, tagged, text } from './decoders.ts';

const row = (code: string, status: number, more: Partial<ErrorDescriptor> = {}): ErrorDescriptor => ({
  code,
  status,
  retriable: status === 429 || status === 503,
  message: `${code}.`,
  constant: false,
  details: 'none',
  ...more,
});

const Tick = closed({ type: is('tick'), v: is(1), n: count, pad: text(4_000_000) }, ['pad']);
const Note = closed({ type: is('note'), v: is(1), text: text() });
const Ended = closed({ type: is('ended'), v: is(1), reason: text() });
const Ask = closed({ type: is('ask'), v: is(1), requestId: text(), question: text() });
const Say = closed({ type: is('say'), v: is(1), text: text() });
const Prove = closed({ type: is('prove'), v: is(1), proof: text() });
const Answer = closed({ type: is('answer'), v: is(1), requestId: text(), reply: text() });
const Challenge = closed({ type: is('challenge'), v: is(1), nonce: text() });
const Attached = closed({ type: is('attached'), v: is(1) });
const Item = closed({ id: text(), limit: count, tags: (value) => Array.isArray(value) }, ['limit', 'tags']);

const events = [
  { tag: 'tick', decode: Tick, id: 'optional' as const },
  { tag: 'note', decode: Note, id: 'never' as const },
  { tag: 'ended', decode: Ended, id: 'never' as const, terminal: 'reconnect' as const },
];
const server = [
  { tag: 'tick', decode: Tick },
  { tag: 'answer', decode: Answer },
  { tag: 'challenge', decode: Challenge },
  { tag: 'attached', decode: Attached },
  { tag: 'ended', decode: Ended, terminal: 'reconnect' as const },
];
const access = [{ scheme: 'bearer', scopes: ['read'] }];
const closeCodes = [{ code: 1000, name: 'normal' }];
const itemId = { name: 'itemId', in: 'path' as const, required: true, node: { kind: 'string' as const, maxLength: 20 } };

/** A contract with every feature of a descriptor once. Written by hand, so that the gateway's tests do not wait for the generators. */
export const sample: ServerDescriptor = {
  id: 'sample',
  version: '1.0.0',
  title: 'Sample',
  errors: [
    row('validation_error', 400, { details: 'violation', pathLength: 40 }),
    row('unauthenticated', 401),
    row('forbidden', 403),
    row('not_found', 404),
    row('conflict', 409, { details: 'program' }),
    row('resync_required', 409, { constant: true }),
    row('payload_too_large', 413),
    row('rate_limited', 429),
    row('internal_error', 500),
    row('temporarily_unavailable', 503),
  ],
  gatewayErrors: {
    invalid: 'validation_error',
    unauthenticated: 'unauthenticated',
    forbidden: 'forbidden',
    notFound: 'not_found',
    tooLarge: 'payload_too_large',
    rateLimited: 'rate_limited',
    internal: 'internal_error',
    unavailable: 'temporarily_unavailable',
  },
  limits: { bodyBytes: 200, eventBytes: 4_194_304, messageBytes: 4_194_304, heartbeatMs: 15_000, replyMs: 5_000 },
  security: [{ name: 'bearer', kind: 'bearer' }],
  operations: [
    {
      name: 'echo',
      method: 'POST',
      path: '/echo',
      access,
      parameters: [],
      body: { decode: closed({ text: text(20) }), maxBytes: 'bodyBytes' },
      responses: [{ status: 200, decode: closed({ text: text() }), headers: [] }],
    },
    {
      name: 'getItem',
      method: 'GET',
      path: '/items/{itemId}',
      access,
      parameters: [
        itemId,
        { name: 'limit', in: 'query', required: false, node: { kind: 'number', integer: true, minimum: 1, maximum: 50 } },
        {
          name: 'tag',
          in: 'query',
          required: false,
          node: { kind: 'array', items: { kind: 'literal', values: ['a', 'b'] }, maxItems: 2, uniqueItems: true },
        },
        { name: 'x-trace', in: 'header', required: false, node: { kind: 'string', maxLength: 10 } },
      ],
      responses: [{ status: 200, decode: Item, headers: [] }],
    },
    {
      name: 'putItem',
      method: 'PUT',
      path: '/items/{itemId}',
      access,
      parameters: [itemId],
      responses: [
        { status: 200, decode: Item, headers: [] },
        { status: 201, decode: Item, headers: [{ name: 'location', required: true, node: { kind: 'string', maxLength: 100 } }] },
      ],
    },
    {
      name: 'removeItem',
      method: 'DELETE',
      path: '/items/{itemId}',
      access,
      parameters: [itemId],
      responses: [{ status: 204, headers: [] }],
    },
    { name: 'ping', method: 'GET', path: '/public', access: [], parameters: [], responses: [{ status: 204, headers: [] }] },
  ],
  streams: [
    {
      name: 'watch',
      method: 'GET',
      path: '/watch',
      access,
      parameters: [{ name: 'replay', in: 'query', required: false, node: { kind: 'literal', values: ['required'] } }],
      tag: 'type',
      events,
      resume: { option: 'lastEventId', header: true },
      limits: { eventBytes: 'eventBytes', heartbeatMs: 'heartbeatMs' },
    },
    {
      name: 'feed',
      method: 'POST',
      path: '/feed',
      access,
      parameters: [],
      body: { decode: closed({ cursor: text() }, ['cursor']), maxBytes: 'bodyBytes' },
      tag: 'type',
      events: events.filter(({ tag }) => tag !== 'ended'),
      resume: { option: 'cursor', header: true, bodyField: 'cursor' },
      limits: { eventBytes: 'eventBytes', heartbeatMs: 'heartbeatMs' },
    },
  ],
  sockets: [
    {
      name: 'desk',
      path: '/desk/{room}',
      access,
      parameters: [{ name: 'room', in: 'path', required: true, node: { kind: 'string', maxLength: 10 } }],
      subprotocol: 'sample.v1',
      tag: 'type',
      decode: tagged('type', { ask: Ask, say: Say }),
      client: ['ask', 'say'],
      server,
      exchanges: [{ request: 'ask', replies: ['answer'], correlation: 'requestId' }],
      closeCodes,
      limits: { messageBytes: 'messageBytes', replyMs: 'replyMs' },
    },
    {
      name: 'vault',
      path: '/vault',
      access,
      parameters: [],
      subprotocol: 'sample.v1',
      tag: 'type',
      decode: tagged('type', { ask: Ask, prove: Prove }),
      client: ['ask', 'prove'],
      server,
      exchanges: [{ request: 'ask', replies: ['answer'], correlation: 'requestId' }],
      opening: { challenge: 'challenge', answer: 'prove', accepted: 'attached' },
      closeCodes,
      limits: { messageBytes: 'messageBytes', replyMs: 'replyMs' },
    },
  ],
  descriptions: [{ file: 'openapi.json', mediaType: 'application/json', digest: 'sha256:00', text: '{"openapi":"3.2.1"}\n' }],
};

export interface Principal {
  readonly subject: string;
}
