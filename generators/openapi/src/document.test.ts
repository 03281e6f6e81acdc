import { createConfig, lintFromString } from '@redocly/openapi-core';
import type { JsonObject } from '@tidemark/schema';
import { goldenOrphans, goldenRepresentations, goldenTexts, schemaCompiler } from '@tidemark/schema/testing';
import { expect, test } from 'vitest';
import { openapiDocument } from './document.ts';

const representations = [...goldenRepresentations()].map(([name, representation]) => ({
  name,
  representation,
  document: openapiDocument(representation),
}));
const described = representations.flatMap(({ name, document }) => (document === undefined ? [] : [{ name, document }]));
const every = described.find(({ name }) => name === 'every-feature')?.document ?? {};

/** A part of a document by its path. */
function at(document: unknown, ...path: readonly string[]): JsonObject {
  return path.reduce<unknown>((part, key) => (part as JsonObject | undefined)?.[key], document) as JsonObject;
}

test.each(representations)('[C2.3, C2.4] $name is what is recorded', ({ name, document }) => {
  const { recorded, generated } = goldenTexts(name, 'openapi', document);
  expect(generated).toEqual(recorded);
});

test('[C2.3] every golden file is compared by a test', () => {
  expect(goldenOrphans()).toEqual([]);
});

test('[C2.5] without operations and streams there is no OpenAPI document', () => {
  expect(representations.map(({ name, document }) => [name, document !== undefined])).toEqual([
    ['every-feature', true],
    ['feed', true],
    ['lobby', false],
  ]);
});

test.each(described)('[C2.1] Redocly recommended-strict finds nothing in $name', async ({ document }) => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config });
  expect(problems.map(({ ruleId, message, location }) => ({ ruleId, message, pointer: location[0]?.pointer }))).toEqual([]);
});

test('[C2.1] the same check finds a planted fault', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const { components: _removed, ...broken } = every;
  const problems = await lintFromString({ source: JSON.stringify(broken), absoluteRef: 'openapi.json', config });
  expect(problems.map(({ ruleId }) => ruleId)).toContain('no-unresolved-refs');
});

test('[C2.1] version, dialect, identity and licence come first', () => {
  expect(Object.keys(every)).toEqual([
    'openapi',
    '$self',
    'info',
    'jsonSchemaDialect',
    'servers',
    'paths',
    'components',
    'tags',
    'x-limits',
    'x-tidemark-contract',
    'x-tidemark-errors',
  ]);
  expect(every).toMatchObject({
    openapi: '3.2.1',
    $self: 'https://api.tidemark.example/every/openapi.json',
    jsonSchemaDialect: 'https://spec.openapis.org/oas/3.2/dialect/2025-09-17',
    info: { license: { name: 'Own terms', identifier: 'LicenseRef-own' } },
    servers: [{ url: 'https://api.tidemark.example/every', name: 'production' }, { name: 'local' }],
  });
});

test('[C2.1] every registered error is a response component under its code, and one status has one response', () => {
  const responses = at(every, 'components', 'responses');
  expect(Object.keys(responses)).toEqual([
    ...(representations[0]?.representation.errors ?? []).map((row) => row.code),
    'stale.busy',
    'stale.resync_required',
    'registered.stale',
    'registered.resync_required',
  ]);
  expect(at(every, 'paths', '/items/{itemId}', 'put', 'responses', '409')).toEqual({ $ref: '#/components/responses/stale.busy' });
  expect(at(every, 'paths', '/items/{itemId}', 'get', 'responses', '409')).toEqual({ $ref: '#/components/responses/busy' });
  expect(at(responses, 'stale.busy', 'content', 'application/json', 'schema')).toEqual({
    oneOf: [{ $ref: '#/components/schemas/StaleError' }, { $ref: '#/components/schemas/BusyError' }],
    discriminator: { propertyName: 'error', mapping: { stale: '#/components/schemas/StaleError', busy: '#/components/schemas/BusyError' } },
  });
  expect(at(responses, 'stale.busy', 'x-tidemark-errors')).toEqual({
    stale: { retriable: false, statusSource: 'RFC 9110' },
    busy: { retriable: true, statusSource: 'RFC 9110' },
  });
});

test('[C2.1] Retry-After stands on 503 and on what is retriable, and a challenge on 401', () => {
  const responses = at(every, 'components', 'responses');
  const headers = Object.entries(responses).map(([name, response]) => [name, Object.keys((response as JsonObject)['headers'] ?? {})]);
  expect(Object.fromEntries(headers.filter(([, names]) => names?.length !== 0))).toEqual({
    unauthenticated: ['WWW-Authenticate'],
    busy: ['Retry-After'],
    'stale.busy': ['Retry-After'],
    unavailable: ['Retry-After'],
  });
});

test('[C2.1] a resumable stream takes Last-Event-ID, and says how it is carried', () => {
  const stream = at(every, 'paths', '/items/events', 'post');
  expect(stream['parameters']).toEqual([
    {
      name: 'Last-Event-ID',
      in: 'header',
      description: 'A signed cursor; absent: from now on.',
      schema: { type: 'string', minLength: 1, maxLength: 2048, pattern: '^[^\\u0000\\r\\n]+$' },
    },
  ]);
  expect(stream['x-tidemark-stream']).toMatchObject({
    tag: 'type',
    version: { field: 'v', value: 2 },
    resume: { option: 'cursor', header: true, bodyField: 'cursor' },
  });
  expect(stream['x-limits']).toEqual({
    eventBytes: { limit: 'eventBytes', value: 2048, unit: 'bytes' },
    heartbeatMs: { limit: 'heartbeatMs', value: 15000, unit: 'milliseconds' },
  });
  expect(stream['description']).toContain(
    "send the `id` of the last event handled that had one in the body's `cursor` or `Last-Event-ID`; the body goes before the header.",
  );
});

test('[C2.1] access: alternatives, and the empty list for a public endpoint', () => {
  expect(at(every, 'paths', '/items/{itemId}', 'put')['security']).toEqual([{ session: ['items:read'] }, { machine: [] }]);
  expect(at(every, 'paths', '/items/{itemId}', 'get')['security']).toEqual([]);
  expect(Object.keys(at(every, 'components', 'securitySchemes'))).toEqual(['session', 'machine']);
});

test.each(described)('[C2.1] each request, answer and error of $name has an example, and its schema accepts it', ({ document }) => {
  const compile = schemaCompiler('2020-12', at(document, 'components', 'schemas'));
  const media = mediaTypes(document).filter((type) => type['schema'] !== undefined);
  for (const type of media) {
    const validate = compile(type['schema'] as JsonObject);
    const examples = Object.values((type['examples'] ?? {}) as Record<string, JsonObject>);
    expect(examples.length).toBeGreaterThan(0);
    for (const { value } of examples) expect([value, validate(value)]).toEqual([value, true]);
  }
  expect(media.length).toBeGreaterThan(0);
});

function mediaTypes(value: unknown): readonly JsonObject[] {
  if (typeof value !== 'object' || value === null) return [];
  const here = Object.entries((value as JsonObject)['content'] ?? {}).map(([, type]) => type as JsonObject);
  return [...here, ...Object.values(value).flatMap(mediaTypes)];
}
