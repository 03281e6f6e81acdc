import { type OperationDefinition, Struct, Tagged, type TSchema, Type } from '@tidemark/contract';
import { EventId, WorkspaceId } from './envelope.ts';
import { WRITE_ERRORS } from './errors.ts';
import { type EventEntry, TEST_TYPES } from './event-types.ts';

/** What one operation adds to the contract. */
export interface RequestParts {
  readonly schemas: Readonly<Record<string, TSchema>>;
  readonly operations: Readonly<Record<string, OperationDefinition>>;
}

/** The public test trigger (H3.2), for the classes whose type the host lists. */
export function triggerParts(entries: readonly EventEntry[]): RequestParts {
  const classes = entries.filter((entry) => entry.isTest).map((entry) => entry.delivery);
  const [first] = classes;
  if (first === undefined) return { schemas: {}, operations: {} };
  const HostTestTrigger = Struct(
    {
      delivery: Type.Enum([...classes], { description: 'Class of the event to emit.' }),
      workspaceId: Type.Optional(WorkspaceId),
    },
    { description: 'Asks for one test event.' },
  );
  const HostTestTriggered = Struct(
    {
      eventId: EventId,
      type: Type.Enum(
        classes.map((name) => TEST_TYPES[name]),
        { description: 'Type of the event.' },
      ),
    },
    { description: 'The test event that was emitted.' },
  );
  const triggerHostTestEvent: OperationDefinition = {
    method: 'POST',
    path: '/host/events/test',
    summary: 'Trigger a test event',
    description: 'Emits one event with an empty payload to the caller’s tenant, so that a suite can observe delivery without a seam.',
    tags: ['host-events'],
    access: [{ scheme: 'bearer', scopes: ['events:test'] }],
    request: {
      body: {
        schema: HostTestTrigger,
        maxBytes: 'triggerBodyBytes',
        examples: { one: { summary: `A ${first} event`, value: { delivery: first, workspaceId: 'w1' } } },
      },
    },
    responses: {
      202: {
        description: 'The event was emitted.',
        schema: HostTestTriggered,
        examples: { one: { summary: `A ${first} event`, value: { eventId: 'evt_5fGq0Yx3TzKb', type: TEST_TYPES[first] } } },
      },
    },
    errors: WRITE_ERRORS,
  };
  return { schemas: { HostTestTrigger, HostTestTriggered }, operations: { triggerHostTestEvent } };
}

/** The local seam that emits any of the application's types through the production path (H3.2, ours). */
export function seamParts(entries: readonly EventEntry[]): RequestParts {
  const own = entries.filter((entry) => !entry.isTest);
  const [first] = own;
  if (first === undefined) return { schemas: {}, operations: {} };
  const members = own.map((entry) => [`${entry.name}Emission`, emission(entry)] as const);
  const [only] = members;
  const HostEventEmission =
    members.length === 1 && only !== undefined
      ? only[1]
      : Type.Union(
          members.map(([, member]) => member),
          { description: 'An event to emit.' },
        );
  const HostEventEmitted = Struct({ eventId: EventId }, { description: 'The event that was emitted.' });
  const emitHostEvent: OperationDefinition = {
    method: 'POST',
    path: '/conformance/seams/sample/host-events/emit',
    summary: 'Emit an event (tests only)',
    description: 'Emits an event through the production path. Off unless the configuration opens the seams.',
    tags: ['host-events'],
    access: [{ scheme: 'bearer', scopes: ['events:emit'] }],
    request: {
      body: {
        schema: HostEventEmission,
        maxBytes: 'emitBodyBytes',
        examples: { one: { summary: first.type, value: { type: first.type, workspaceId: 'w1', payload: first.example } } },
      },
    },
    responses: {
      202: {
        description: 'The event was emitted.',
        schema: HostEventEmitted,
        examples: { one: { summary: first.type, value: { eventId: 'evt_5fGq0Yx3TzKb' } } },
      },
    },
    errors: WRITE_ERRORS,
  };
  const named = members.length === 1 ? {} : Object.fromEntries(members);
  return { schemas: { ...named, HostEventEmission, HostEventEmitted }, operations: { emitHostEvent } };
}

function emission(entry: EventEntry): TSchema {
  return Tagged(
    entry.type,
    { workspaceId: Type.Optional(WorkspaceId), payload: Type.Optional(entry.payload) },
    { tag: 'type', description: `Asks for ${entry.type}.` },
  );
}
