import { type Contract, ContractError, List, Nullable, SafeUint, Struct, Text, Type, Utf8 } from '@tidemark/contract';
import { expect, test } from 'vitest';
import { errors } from './errors.ts';
import { hostEvents, type HostEventsOptions } from './host-events.ts';
import { hostEventsReference } from './reference.ts';

const OrderPaid = Struct({ orderId: Text(40), total: SafeUint() });
const types = { 'example.order-paid': { delivery: 'durable', payload: OrderPaid } } as const;

interface Envelope {
  readonly properties: Readonly<Record<string, { readonly const?: unknown; readonly maxLength?: number }>>;
  readonly required: readonly string[];
  readonly additionalProperties: boolean;
}
const envelopeOf = (contract: Contract, name: string): Envelope => contract.schemas[name] as unknown as Envelope;

function issuesOf(options: unknown): readonly string[] {
  try {
    hostEvents(options as HostEventsOptions);
  } catch (error) {
    if (error instanceof ContractError) return error.issues.map((issue) => `${issue.code} ${issue.path}: ${issue.reason}`);
    throw error;
  }
  return [];
}

test('[C1.3, H1.1] each type of the application becomes a closed envelope under its own name', () => {
  const contract = hostEvents({ types });
  const { properties, required, additionalProperties } = envelopeOf(contract, 'ExampleOrderPaidEvent');
  expect(Object.keys(properties)).toEqual(['type', 'eventId', 'timestamp', 'delivery', 'workspaceId', 'payload']);
  expect(required).toEqual(['type', 'eventId', 'timestamp', 'delivery', 'payload']);
  expect(additionalProperties).toBe(false);
  expect([properties['type']?.const, properties['delivery']?.const, properties['eventId']?.maxLength]).toEqual([
    'example.order-paid',
    'durable',
    128,
  ]);
  expect(Object.keys(contract.schemas)).toEqual([
    'EventId',
    'WorkspaceId',
    'ExampleOrderPaidPayload',
    'ExampleOrderPaidEvent',
    'HostEventsFacet',
  ]);
});

test('[C1.3] named types of the application keep their names', () => {
  const contract = hostEvents({ types, schemas: { OrderPaid } });
  expect(Object.keys(contract.schemas)).toEqual(['OrderPaid', 'EventId', 'WorkspaceId', 'ExampleOrderPaidEvent', 'HostEventsFacet']);
});

test('[H1.5] the stream is GET /host/events with an optional strict replay, and no other channel', () => {
  const { streams, operations, sockets } = hostEvents({ types });
  const stream = streams?.['streamHostEvents'];
  expect([stream?.method, stream?.path, stream?.tag, stream?.version]).toEqual([
    'GET',
    '/host/events',
    'type',
    { none: 'The envelope is closed and fixed by its own specification; a changed behaviour gets a facet of its own.' },
  ]);
  expect(JSON.parse(JSON.stringify(stream?.request))).toEqual({
    query: {
      replay: { enum: ['required'], description: 'Strict replay; sent only to a host that advertises it.' },
      resumable: { type: 'boolean', description: 'Accepted for older clients, and independent of replay.' },
    },
  });
  expect(stream?.resume).toMatchObject({ option: 'lastEventId', header: true });
  expect(Object.keys(streams ?? {})).toEqual(['streamHostEvents']);
  expect([operations, sockets]).toEqual([{}, undefined]);
});

test('[H1.4] durable events always carry an id, ephemeral ones never', () => {
  const events = Object.entries(hostEventsReference.streams?.['streamHostEvents']?.events ?? {});
  expect(events.map(([type, event]) => `${type} ${event.id}`)).toEqual([
    'example.order-paid always',
    'example.import-finished always',
    'example.note-added always',
    'example.cursor-moved never',
    'host-test.durable-triggered always',
    'host-test.ephemeral-triggered never',
  ]);
  const onlyEphemeral = hostEvents({ types: { 'example.cursor-moved': { delivery: 'ephemeral' } } });
  expect(onlyEphemeral.streams?.['streamHostEvents']?.resume).toBeUndefined();
});

test('[H2.4, H3.3] the refusal is one constant row of the registry', () => {
  expect(hostEventsReference.errors['host_event_resync_required']).toEqual({
    status: 409,
    retriable: false,
    details: null,
    statusSource: 'v2 decision',
    description: errors.host_event_resync_required.description,
    message: 'Strict replay cannot resume from this position.',
  });
  expect(hostEventsReference.streams?.['streamHostEvents']?.errors).toContain('host_event_resync_required');
});

test('[H5.4] scopes, statuses and codes', () => {
  const status = Object.entries(hostEventsReference.errors).map(([code, row]) => `${row.status} ${code}`);
  for (const row of [
    '401 unauthenticated',
    '403 forbidden',
    '400 validation_error',
    '409 host_event_resync_required',
    '429 rate_limited',
    '503 temporarily_unavailable',
  ])
    expect(status).toContain(row);
  const access = { ...hostEventsReference.operations, ...hostEventsReference.streams };
  expect(Object.entries(access).map(([name, endpoint]) => [name, endpoint.access])).toEqual([
    ['triggerHostTestEvent', [{ scheme: 'bearer', scopes: ['events:test'] }]],
    ['emitHostEvent', [{ scheme: 'bearer', scopes: ['events:emit'] }]],
    ['streamHostEvents', [{ scheme: 'bearer', scopes: ['events:read'] }]],
  ]);
  expect(hostEvents({ types }).security['bearer']).toMatchObject({ scopes: { 'events:read': expect.any(String) as string } });
});

test('[H3.2] the trigger is there for the listed classes only, the seam on demand', () => {
  const trigger = hostEventsReference.operations?.['triggerHostTestEvent'];
  expect([trigger?.method, trigger?.path, Object.keys(trigger?.responses ?? {})]).toEqual(['POST', '/host/events/test', ['202']]);
  const both = envelopeOf(hostEventsReference, 'HostTestTrigger');
  expect([both.required, both.additionalProperties, both.properties['delivery']]).toEqual([
    ['delivery'],
    false,
    { enum: ['durable', 'ephemeral'], description: 'Class of the event to emit.' },
  ]);
  const one = hostEvents({ types, testTypes: ['durable'] });
  expect(envelopeOf(one, 'HostTestTrigger').properties['delivery']).toMatchObject({ enum: ['durable'] });
  expect(Object.keys(one.streams?.['streamHostEvents']?.events ?? {})).toEqual(['example.order-paid', 'host-test.durable-triggered']);
  const seam = hostEventsReference.operations?.['emitHostEvent'];
  expect([seam?.method, seam?.path]).toEqual(['POST', '/conformance/seams/sample/host-events/emit']);
  expect(hostEvents({ types, emitSeam: true }).operations?.['emitHostEvent']?.request?.body?.maxBytes).toBe('emitBodyBytes');
  expect(Object.keys(hostEvents({ types: {}, testTypes: ['durable', 'ephemeral'], emitSeam: true }).operations ?? {})).toEqual([
    'triggerHostTestEvent',
  ]);
});

test('[H3.2] events of the trigger are told apart by type, although their class differs too', () => {
  const { anyOf } = hostEvents({ types: {}, testTypes: ['durable', 'ephemeral'] }).schemas['HostEvent'] as { anyOf?: readonly unknown[] };
  expect(anyOf).toHaveLength(2);
});

test('[H5.1, H1.5] every bound is a named limit with unit and default', () => {
  const limits = Object.entries(hostEventsReference.limits).map(([name, { value, unit }]) => `${name} ${value} ${unit}`);
  expect(limits).toEqual([
    'payloadBytes 262144 bytes',
    'eventIdBytes 128 bytes',
    'heartbeatMs 15000 milliseconds',
    'streamMaxSeconds 3600 seconds',
    'revocationMs 5000 milliseconds',
    'catchUpMs 2000 milliseconds',
    'replayPageEvents 256 items',
    'queueEvents 256 items',
    'queueBytes 4194304 bytes',
    'writeMs 10000 milliseconds',
    'streamsPerCaller 16 items',
    'readsPerSecond 50 per-second',
    'triggersPerSecond 5 per-second',
    'triggerBodyBytes 1024 bytes',
    'drainMs 3000 milliseconds',
    'eventBytes 266240 bytes',
    'emitBodyBytes 266240 bytes',
  ]);
  expect(hostEvents({ types, limits: { payloadBytes: 1_000 } }).limits['eventBytes']?.value).toBe(5_096);
});

test('[H1.2] the facet of discovery is a type of the contract', () => {
  const facet = hostEventsReference.schemas['HostEventsFacet'] as unknown as Envelope;
  expect([Object.keys(facet.properties), facet.required, facet.additionalProperties]).toEqual([['types', 'replay'], ['types'], false]);
  expect(hostEventsReference.examples?.['HostEventsFacet']).toMatchObject({
    strict: { value: { replay: { minRetentionSeconds: 3_600 } } },
  });
});

const refused: readonly (readonly [what: string, options: unknown, issues: readonly string[]])[] = [
  [
    'no options',
    { types: null },
    ['malformed-definition /types: It is not an object.', 'empty /types: A host has at least one event type.'],
  ],
  ['no type', { types: {} }, ['empty /types: A host has at least one event type.']],
  [
    'a name of one segment',
    { types: { paid: { delivery: 'durable' } } },
    ['malformed-name /types/paid: paid is not two kebab-case segments joined by a dot.'],
  ],
  [
    'a name in capitals',
    { types: { 'Shop.Paid': { delivery: 'durable' } } },
    ['malformed-name /types/Shop.Paid: Shop.Paid is not two kebab-case segments joined by a dot.'],
  ],
  [
    'a reserved name',
    { types: { 'host-test.mine': { delivery: 'durable' } } },
    ['malformed-name /types/host-test.mine: host-test. is reserved for the test trigger.'],
  ],
  [
    'an unknown class',
    { types: { 'a.b': { delivery: 'eventual' } } },
    ['malformed-definition /types/a.b/delivery: It is not "durable" or "ephemeral".'],
  ],
  [
    'a payload that is no object',
    { types: { 'a.b': { delivery: 'durable', payload: Text(3) } } },
    ['malformed-definition /types/a.b/payload: It is not an object type.'],
  ],
  [
    'a definition that is none',
    { types: { 'a.b': null } },
    [
      'malformed-definition /types/a.b: It is not an object.',
      'malformed-definition /types/a.b/delivery: It is not "durable" or "ephemeral".',
    ],
  ],
  [
    'two names that become one',
    { types: { 'a-b.c': { delivery: 'durable' }, 'a.b-c': { delivery: 'durable' } } },
    ['duplicate-name /types/a.b-c: a-b.c gives the same name ABC to its schemas.'],
  ],
  [
    'keep-alive above 30 s',
    { types, limits: { heartbeatMs: 30_001 } },
    ['malformed-limit /limits/heartbeatMs: A keep-alive comment is due at least every 30,000 ms.'],
  ],
  [
    'ids above 128 bytes',
    { types, limits: { eventIdBytes: 129 } },
    ['malformed-limit /limits/eventIdBytes: An event id has at most 128 bytes.'],
  ],
  [
    'a trigger that is as cheap as reads',
    { types, limits: { triggersPerSecond: 50 } },
    ['malformed-limit /limits/triggersPerSecond: The trigger is limited more tightly than reads.'],
  ],
  [
    'a fractional limit',
    { types, limits: { catchUpMs: 0.5 } },
    ['malformed-limit /limits/catchUpMs: 0.5 is not a safe integer of at least 0.'],
  ],
  [
    'an example that does not fit',
    { types: { 'a.b': { delivery: 'durable', payload: OrderPaid, example: {} } } },
    ['invalid-example /streams/streamHostEvents/events/a.b/examples/one/value: At /payload: must have required properties orderId, total.'],
  ],
  [
    'a payload that is open',
    { types: { 'a.b': { delivery: 'durable', payload: Type.Object({}) } } },
    ['open-object /schemas/ABPayload: Unlisted fields are accepted.'],
  ],
];
for (const [what, options, issues] of refused) {
  test(`[C1.2, H1.1] refused: ${what}`, () => {
    expect(issuesOf(options)).toEqual(issues);
  });
}

test('[C1.2] an unknown limit is refused by name', () => {
  expect(issuesOf({ types, limits: { speed: 1 } })[0]).toMatch(/^unknown-limit \/limits\/speed: Known are payloadBytes, /);
});

test('[C1.3] an example is made up where the application brings none', () => {
  const payload = Struct({
    id: Text(9, { minLength: 2 }),
    rows: List(SafeUint(), 3, { minItems: 1 }),
    note: Nullable(Utf8({ maxBytes: 9 })),
  });
  const contract = hostEvents({ types: { 'a.b': { delivery: 'durable', payload } } });
  expect(contract.streams?.['streamHostEvents']?.events['a.b']?.examples['one']?.value).toMatchObject({
    payload: { id: 'xx', rows: [0], note: '' },
  });
});
