import { createRequire } from 'node:module';
import type * as AsyncapiParser from '@asyncapi/parser';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import type { JsonObject } from '@tidemark/schema';
import { goldenOrphans, goldenRepresentations, goldenTexts, schemaCompiler } from '@tidemark/schema/testing';
import { expect, test } from 'vitest';
import { asyncapiDocument } from './document.ts';

const representations = [...goldenRepresentations()].map(([name, representation]) => ({
  name,
  representation,
  document: asyncapiDocument(representation),
}));
const described = representations.flatMap(({ name, document }) => (document === undefined ? [] : [{ name, document }]));
const every = described.find(({ name }) => name === 'every-feature')?.document ?? {};

/** Spectral reads with its own readers when a resolver throws, so "off" is one that answers for every scheme, with nothing. */
const resolvers = ['file', 'http', 'https'].map((schema) => ({ schema, order: 1, canRead: () => true, read: () => 'null' }));
/** CommonJS, the names of which Node and Vite see differently. */
const { Parser } = createRequire(import.meta.url)('@asyncapi/parser') as typeof AsyncapiParser;
const parser = new Parser({ __unstable: { resolver: { cache: false, resolvers } } });

function at(document: unknown, ...path: readonly string[]): JsonObject {
  return path.reduce<unknown>((part, key) => (part as JsonObject | undefined)?.[key], document) as JsonObject;
}

test.each(representations)('[C2.3, C2.4] $name is what is recorded', ({ name, document }) => {
  const { recorded, generated } = goldenTexts(name, 'asyncapi', document);
  expect(generated).toEqual(recorded);
});

test('[C2.3] every golden file is compared by a test', () => {
  expect(goldenOrphans()).toEqual([]);
});

test('[C2.5] without sockets there is no AsyncAPI document', () => {
  expect(representations.map(({ name, document }) => [name, document !== undefined])).toEqual([
    ['every-feature', true],
    ['feed', false],
    ['lobby', true],
  ]);
});

test.each(described)('[C2.2] the AsyncAPI parser finds nothing in $name but that 3.1.0 exists', async ({ document }) => {
  const diagnostics = await parser.validate(JSON.stringify(document));
  expect(diagnostics.map(({ code, message }) => ({ code, message }))).toEqual([
    {
      code: 'asyncapi-latest-version',
      message: 'The latest version of AsyncAPi is not used. It is recommended update to the "3.1.0" version.',
    },
  ]);
});

/** Redocly 2.64.0 wants a scheme on each operation, and AsyncAPI 3.0 has none that says "public": `security: []` is all it can say. */
const publicOperations = ['lobbyReceiveHello', 'lobbySendTick'].map((id) => ({
  ruleId: 'security-defined',
  message: 'Every operation should have security defined on it.',
  pointer: `#/operations/${id}`,
}));

test.each(described)('[C2.2] Redocly recommended-strict finds nothing in $name, a public socket aside', async ({ name, document }) => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'asyncapi.json', config });
  const found = problems.map(({ ruleId, message, location }) => ({ ruleId, message, pointer: location[0]?.pointer }));
  expect(found).toEqual(name === 'lobby' ? publicOperations : []);
});

test('[C2.2] the same checks find planted faults', async () => {
  const foreign = {
    ...every,
    operations: {
      broken: { action: 'receive', channel: { $ref: '#/channels/desk' }, messages: [{ $ref: '#/channels/other/messages/ask' }] },
    },
  };
  const diagnostics = await parser.validate(JSON.stringify(foreign));
  expect(diagnostics.map(({ code }) => code)).toContain('asyncapi3-operation-messages-from-referred-channel');
});

test('[C2.2a] no keyword that AsyncAPI ignores or refuses', () => {
  const forbidden = [
    'prefixItems',
    '$defs',
    '$dynamicRef',
    '$anchor',
    'contentSchema',
    'contentEncoding',
    'unevaluatedProperties',
    'unevaluatedItems',
    'dependentRequired',
    'dependentSchemas',
    'minContains',
    'discriminator',
  ];
  const schemas = at(every, 'components', 'schemas');
  expect(forbidden.filter((keyword) => keys(schemas).has(keyword))).toEqual([]);
  expect(siblingsOfReferences(every)).toEqual([]);
});

function keys(value: unknown): ReadonlySet<string> {
  if (typeof value !== 'object' || value === null) return new Set();
  return new Set([...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap((part) => [...keys(part)])]);
}

function siblingsOfReferences(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const here = '$ref' in value && Object.keys(value).length > 1 ? [value] : [];
  return [...here, ...Object.values(value).flatMap(siblingsOfReferences)];
}

test('[C2.2] servers: protocol, host and path prefix', () => {
  expect(every['servers']).toEqual({
    production: { host: 'api.tidemark.example', protocol: 'wss', pathname: '/every', description: 'Behind a path prefix.' },
    local: { host: '127.0.0.1:8080', protocol: 'ws', description: 'For development.' },
  });
});

test('[C2.2] the ws binding has method, query and headers, the subprotocol as a constant header', () => {
  const desk = at(every, 'channels', 'desk');
  expect(desk['address']).toBe('/desk/{room}');
  expect(desk['parameters']).toEqual({
    room: {
      enum: ['north', 'south'],
      description: 'Which room.',
      'x-schema': { description: 'Which room.', type: 'string', enum: ['north', 'south'] },
    },
  });
  expect(at(desk, 'bindings')).toEqual({
    ws: {
      method: 'GET',
      query: { type: 'object', properties: { since: { type: 'integer', minimum: 0, maximum: 9 } }, additionalProperties: false },
      headers: {
        type: 'object',
        required: ['x-device', 'Sec-WebSocket-Protocol'],
        properties: {
          'x-device': { description: 'The device.', type: 'string', maxLength: 16 },
          'Sec-WebSocket-Protocol': {
            description: 'The subprotocol to offer; the server selects it or refuses the upgrade.',
            type: 'string',
            const: 'tidemark.every-feature.v2',
          },
        },
        additionalProperties: true,
      },
      bindingVersion: '0.1.0',
    },
  });
});

test('[C2.2] operations are the view of the server: it receives what clients send', () => {
  const operations = Object.entries(at(every, 'operations')).map(([id, operation]) => {
    const { action, messages, reply } = operation as {
      action: string;
      messages: { $ref: string }[];
      reply?: { messages: { $ref: string }[] };
    };
    return [
      id,
      action,
      ...messages.map(({ $ref }) => $ref.split('/').at(-1)),
      ...(reply?.messages ?? []).map(({ $ref }) => `-> ${$ref.split('/').at(-1)}`),
    ];
  });
  expect(operations).toEqual([
    ['deskReceiveAttach', 'receive', 'attach', '-> attached'],
    ['deskReceiveAsk', 'receive', 'ask', '-> answer', '-> refused'],
    ['deskReceiveSay', 'receive', 'say'],
    ['deskSendChallenge', 'send', 'challenge'],
    ['deskSendItemMoved', 'send', 'item.moved'],
    ['deskSendEnded', 'send', 'ended'],
  ]);
});

test('[C2.2] a request and its replies correlate by a property that their payloads have', () => {
  const messages = Object.entries(at(every, 'channels', 'desk', 'messages')) as [
    string,
    { correlationId?: { location: string }; payload: { $ref: string } },
  ][];
  const correlated = messages.flatMap(([tag, { correlationId }]) => (correlationId === undefined ? [] : [[tag, correlationId.location]]));
  expect(correlated).toEqual(['ask', 'answer', 'refused'].map((tag) => [tag, '$message.payload#/requestId']));
  for (const name of ['Ask', 'Answer', 'Refused']) expect(at(every, 'components', 'schemas', name)['required']).toContain('requestId');
  expect(at(every, 'operations', 'deskReceiveAsk')['x-tidemark-correlation']).toEqual({
    request: '$message.payload#/requestId',
    reply: '$message.payload#/requestId',
    equal: true,
  });
});

test('[C2.2, B3.7] what the binding cannot say is in prose and in x-tidemark-socket', () => {
  const desk = at(every, 'channels', 'desk');
  for (const sentence of [
    'HTTP/2 extended CONNECT (RFC 8441) is unavailable: `SETTINGS_ENABLE_CONNECT_PROTOCOL` is never sent.',
    'with the subprotocol `tidemark.every-feature.v2`, which the client must offer.',
    'at most 2048 bytes (limit `eventBytes`), told apart by `type`.',
    'The server speaks first, with `challenge`. It accepts nothing but `attach` until it has sent `attached`.',
    'Requests, each with one reply within 5000 milliseconds (limit `replyMs`):\n\n- `ask` is answered by `answer` or `refused` with the same `requestId`',
    'Needs `session` with `items:read` or `machine`.',
    '- 4001 `revoked`: The credential was revoked. Do not reconnect.',
    '- 503 `unavailable`: Answer unavailable.',
    '- `ended`: reconnect, and resume where that is possible',
  ]) {
    expect(desk['description']).toContain(sentence);
  }
  expect(desk['x-tidemark-socket']).toMatchObject({
    subprotocol: 'tidemark.every-feature.v2',
    opening: { challenge: 'challenge', answer: 'attach', accepted: 'attached' },
    exchanges: [{ request: 'ask', replies: ['answer', 'refused'], correlation: 'requestId' }],
    extendedConnect: false,
  });
});

test('[C2.2] security: a bearer token is http, a header key httpApiKey, and operations refer to them', () => {
  expect(at(every, 'components')['securitySchemes']).toMatchObject({
    session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    machine: { type: 'httpApiKey', name: 'X-Api-Key', in: 'header' },
  });
  expect(at(every, 'operations', 'deskReceiveSay')['security']).toEqual([
    { $ref: '#/components/securitySchemes/session' },
    { $ref: '#/components/securitySchemes/machine' },
  ]);
  expect(at(described.find(({ name }) => name === 'lobby')?.document, 'operations', 'lobbyReceiveHello')['security']).toEqual([]);
});

test.each(described)(
  '[C2.2, C2.2a] each message of $name has an example that matches exactly one message of its channel',
  ({ document }) => {
    const compile = schemaCompiler('draft-07', at(document, 'components', 'schemas'));
    for (const channel of Object.values(at(document, 'channels'))) {
      const messages = Object.entries(at(channel, 'messages')) as [string, { payload: JsonObject; examples: { payload: unknown }[] }][];
      const validators = messages.map(([tag, { payload }]) => ({ tag, validate: compile(payload) }));
      for (const [tag, { examples }] of messages) {
        expect(examples.length).toBeGreaterThan(0);
        for (const { payload } of examples)
          expect(validators.filter(({ validate }) => validate(payload)).map((match) => match.tag)).toEqual([tag]);
      }
    }
  },
);
