import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { breakingAt, type Change, levels } from './change.ts';
import { diffDescriptions } from './diff-descriptions.ts';
import { applyPatch, baseDescriptions, cases, patched, repositoryFile } from './fixtures.fixture.ts';
import { rules } from './rules.ts';

const base = baseDescriptions();
const brief = ({ rule, where, direction, consumer, producer, levels: broken }: Change) => ({
  rule,
  where,
  direction,
  consumer,
  producer,
  levels: broken,
});

test.each(cases())('[C5.2] $name', (change) => {
  expect(diffDescriptions(base, patched(change)).map(brief)).toEqual(change.expected);
});

test.each(cases())('[C5.2] read backwards, each rule is its reverse: $name', (change) => {
  const forth = diffDescriptions(base, patched(change)).map(({ rule, direction }) => `${rules[rule].reverse} ${direction}`);
  const back = diffDescriptions(patched(change), base).map(({ rule, direction }) => `${rule} ${direction}`);
  expect(back.toSorted()).toEqual(forth.toSorted());
});

test('[C5.2] the table has at least 30 changes, of HTTP, SSE and WebSocket, request and response', () => {
  const all = cases();
  const places = new Set(all.flatMap(({ expected }) => expected.map(({ where, direction }) => `${where} ${direction}`)));
  expect(all.length).toBeGreaterThanOrEqual(30);
  for (const where of ['http', 'websocket'])
    for (const direction of ['request', 'response']) expect(places).toContain(`${where} ${direction}`);
  expect(places).toContain('sse response');
});

test('[C5.2] equal descriptions have no change, whatever the order of their keys', () => {
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .toReversed()
        .map(([name, member]) => [name, reversed(member)]),
    );
  };
  expect(diffDescriptions(base, { openapi: reversed(base.openapi) as object, asyncapi: reversed(base.asyncapi) as object })).toEqual([]);
});

test('[C5.2] generated descriptions equal themselves', () => {
  const folder = repositoryFile('fixtures/golden/descriptions');
  const documents = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(openapi|asyncapi)\.json$/.test(name))
    .map((name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as object);
  for (const document of documents) {
    const side = Object.hasOwn(document, 'openapi') ? { openapi: document } : { asyncapi: document };
    expect(diffDescriptions(side, structuredClone(side))).toEqual([]);
  }
});

test('[C5.2] a change says where, for whom, and what to do', () => {
  const next = {
    ...base,
    openapi: applyPatch(base.openapi, [{ op: 'replace', path: '/paths/~1orders/post/operationId', value: 'createOrder' }]),
  };
  expect(diffDescriptions(base, next)).toEqual([
    {
      rule: 'operation-renamed',
      documents: ['openapi'],
      pointers: { old: '/paths/~1orders/post', next: '/paths/~1orders/post' },
      where: 'http',
      direction: 'both',
      consumer: 'breaking',
      producer: 'breaking',
      levels: ['SOURCE'],
      message: '"placeOrder" became "createOrder"',
      fix: 'Keep the operation id.',
    },
  ]);
});

test('[C5.2] a schema that both documents show changes once, and is shared', () => {
  const patch = [{ op: 'replace', path: '/components/schemas/Line/maxItems', value: 3 }] as const;
  const changes = diffDescriptions(base, { openapi: applyPatch(base.openapi, patch), asyncapi: applyPatch(base.asyncapi, patch) });
  expect(changes.map(({ documents, where, direction }) => [documents, where, direction])).toEqual([
    [['openapi', 'asyncapi'], 'shared', 'request'],
    [['openapi'], 'shared', 'response'],
  ]);
});

test('[C5.2] levels are nested: what breaks one breaks every stricter one', () => {
  for (const change of cases().flatMap((entry) => diffDescriptions(base, patched(entry)))) {
    expect(change.levels).toEqual(levels.slice(0, change.levels.length));
    expect(change.levels.length > 0).toBe(change.consumer === 'breaking' || change.producer === 'breaking');
    for (const level of levels) expect(breakingAt([change], level)).toEqual(change.levels.includes(level) ? [change] : []);
  }
});

test('[C5.2] a document that is new adds all of its endpoints; one that is gone removes them', () => {
  const { openapi, asyncapi } = base;
  expect(
    diffDescriptions({ openapi }, { openapi, asyncapi })
      .filter(({ rule }) => rule !== 'schema-added')
      .map(({ rule }) => rule),
  ).toEqual(['channel-added']);
  expect(
    diffDescriptions({ openapi, asyncapi }, { asyncapi })
      .filter(({ rule }) => rule !== 'schema-removed')
      .map(({ rule, message }) => `${rule} ${message}`),
  ).toEqual([
    'operation-removed GET /events was removed',
    'operation-removed GET /orders/{} was removed',
    'operation-removed POST /orders was removed',
  ]);
});

const foreign = (schema: object, other: object = {}): object => ({
  openapi: '3.0.3',
  info: {},
  paths: {
    '/a': {
      post: {
        requestBody: { content: { 'application/json': { schema } } },
        responses: { 200: { description: '', content: { 'application/json': { schema: { type: 'string' } } } } },
        ...other,
      },
    },
  },
});
const requestRules = (old: object, next: object): string[] =>
  diffDescriptions({ openapi: foreign(old) }, { openapi: foreign(next) }).map(({ rule }) => rule);

test.each<[string, object, object, string[]]>([
  ['nullable of OpenAPI 3.0', { type: 'string' }, { type: 'string', nullable: true }, ['type-widened']],
  [
    'exclusive bounds of draft-04',
    { type: 'integer', minimum: 1, exclusiveMinimum: true },
    { type: 'integer', exclusiveMinimum: 1 },
    ['documentation-changed'],
  ],
  [
    'allOf is merged',
    { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
    { allOf: [{ type: 'object', properties: { a: { type: 'string' } } }, { required: ['a'] }] },
    ['documentation-changed'],
  ],
  ['integer is a number', { type: 'integer' }, { type: 'number' }, ['type-widened']],
  ['a fixed value is one of a list', { const: 'a' }, { enum: ['a', 'b'] }, ['value-added']],
  ['any value to a type', {}, { type: 'string' }, ['type-narrowed']],
  [
    'one alternative more',
    { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
    ['branch-added'],
  ],
  ['a schema becomes one alternative', { type: 'string' }, { anyOf: [{ type: 'string' }, { type: 'null' }] }, ['branch-added']],
  [
    'an array form of a tuple and the other',
    { type: 'array', items: [{ type: 'string' }], additionalItems: false },
    { type: 'array', prefixItems: [{ type: 'string' }], items: false },
    ['documentation-changed'],
  ],
  ['a keyword that no rule knows', { type: 'string' }, { type: 'string', madeUp: 1 }, ['constraint-added']],
  ['an extension', { type: 'string' }, { type: 'string', 'x-made-up': 1 }, ['documentation-changed']],
  [
    'a record\u2019s values',
    { type: 'object', additionalProperties: { type: 'string', maxLength: 3 } },
    { type: 'object', additionalProperties: { type: 'string', maxLength: 4 } },
    ['bound-loosened'],
  ],
  [
    'conditional constraints',
    { type: 'object', if: {}, else: { required: ['a'] } },
    { type: 'object', if: {}, else: { required: ['b'] } },
    ['constraint-changed'],
  ],
  [
    'false accepts nothing',
    { type: 'object', properties: { a: { type: 'string' } } },
    { type: 'object', properties: { a: false } },
    ['type-narrowed'],
  ],
])('[C5.2] %s', (_, old, next, expected) => {
  expect(requestRules(old, next)).toEqual(expected);
});

test('[C5.2] what no rule judges is left to a person, never dropped', () => {
  const changes = diffDescriptions({ openapi: foreign({}) }, { openapi: foreign({}, { callbacks: { done: {} } }) });
  expect(changes.map(({ rule, levels: broken }) => [rule, broken.length])).toEqual([['not-modelled-changed', 3]]);
  const unused = { ...foreign({}), components: { parameters: { A: { name: 'a', in: 'query' } } } };
  expect(diffDescriptions({ openapi: foreign({}) }, { openapi: unused }).map(({ rule, consumer }) => [rule, consumer])).toEqual([
    ['documentation-changed', 'documentation'],
  ]);
});

function socketDocument(received: readonly string[], sent: readonly string[]): { asyncapi: object } {
  return {
    asyncapi: {
      asyncapi: '3.0.0',
      channels: {
        c: { address: '/c', messages: Object.fromEntries([...received, ...sent].map((name) => [name, { payload: { type: 'string' } }])) },
      },
      operations: Object.fromEntries(
        [...received.map((name) => ['receive', name] as const), ...sent.map((name) => ['send', name] as const)].map(([action, name]) => [
          name,
          { action, channel: { $ref: '#/channels/c' }, messages: [{ $ref: `#/channels/c/messages/${name}` }] },
        ]),
      ),
    },
  };
}

test('[C5.2] AsyncAPI action is the server\u2019s view, in documents without our extensions too', () => {
  const changes = diffDescriptions(socketDocument(['ask'], ['tell']), socketDocument(['ask', 'more'], ['tell', 'news']));
  expect(changes.map(({ rule, direction, message, consumer }) => [rule, direction, message, consumer])).toEqual([
    ['message-added', 'request', '"more" was added', 'additive'],
    ['message-added', 'response', '"news" was added', 'breaking'],
  ]);
});

test('[C5.2] a channel may get another name at the same address', () => {
  const [old, next] = ['one', 'two'].map((name) => ({ asyncapi: { asyncapi: '3.0.0', channels: { [name]: { address: '/{a}' } } } }));
  expect(diffDescriptions(old ?? {}, next ?? {}).map(({ rule }) => rule)).toEqual(['channel-renamed']);
});

test('[C5.2] values that are listed for the first time are held against the bounds of before', () => {
  expect(requestRules({ type: 'string', maxLength: 3 }, { enum: ['abc'] })).toEqual(['values-closed']);
  expect(requestRules({ type: 'string', maxLength: 3 }, { enum: ['abcd'] })).toEqual(['constraint-changed', 'values-closed']);
  expect(requestRules({ type: 'string', pattern: '^a' }, { enum: ['abc'] })).toEqual(['constraint-changed', 'values-closed']);
  expect(requestRules({ type: 'integer', maximum: 3 }, { enum: [1, 4] })).toEqual(['constraint-changed', 'values-closed']);
});

test('[C5.2] every rule of the table is reached by the table of changes, forth or back', () => {
  const reached = new Set(
    cases().flatMap((entry) =>
      [...diffDescriptions(base, patched(entry)), ...diffDescriptions(patched(entry), base)].map(({ rule }) => rule as string),
    ),
  );
  // Has a test of its own above.
  reached.add('channel-renamed');
  expect(Object.keys(rules).filter((rule) => !reached.has(rule))).toEqual([]);
});
