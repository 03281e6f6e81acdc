import {
  type Contract,
  defineContract,
  SafeUint,
  type SocketDefinition,
  type StreamDefinition,
  Struct,
  Tagged,
  Text,
  Timestamp,
  type TSchema,
  Type,
  Utf8,
} from '@tidemark/contract';

export interface GenerationContractOptions {
  /** Message types, each the event of one stream. */
  readonly messages: number;
  /** Whether a socket sends them too, so that there is an AsyncAPI document. */
  readonly socket: boolean;
}

/** A contract of so many message types, each with nine fields of the usual kinds, in one union that one stream sends. */
export function generationContract({ messages, socket }: GenerationContractOptions): Contract {
  const types = Array.from({ length: messages }, (_, i) => messageType(i));
  const [first] = types;
  const message = types.length === 1 && first !== undefined ? first.type : Type.Union(types.map(({ type }) => type));
  const ask = Tagged('ask', { id: Text(36) }, { v: 1 });
  const named = Object.fromEntries(types.map(({ name, type }): [string, TSchema] => [name, type]));
  return defineContract({
    ...FRAME,
    schemas: { ...named, Message: message, Ticket, ...(socket ? { Ask: ask } : {}) },
    operations: { getTicket: GET_TICKET },
    streams: { watch: streamOf(message, types) },
    ...(socket ? { sockets: { live: socketOf(message, ask, types) } } : {}),
  });
}

function examples(value: unknown) {
  return { example: { summary: 'An example', value } };
}

const Ticket = Struct({ id: Text(36) }, { description: 'A ticket.' });

const FRAME = {
  id: 'bench',
  version: '1.0.0',
  title: 'Bench',
  summary: 'Message types by the number.',
  license: { name: 'MIT', identifier: 'MIT' },
  servers: { local: { url: 'http://127.0.0.1:4400', description: 'This machine.' } },
  errors: {
    validation_error: {
      status: 400,
      retriable: false,
      details: null,
      statusSource: 'RFC 9110 15.5.1',
      description: 'Not of the described form.',
    },
  },
  security: { bearer: { kind: 'bearer', description: 'Opaque token.' } },
  limits: {
    bytes: { value: 65_536, unit: 'bytes', description: 'Largest body, event or message.' },
    heartbeat: { value: 15_000, unit: 'milliseconds', description: 'Interval of heartbeats.' },
  },
} as const;

const GET_TICKET = {
  method: 'GET',
  path: '/tickets/{id}',
  summary: 'Read a ticket',
  access: 'public',
  request: { path: { id: Text(36) } },
  responses: { 200: { description: 'The ticket.', schema: Ticket, examples: examples({ id: 't-1' }) } },
  errors: ['validation_error'],
} as const;

interface MessageType {
  readonly name: string;
  readonly tag: string;
  readonly type: TSchema;
  readonly example: object;
}

function messageType(i: number): MessageType {
  const tag = `thing-${i}-changed`;
  const fields = {
    id: Text(36, { pattern: '^[a-z0-9-]{1,36}$', description: 'The thing.' }),
    revision: SafeUint({ description: 'Its revision.' }),
    state: Type.Enum(['open', 'held', 'closed'], { description: 'Where it stands.' }),
    note: Utf8({ maxBytes: 200, description: 'What was noted.' }),
    amount: Type.Number({ minimum: 0, maximum: 1e6, description: 'How much.' }),
    flags: Type.Array(Text(16), { maxItems: 8, description: 'What was flagged.' }),
    at: Timestamp(),
  };
  const example = {
    type: tag,
    v: 1,
    id: `t-${i}`,
    revision: i,
    state: 'open',
    note: 'n',
    amount: 1.5,
    flags: [],
    at: '2026-01-31T12:00:00.000Z',
  };
  return { name: `Thing${i}Changed`, tag, type: Tagged(tag, fields, { v: 1, description: `Thing ${i} changed.` }), example };
}

function streamOf(message: TSchema, types: readonly MessageType[]): StreamDefinition {
  return {
    method: 'GET',
    path: '/events',
    summary: 'Follow everything',
    access: [{ scheme: 'bearer' }],
    errors: ['validation_error'],
    tag: 'type',
    version: { field: 'v' },
    message,
    events: Object.fromEntries(types.map(({ tag, example }) => [tag, { id: 'always' as const, examples: examples(example) }])),
    resume: { option: 'lastEventId', header: true, description: 'The last event handled.' },
    limits: { eventBytes: 'bytes', heartbeatMs: 'heartbeat' },
  };
}

function socketOf(server: TSchema, client: TSchema, types: readonly MessageType[]): SocketDefinition {
  return {
    path: '/live',
    subprotocol: 'tidemark.bench.v1',
    summary: 'Work live',
    access: [{ scheme: 'bearer' }],
    errors: ['validation_error'],
    tag: 'type',
    version: { field: 'v' },
    client,
    server,
    messages: {
      ask: { examples: examples({ type: 'ask', v: 1, id: 'a' }) },
      ...Object.fromEntries(types.map(({ tag, example }) => [tag, { examples: examples(example) }])),
    },
    closeCodes: {},
    limits: { messageBytes: 'bytes', replyMs: 'heartbeat' },
  };
}
