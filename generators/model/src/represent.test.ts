import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type Contract, ContractError, merge, SafeUint, Struct, Text, type TSchema, Type } from '@tidemark/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { orders } from '../../../fixtures/contracts/orders/src/index.ts';
import { cyclicNames, represent, type Representation } from './index.ts';
import { byName, contractOf } from './testing/defined.ts';
import { reactive } from './testing/reactive-contract.ts';
import { realtime } from './testing/realtime-contract.ts';
import { faultsOf } from './testing/normal-form.ts';
import { typeArbitrary } from './testing/type-arbitrary.ts';

const golden = new URL('../../../fixtures/golden/model/orders.json', import.meta.url);
const contracts: Readonly<Record<string, Contract>> = { orders, realtime, reactive };

test('[C2.3] the representation of orders is the recorded one (RECORD=1 records it)', () => {
  const text = `${JSON.stringify(represent(orders), undefined, 2)}\n`;
  if (process.env['RECORD'] === '1') writeFileSync(golden, text);
  expect(existsSync(golden) ? readFileSync(golden, 'utf8') : 'not recorded').toBe(text);
});

for (const [name, contract] of Object.entries(contracts)) {
  test(`[C2.2a] the representation of ${name} is plain frozen data and refers only to what it has`, () => {
    const representation = represent(contract);
    expect(JSON.parse(JSON.stringify(representation))).toEqual(representation);
    expect(notFrozen(representation)).toEqual([]);
    const names = new Set(representation.schemas.map((schema) => schema.name));
    expect(namesUsed(representation).filter((used) => !names.has(used))).toEqual([]);
    expect(faultsOf(representation.schemas)).toEqual([]);
    expect([...cyclicNames(representation.schemas)]).toEqual(
      representation.schemas.filter(({ recursive }) => recursive).map((schema) => schema.name),
    );
  });
}

test('[C1.3] a merged service carries the endpoints and schemas of its contracts', () => {
  const identity = {
    id: 'service',
    version: '1.0.0',
    title: 'Service',
    summary: 'Both.',
    license: orders.license,
    servers: orders.servers,
  };
  // Both describe a heartbeat bound of their own; a service has one.
  expect(() => merge(identity, realtime, reactive)).toThrow(ContractError);
  const service = represent(
    merge(
      identity,
      orders,
      contractOf(
        { Probe: Type.Null() },
        {
          limits: {},
          operations: {
            probe: {
              method: 'GET',
              path: '/probe',
              summary: 'Probe',
              access: 'public',
              responses: { 204: { description: 'Nothing.' } },
              errors: ['malformed'],
            },
          },
        },
      ),
    ),
  );
  expect(service.operations.map((operation) => operation.name)).toEqual([
    ...represent(orders).operations.map((operation) => operation.name),
    'probe',
  ]);
  expect(service.schemas.map((schema) => schema.name)).toContain('Probe');
});

const ref = (name: string) => ({ kind: 'ref', name });

test('[C4.2] details of errors are named after their code, or keep the name that the contract gives them', () => {
  const Revision = Struct({ revision: SafeUint() });
  const row = { status: 409, retriable: false, statusSource: 'RFC 9110 15.5.10', description: 'No.' };
  const errors = {
    malformed: { ...row, details: null },
    validation_error: { ...row, details: Struct({ path: Text(40) }) },
    stale: { ...row, details: Revision },
    twice: { ...row, details: Struct({ revision: SafeUint() }) },
  };
  const { schemas, errors: rows } = represent(contractOf({ Revision }, { errors }));
  expect(rows.map(({ details }) => details)).toEqual([null, ref('ValidationErrorDetails'), ref('Revision'), ref('TwiceErrorDetails')]);
  expect(schemas.map(({ name }) => name)).toEqual(['Revision', 'ValidationErrorDetails', 'TwiceErrorDetails']);
  expect(schemas[1]?.node).toMatchObject({ kind: 'object', properties: [{ name: 'path', required: true }], additional: false });
});

test('[T1.1, T6.6] a stream by POST resumes by a cursor of its body, and ids are numbers or texts', () => {
  const representation = represent(realtime);
  const stream = representation.streams[0];
  expect([stream?.method, stream?.body?.schema, stream?.resume]).toEqual([
    'POST',
    'OpenStream',
    { option: 'cursor', header: true, bodyField: 'cursor', description: 'The cursor of the last event that was applied.' },
  ]);
  expect(stream?.events.map((event) => `${event.tag} ${event.schema} ${event.id} ${event.terminal ?? ''}`)).toEqual([
    'snapshot Snapshot always ',
    'upsert Upsert always ',
    'delete Delete always ',
    'delta Delta always ',
    'heartbeat Heartbeat never ',
    'error Failure never reconnect',
  ]);
  expect(byName(representation)['FeatureId']?.node).toMatchObject({
    kind: 'choice',
    branches: [
      { kind: 'number', integer: false },
      { kind: 'string', maxLength: 256 },
    ],
  });
});

test('[R6.1, R3.3] one ServerMessage serves the stream and the challenge-first socket', () => {
  const { streams, sockets } = represent(reactive);
  const [stream] = streams;
  const [socket] = sockets;
  expect([stream?.message, socket?.server.schema]).toEqual(['ServerMessage', 'ServerMessage']);
  expect(stream?.events.map((event) => event.tag)).toEqual(['attached', 'snapshot', 'invalidation', 'heartbeat', 'terminal']);
  expect(socket?.server.messages).toHaveLength(10);
  expect(socket?.client.messages.map((message) => `${message.tag} ${message.schema}`)).toEqual([
    'attach Attach',
    'control Control',
    'command Command',
    'close Close',
  ]);
  expect(socket?.opening).toEqual({ challenge: 'challenge', answer: 'attach', accepted: 'attached' });
  expect(socket?.closeCodes.map(({ code }) => code)).toEqual([1000, 1001, 1002, 1003, 1007, 1008, 1009, 1011, 1013, 4001]);
});

test('[R4.6] the Source is 93 bytes: seven u64, a length, a digest and a publication byte', () => {
  const { size, fields } = byName(represent(reactive))['Source']?.binary ?? { size: 0, fields: [] };
  expect([size, fields.map((field) => field.type).join(' ')]).toEqual([93, 'u64 u64 u64 u64 u64 u64 u64 u32 bytes u8']);
  expect(fields.at(-1)).toEqual({ name: 'publication', offset: 92, type: 'u8', size: 1, values: [1, 2] });
});

test('[C1.1] errors are listed in the order of the registry, parameters by place', () => {
  const { operations, streams } = represent(orders);
  const registry = represent(orders).errors.map((row) => row.code);
  for (const { errors } of [...operations, ...streams]) expect(errors).toEqual(registry.filter((code) => errors.includes(code)));
  expect(
    operations.find(({ name }) => name === 'placeOrder')?.parameters.map(({ name, in: place, required }) => [name, place, required]),
  ).toEqual([['idempotency-key', 'header', true]]);
});

test('[C1.2, C3.2] whatever defineContract accepts is represented in the normal form that generators rely on', () => {
  const outcomes = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(fc.array(typeArbitrary, { minLength: 1, maxLength: 4 }), (types) => {
      const contract = definedOrRefused(Object.fromEntries(types.map((type, index) => [`T${index}`, type])));
      outcomes[contract === undefined ? 'refused' : 'accepted'] += 1;
      expect(contract === undefined ? [] : faultsOf(represent(contract).schemas)).toEqual([]);
    }),
    { numRuns: 1_500 },
  );
  expect(Math.min(outcomes.accepted, outcomes.refused)).toBeGreaterThan(100);
});

function definedOrRefused(schemas: Readonly<Record<string, TSchema>>): Contract | undefined {
  try {
    return contractOf(schemas);
  } catch (error) {
    if (error instanceof ContractError) return undefined;
    throw error;
  }
}

function notFrozen(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, part]) => notFrozen(part, `${path}/${key}`));
  return Object.isFrozen(value) ? inner : [path, ...inner];
}

/** Names of schemas anywhere: in nodes, bodies, responses and messages. */
function namesUsed(representation: Representation): readonly string[] {
  const names: string[] = [];
  JSON.stringify(representation, (key, value: unknown) => {
    if (typeof value === 'string' && (key === 'schema' || key === 'message')) names.push(value);
    const node = value as { kind?: unknown; name?: unknown } | null;
    if (typeof node === 'object' && node?.kind === 'ref' && typeof node.name === 'string') names.push(node.name);
    return key === 'examples' || key === 'errors' ? undefined : value;
  });
  return names;
}
