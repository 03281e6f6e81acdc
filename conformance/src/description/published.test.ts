import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { describedBy, isDescribed } from './published.ts';
import { checkOwnRequest } from './own-request.ts';

const PINNED = new URL('../../descriptions/host-events/openapi.json', import.meta.url);
const PUBLISHED = new URL('../../../specs/host-events/openapi.json', import.meta.url);

test('[K5, K9] the description that is packed is the published one; RECORD=1 copies it', () => {
  const published = readFileSync(PUBLISHED, 'utf8');
  if (process.env['RECORD'] === '1') writeFileSync(PINNED, published);
  expect(readFileSync(PINNED, 'utf8')).toBe(published);
});

const EVENT = {
  type: 'host-test.durable-triggered',
  eventId: 'e',
  timestamp: '2026-01-31T12:00:00.000Z',
  delivery: 'durable',
  payload: {},
};

describe('readings', () => {
  test.each([
    ['as published', EVENT, null, null],
    ['offset', { ...EVENT, timestamp: '2026-01-31T12:00:00+01:00' }, '/timestamp must NOT have more than 24 characters', null],
    ['long id', { ...EVENT, eventId: 'e'.repeat(200) }, '/eventId must NOT have more than 128 characters', null],
    [
      'no timestamp',
      { ...EVENT, timestamp: undefined },
      "the value must have required property 'timestamp'",
      "the value must have required property 'timestamp'",
    ],
    [
      'no date',
      { ...EVENT, timestamp: 'x' },
      '/timestamp must NOT have fewer than 24 characters',
      '/timestamp must match format "date-time"',
    ],
    [
      'another member',
      { ...EVENT, sequence: 1 },
      'the value must NOT have additional properties (there is one)',
      'the value must NOT have additional properties (there is one)',
    ],
  ])('[K5, H1.1] %s', (_name, value, published, portable) => {
    const given: unknown = JSON.parse(JSON.stringify(value));
    expect(describedBy('published', 'HostTestDurableTriggeredEvent', given)).toBe(published);
    expect(describedBy('portable', 'HostTestDurableTriggeredEvent', given)).toBe(portable);
  });

  test('[K5] what is no JSON is nothing that a schema describes', () => {
    expect(describedBy('portable', 'HostTestTriggered', undefined)).toBe('it is not JSON');
    expect([isDescribed('HostEvent'), isDescribed('AnyHostEvent')]).toEqual([true, false]);
  });
});

describe('own requests', () => {
  const get = { method: 'GET', target: '/host/events?replay=required', lastEventId: [], body: undefined };
  const trigger = { method: 'POST', target: '/host/events/test', lastEventId: [], body: { delivery: 'durable' } };

  test.each([
    ['a strict stream', get],
    ['resumable', { ...get, target: '/host/events?replay=required&resumable=true' }],
    ['a trigger', trigger],
    ['a trigger in a workspace', { ...trigger, body: { delivery: 'ephemeral', workspaceId: 'w' } }],
    ['discovery', { ...get, target: '/.well-known/tidemark' }],
  ])('[K3.2] %s may be sent', (_name, request) => {
    expect(() => checkOwnRequest(request)).not.toThrow();
  });

  test.each([
    [
      'another mode',
      { ...get, target: '/host/events?replay=optional' },
      'the kit sends the query replay, which the description does not have in this form',
    ],
    ['a route of nobody', { ...get, target: '/host/event' }, 'the kit sends GET /host/event, which the description does not have'],
    ['two cursors', { ...get, lastEventId: ['a', 'b'] }, 'the kit sends a Last-Event-ID that no header can carry, or several'],
    [
      'a cursor that smuggles',
      { ...get, lastEventId: ['a\r\nX: y'] },
      'the kit sends a Last-Event-ID that no header can carry, or several',
    ],
    [
      'an open trigger',
      { ...trigger, body: { delivery: 'durable', x: 1 } },
      "the kit's trigger is not what the description says: the value must NOT have additional properties (there is one)",
    ],
  ])('[K3.2] %s is a fault of the kit', (_name, request, message) => {
    expect(() => checkOwnRequest(request)).toThrow(message);
  });
});
