import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { represent } from '@tidemark/model';
import { expect, test } from 'vitest';
import { hostEvents } from './host-events.ts';
import { hostEventsReference } from './reference.ts';

const golden = new URL('../../../fixtures/golden/model/host-events.json', import.meta.url);

test('[C2.3, C2.4] the representation of the reference is the recorded one (RECORD=1 records it)', () => {
  const text = `${JSON.stringify(represent(hostEventsReference), undefined, 2)}\n`;
  if (process.env['RECORD'] === '1') writeFileSync(golden, text);
  expect(existsSync(golden) ? readFileSync(golden, 'utf8') : 'not recorded').toBe(text);
});

test('[H1.1, C3.2] events are told apart by type, whatever their classes', () => {
  const { schemas, sockets } = represent(hostEvents({ types: {}, testTypes: ['durable', 'ephemeral'] }));
  expect(schemas.find(({ name }) => name === 'HostEvent')?.node).toMatchObject({ kind: 'tagged', tag: 'type' });
  expect(sockets).toEqual([]);
});
