import { expect, test } from 'vitest';
import {
  type Contract,
  ContractError,
  type ContractDefinition,
  defineContract,
  merge,
  type MergedIdentity,
  Struct,
  Text,
  Type,
} from './index.ts';
import { sampleDefinition } from './testing/sample-definition.ts';

const identity: MergedIdentity = {
  id: 'service',
  version: '2.0.0',
  title: 'Service',
  summary: 'Several contracts.',
  license: { name: 'MIT', identifier: 'MIT' },
  servers: { local: { url: 'http://127.0.0.1:1', description: 'Local.' } },
};

/** Another contract, which shares with the sample whatever `change` leaves alone. */
function other(change: Partial<ContractDefinition> = {}): Contract {
  const definition = sampleDefinition();
  const operations = { putNote: { ...definition.operations.addNote, method: 'PUT' as const } };
  return defineContract({ ...definition, id: 'other', streams: {}, sockets: {}, operations, ...change });
}

const ping = (query: object) => ({
  ping: {
    method: 'GET' as const,
    path: '/ping',
    summary: 'Ping',
    access: 'public' as const,
    request: { query: query as never },
    responses: { 200: { description: 'Pong.' } },
    errors: ['forbidden'],
  },
});

function issuesOf(make: () => unknown): readonly string[] {
  try {
    make();
  } catch (error) {
    if (error instanceof ContractError) return error.issues.map((issue) => `${issue.code} ${issue.path} ${issue.reason}`);
    throw error;
  }
  return [];
}

test('[C1.3] merge shares equal parts and keeps what each contract adds', () => {
  const service = merge(identity, defineContract(sampleDefinition()), other());
  expect(Object.keys(service.operations ?? {})).toEqual(['addNote', 'readNote', 'putNote']);
  expect(Object.keys(service.errors)).toEqual(['forbidden', 'conflict']);
  expect(Object.keys(service.streams ?? {})).toEqual(['watchNotes']);
  expect([service.id, service.title, service.version]).toEqual(['service', 'Service', '2.0.0']);
  expect(merge(identity, service, service).operations).toEqual(service.operations);
});

test('[C1.3] examples of a shared schema are joined', () => {
  const more = other({ examples: { Note: { two: { summary: 'Two', value: { noteId: 'n2', text: 'x' } } } } });
  expect(Object.keys(merge(identity, defineContract(sampleDefinition()), more).examples?.['Note'] ?? {})).toEqual(['one', 'two']);
});

test('[C1.3] one name for different things is refused, with its path', () => {
  const clashing = other({
    errors: { ...sampleDefinition().errors, forbidden: { ...sampleDefinition().errors.forbidden, retriable: true } },
    limits: { ...sampleDefinition().limits, heartbeatMs: { value: 1, unit: 'milliseconds', description: 'x' } },
    examples: { Note: { one: { summary: 'Other', value: { noteId: 'n1', text: 'x' } } } },
  });
  expect(issuesOf(() => merge(identity, defineContract(sampleDefinition()), clashing))).toEqual([
    'duplicate-name /errors/forbidden Two contracts give forbidden to different things; one of them is other.',
    'duplicate-name /limits/heartbeatMs Two contracts give heartbeatMs to different things; one of them is other.',
    'duplicate-name /examples/Note/one Two contracts give one to different things; one of them is other.',
  ]);
});

test('[C1.3] an optional and a required parameter are different, although their JSON is the same', () => {
  const optional = other({ operations: ping({ q: Type.Optional(Text(3)) }) });
  const required = other({ operations: ping({ q: Text(3) }) });
  expect(issuesOf(() => merge(identity, optional, required))).toEqual([
    'duplicate-name /operations/ping Two contracts give ping to different things; one of them is other.',
  ]);
  expect(issuesOf(() => merge(identity, required, required))).toEqual([]);
});

test('[C1.3] the whole is checked: paths, tags and major versions of all contracts', () => {
  const same = other({ operations: { again: sampleDefinition().operations.addNote } });
  expect(issuesOf(() => merge(identity, defineContract(sampleDefinition()), same))).toEqual([
    'duplicate-path /operations/again/path addNote answers POST /notes too.',
  ]);
  expect(issuesOf(() => merge({ ...identity, version: '3.0.0' }, defineContract(sampleDefinition()))).slice(0, 1)).toEqual([
    'missing-version /streams/watchNotes/message note-added does not carry v: 3.',
  ]);
});

test('[C1.3] a type that several contracts share is one type in the whole', () => {
  const { schemas } = sampleDefinition();
  const copy = other({ schemas: { ...schemas, Wrapper: Struct({ note: schemas.Note }) } });
  const whole = merge(identity, defineContract(sampleDefinition()), copy).schemas as Readonly<
    Record<string, { properties: Readonly<Record<string, unknown>> }>
  >;
  expect(whole['Wrapper']?.properties['note']).toBe(whole['Note']);
});

test('[C1.2, C1.3] what is no contract is refused', () => {
  expect(issuesOf(() => merge(identity, sampleDefinition() as never, null as never))).toEqual([
    'malformed-definition /0 It is no contract; pass what defineContract returns.',
    'malformed-definition /1 It is no contract; pass what defineContract returns.',
  ]);
  expect(issuesOf(() => merge(null as never, other()))[0]).toBe('malformed-definition /id It is missing; expected a string.');
});
