import { represent, type NamedSchema, type Node, type RefNode, type Representation, type TaggedNode } from '@tidemark/model';
import { orders } from '../../../../fixtures/contracts/orders/src/index.ts';
import type { ClientInputs } from '../inputs.ts';

const text: Node = { kind: 'string', maxLength: 64 };
const named = (name: string, node: Node): NamedSchema => ({ name, node, examples: [], recursive: false });
const tagged = (name: string, tag: string, properties: Readonly<Record<string, Node>> = {}): NamedSchema =>
  named(name, {
    kind: 'object',
    properties: Object.entries({ type: { kind: 'literal', values: [tag] } as Node, ...properties }).map(([key, node]) => ({
      name: key,
      required: true,
      node,
    })),
    additional: false,
  });
const ref = (name: string): RefNode => ({ kind: 'ref', name });
const members = (...names: readonly string[]): TaggedNode['members'] =>
  names.map((name) => ({ value: name.toLowerCase(), node: ref(name) }));
const message = (tag: string, schema: string) => ({ tag, schema, examples: [] });

const bare: Representation = {
  id: 'bare',
  version: '2.0.0',
  major: 2,
  title: 'Bare',
  summary: 'Nothing but one operation.',
  license: { name: 'MIT', identifier: 'MIT' },
  servers: [{ name: 'local', url: 'http://127.0.0.1:1', description: 'Here.' }],
  schemas: [],
  errors: [],
  security: [],
  limits: [],
  tags: [],
  operations: [
    {
      name: 'ping',
      method: 'POST',
      path: '/ping',
      summary: 'Ping',
      tags: [],
      access: [],
      parameters: [],
      errors: [],
      responses: [{ status: 204, description: 'Pong.', headers: [], examples: [] }],
    },
  ],
  streams: [],
  sockets: [],
};

/** What the orders contract does not have: a challenge, a cursor in the body, names that collide, API keys, tolerant streams. */
const corners: Representation = {
  ...bare,
  id: 'corner-cases',
  title: 'Corner cases',
  summary: 'What */ the other one | does not have.',
  description: 'Line one.\nLine two, "quoted" and it\'s long: '.padEnd(230, 'long '),
  schemas: [
    named('GetThingRequest', text),
    named('WatchThingsEvent', text),
    named('CallOptions', text),
    named('Conflict', {
      kind: 'object',
      properties: [{ name: 'revision', required: true, node: { kind: 'number', integer: true } }],
      additional: false,
    }),
    named('Mood', { kind: 'literal', values: ['good', 'bad', 1, true] }),
    named('Moods', { kind: 'array', prefix: [], items: ref('Mood'), maxItems: 3 }),
    named('Watch', {
      kind: 'object',
      properties: [
        { name: 'plan', required: true, node: text },
        { name: 'cursor', required: false, node: text },
      ],
      additional: false,
    }),
    tagged('Changed', 'thing-changed'),
    tagged('Challenge', 'challenge', { nonce: text }),
    tagged('Attach', 'attach', { proof: text }),
    tagged('Attached', 'attached'),
    tagged('Ask', 'ask', { n: { kind: 'number', integer: true, minimum: 0, maximum: Number.MAX_SAFE_INTEGER, scalar: 'SafeUint' } }),
    tagged('Answer', 'answer', { n: { kind: 'number', integer: true, minimum: 0 } }),
    tagged('Tell', 'tell', { id: { kind: 'string', pattern: '^[0-9]{4}$' } }),
    tagged('Told', 'told', { id: { kind: 'string', pattern: '^[0-9]{4}$' } }),
    named('Anything', { kind: 'any' }),
    named('FromServer', {
      kind: 'tagged',
      tag: 'type',
      members: members('Challenge', 'Attached', 'Answer', 'Told'),
    }),
    named('FromClient', {
      kind: 'tagged',
      tag: 'type',
      members: members('Attach', 'Ask', 'Tell'),
    }),
  ],
  errors: [
    {
      code: 'conflict',
      status: 409,
      retriable: false,
      details: ref('Conflict'),
      statusSource: 'RFC 9110 15.5.10',
      description: 'Another one came first.',
    },
    {
      code: 'call_options',
      status: 400,
      retriable: true,
      details: ref('Anything'),
      statusSource: 'RFC 9110 15.5.1',
      description: 'Odd name.',
    },
  ],
  security: [
    { name: 'key', kind: 'api-key', header: 'x-api-key', description: 'A key.' },
    { name: 'bearer', kind: 'bearer', description: 'A token.', scopes: [] },
  ],
  limits: [
    { name: 'bytes', value: 1_024, unit: 'bytes', description: 'Bytes.' },
    { name: 'ms', value: 5_000, unit: 'milliseconds', description: 'Time.' },
  ],
  operations: [
    {
      name: 'getThing',
      method: 'GET',
      path: '/things/{id}/{signal}',
      summary: 'Get a thing',
      tags: [],
      access: [
        { scheme: 'key', scopes: [] },
        { scheme: 'bearer', scopes: ['a', 'b'] },
      ],
      parameters: [
        { name: 'id', in: 'path', required: true, node: { kind: 'string', scalar: 'Uint64' } },
        { name: 'signal', in: 'path', required: true, node: text },
        { name: 'id', in: 'query', required: false, node: ref('Moods') },
        {
          name: 'retry',
          in: 'query',
          required: false,
          node: { kind: 'array', prefix: [], items: { kind: 'literal', values: ['a', "it's"] }, maxItems: 2 },
        },
        { name: 'x-mood', in: 'header', required: false, node: { ...text, doc: { description: 'How it feels.', deprecated: true } } },
      ],
      errors: ['conflict'],
      responses: [
        {
          status: 200,
          description: 'Here.',
          schema: 'Changed',
          headers: [{ name: 'x-count', required: false, node: { kind: 'number', integer: true } }],
          examples: [],
        },
        { status: 204, description: 'Nothing.', headers: [], examples: [] },
      ],
    },
  ],
  streams: [
    {
      name: 'watchThings',
      method: 'POST',
      path: '/things/stream',
      summary: 'Watch things',
      tags: [],
      access: [],
      parameters: [{ name: 'cursor', in: 'query', required: false, node: text }],
      body: { schema: 'Watch', description: 'What to watch.', maxBytes: 'bytes', examples: [] },
      errors: [],
      tag: 'type',
      version: { none: 'It has none.' },
      message: 'Changed',
      events: [{ ...message('thing-changed', 'Changed'), id: 'optional' }],
      unknownEvents: 'ignore',
      resume: { option: 'cursor', header: true, bodyField: 'cursor', description: 'Where to go on.' },
      limits: { eventBytes: 'bytes', heartbeatMs: 'ms' },
    },
  ],
  sockets: [
    {
      name: 'attachThings',
      path: '/things/{id}/socket',
      summary: 'Attach',
      tags: [],
      access: [],
      parameters: [{ name: 'id', in: 'path', required: true, node: text }],
      errors: ['conflict'],
      subprotocol: 'things.v2',
      tag: 'type',
      version: { none: 'It has none.' },
      client: { schema: 'FromClient', messages: [message('attach', 'Attach'), message('ask', 'Ask'), message('tell', 'Tell')] },
      server: {
        schema: 'FromServer',
        messages: [
          message('challenge', 'Challenge'),
          message('attached', 'Attached'),
          message('answer', 'Answer'),
          { ...message('told', 'Told'), terminal: 'final' },
        ],
      },
      exchanges: [
        { request: 'ask', replies: ['answer'], correlation: 'n' },
        { request: 'tell', replies: ['told', 'answer'], correlation: 'id' },
      ],
      opening: { challenge: 'challenge', answer: 'attach', accepted: 'attached' },
      closeCodes: [{ code: 1000, name: 'normal', description: 'Done.', reconnect: false }],
      limits: { messageBytes: 'bytes', replyMs: 'ms' },
    },
  ],
};

const inputs: ClientInputs = {
  digests: { openapi: `sha256:${'0a'.repeat(32)}`, asyncapi: `sha256:${'0b'.repeat(32)}` },
  runtimeVersion: '0.1.0',
};

/** Golden cases by name. */
export const samples: Readonly<Record<string, { readonly representation: Representation; readonly inputs: ClientInputs }>> = {
  orders: { representation: represent(orders), inputs: { ...inputs, scope: '@tidemark', workspace: true } },
  bare: { representation: bare, inputs: { ...inputs, digests: {} } },
  'corner-cases': { representation: corners, inputs: { ...inputs, scope: '@example' } },
};
