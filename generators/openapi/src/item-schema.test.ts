import type { JsonObject } from '@tidemark/schema';
import { goldenRepresentations, schemaCompiler } from '@tidemark/schema/testing';
import { expect, test } from 'vitest';
import { openapiDocument } from './document.ts';
import { itemSchema } from './item-schema.ts';

interface Item {
  readonly event: string;
  readonly data: string;
  readonly id?: string;
}

const representation = [...goldenRepresentations()].find(([name]) => name === 'every-feature')?.[1];
if (representation === undefined)
  throw new Error('The golden representation every-feature is missing: restore fixtures/golden/descriptions.');
const [stream] = representation.streams;
if (stream === undefined) throw new Error('The golden representation every-feature has lost its stream.');

const document = openapiDocument(representation) as { components: { schemas: JsonObject }; paths: Record<string, Record<string, unknown>> };
const operation = document.paths['/items/events']?.['post'] as {
  responses: {
    200: {
      content: {
        'text/event-stream': { itemSchema: JsonObject; examples: Record<string, { dataValue: readonly Item[]; serializedValue: string }> };
      };
    };
  };
};
const media = operation.responses[200].content['text/event-stream'];
const schema = media.itemSchema as {
  oneOf: { properties: { event: { const: string }; data: { contentSchema: JsonObject } } }[];
} & JsonObject;
const compile = schemaCompiler('2020-12', document.components.schemas);
const whole = compile(schema);
const branches = schema.oneOf.map((branch) => ({
  tag: branch.properties.event.const,
  accepts: compile(branch),
  content: compile(branch.properties.data.contentSchema),
}));
const items = Object.values(media.examples).flatMap(({ dataValue }) => dataValue);

test('[C2.1] every tag has one branch and one example', () => {
  expect(branches.map(({ tag }) => tag)).toEqual(['item.made', 'item.moved', 'ended']);
  expect(items.map(({ event }) => event)).toEqual(['item.made', 'item.moved', 'ended']);
});

test.each(items)('[C2.1] $event is accepted by its own branch alone, without a look at its content', (item) => {
  expect(whole(item)).toBe(true);
  expect(branches.filter(({ accepts }) => accepts(item)).map(({ tag }) => tag)).toEqual([item.event]);
});

test.each(items)('[C2.1, C2.4a] the data of $event is text that its own message schema accepts, and no other', (item) => {
  const message: unknown = JSON.parse(item.data);
  expect(branches.filter(({ content }) => content(message)).map(({ tag }) => tag)).toEqual([item.event]);
  expect(compile({ $ref: '#/components/schemas/Event' })(message)).toBe(true);
});

test('[C2.1] the whole data is described as the whole ServerMessage', () => {
  expect(schema['properties']).toMatchObject({
    data: {
      type: 'string',
      contentMediaType: 'application/json',
      contentSchema: { $ref: '#/components/schemas/Event' },
      maxLength: 2048,
      'x-max-bytes': 2048,
    },
  });
});

test.each([
  ['an unknown tag', { event: 'other', data: '{}', id: 'x' }],
  ['no event', { data: '{}', id: 'x' }],
  ['no data', { event: 'item.moved' }],
  ['data that is not text', { event: 'item.moved', data: {} }],
  ['data over the bound', { event: 'item.moved', data: 'x'.repeat(2049) }],
  ['no id where each event has one', { event: 'item.made', data: '{}' }],
  ['an id where no event has one', { event: 'ended', data: '{}', id: 'x' }],
  ['an empty id', { event: 'item.moved', data: '{}', id: '' }],
  ['an id with a line feed', { event: 'item.moved', data: '{}', id: 'a\nb' }],
  ['an id with NUL', { event: 'item.moved', data: '{}', id: 'a\0b' }],
  ['retry', { event: 'item.moved', data: '{}', retry: 1 }],
])('[C2.1, B1.1] refused: %s', (_name, item) => {
  expect(whole(item)).toBe(false);
});

test.each([
  ['with an id', { event: 'item.moved', data: '{}', id: 'x' }],
  ['without one', { event: 'item.moved', data: '{}' }],
])('[C2.1] an optional id: %s', (_name, item) => {
  expect(whole(item)).toBe(true);
});

test('[C2.1] the serialized example is the bytes of the data example', () => {
  for (const { dataValue, serializedValue } of Object.values(media.examples)) {
    const fields = serializedValue
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split(/: (.*)/s).slice(0, 2));
    expect(Object.fromEntries(fields)).toEqual(dataValue[0]);
    expect(serializedValue.endsWith('\n\n')).toBe(true);
  }
});

test('[C2.1] a stream whose events have no id does not describe one, and a single tag needs no oneOf', () => {
  const [event] = stream.events;
  const plain = itemSchema({ ...stream, events: event === undefined ? [] : [{ ...event, id: 'never' }] }, undefined);
  expect(plain).toEqual({
    type: 'object',
    required: ['event', 'data'],
    properties: {
      event: { type: 'string', enum: ['item.made'] },
      data: { type: 'string', contentMediaType: 'application/json', contentSchema: { $ref: '#/components/schemas/Event' } },
    },
    additionalProperties: false,
    allOf: [
      {
        title: 'Made',
        description: 'Once for each item.',
        required: ['event'],
        properties: {
          event: { const: 'item.made' },
          data: { contentMediaType: 'application/json', contentSchema: { $ref: '#/components/schemas/Made' } },
        },
      },
    ],
  });
});
