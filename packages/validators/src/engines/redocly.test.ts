/** The corrections of Redocly are needed as long as these pass: when an upstream fix makes one fail, remove the correction. */
import { BaseResolver, createConfig, lintDocument, Source } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { validateDescription } from '../validate-description.ts';
import { knownFalsePositives } from './known-false-positives.ts';

const info = { title: 'A', version: '1' };
const flat = { type: 'object', properties: { a: { type: 'string' } } };

const valid: readonly (readonly [string, object, string])[] = [
  [
    'components.mediaTypes hold Media Type Objects',
    { openapi: '3.2.0', info, paths: {}, components: { mediaTypes: { M: { schema: flat } } } },
    'struct /components/mediaTypes/M/schema/properties',
  ],
  [
    'components.mediaTypes are used',
    {
      openapi: '3.2.0',
      info,
      paths: {
        '/a': { get: { responses: { 200: { description: 'A', content: { 'application/json': { $ref: '#/components/mediaTypes/M' } } } } } },
      },
      components: { mediaTypes: { M: { schema: true } } },
    },
    'no-unused-components /components/mediaTypes/M',
  ],
  [
    'a response needs no description',
    { openapi: '3.2.0', info, paths: { '/a': { get: { responses: { 200: { summary: 'A' } } } } } },
    'struct /paths/~1a/get/responses/200',
  ],
  ['a channel address may be null', { asyncapi: '3.0.0', info, channels: { a: { address: null } } }, 'struct /channels/a/address'],
  [
    'a payload may be in another schema format',
    {
      asyncapi: '3.0.0',
      info,
      channels: {
        a: {
          messages: {
            m: {
              payload: { schemaFormat: 'application/vnd.apache.avro;version=1.9.0', schema: { type: 'record', name: 'A', fields: [] } },
            },
          },
        },
      },
    },
    'struct /channels/a/messages/m/payload/schema/fields',
  ],
  [
    'an operation may state that it needs no credential',
    {
      asyncapi: '3.0.0',
      info,
      channels: { a: { address: 'a', messages: { m: { payload: { type: 'string' } } } } },
      operations: { o: { action: 'send', channel: { $ref: '#/channels/a' }, security: [] } },
    },
    'security-defined /operations/o',
  ],
];

test.each(valid)('[C5.1] Redocly alone refuses a valid document, here it does not: %s', async (_, document, falsePositive) => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintDocument({
    document: { source: new Source('/a.json', ''), parsed: document },
    config,
    externalRefResolver: new BaseResolver(),
  });
  expect(problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer?.slice(1) ?? ''}`)).toContain(falsePositive);
  const findings = await validateDescription(document, { preset: 'strict' });
  expect(findings.map(({ rule, pointer }) => `${rule} ${pointer}`)).not.toContain(falsePositive);
});

test('[C5.1] every suppression has a reason', () => {
  expect(knownFalsePositives.map(({ reason }) => reason.length > 20)).not.toContain(false);
});
