import { Dictionary, Json, Struct, Tagged, Text, Timestamp, Type, Utf8, type TSchema } from '@tidemark/contract';

/** Whether an event is kept and can be resumed from, or is only shown to whoever is there. */
export type Delivery = 'durable' | 'ephemeral';

/** Opaque, random, unique per host, stable across deliveries (H1.1). It is the SSE `id:` of a durable event, so it is visible ASCII. */
export const EventId = Text(128, {
  minLength: 1,
  pattern: '^[!-~]+$',
  description: 'Opaque, random identity of an event, stable across deliveries. Its order means nothing.',
});

/** Identity of a workspace within the tenant. */
export const WorkspaceId = Text(128, { minLength: 1, pattern: '^[!-~]+$', description: 'The workspace that the event belongs to.' });

/** Any JSON object, for a type without a payload schema (H5.3). */
export const AnyPayload = Dictionary(Utf8({ maxBytes: 128 }), Json({ maxBytes: 262_144, maxDepth: 32 }), 256, {
  description: 'Any JSON object; the type has no schema of its own.',
});

/** Payload of the events of the test trigger (H3.2). */
export const HostTestPayload = Struct({}, { description: 'Empty.' });

/**
 * One event as every subscriber gets it (H1.1): closed, without a sequence and without a run id. `workspaceId` is there exactly when the
 * event belongs to a workspace.
 */
export function envelope(type: string, delivery: Delivery, payload: TSchema, description: string): TSchema {
  return Tagged(
    type,
    {
      eventId: EventId,
      timestamp: Timestamp({ description: 'When the event was emitted, by the clock of the host.' }),
      delivery: Type.Literal(delivery, { description: 'Equal to the class that discovery gives for the type.' }),
      workspaceId: Type.Optional(WorkspaceId),
      payload,
    },
    { tag: 'type', description },
  );
}

/** An example of an envelope around a payload. */
export function exampleEvent(type: string, delivery: Delivery, payload: unknown): Readonly<Record<string, unknown>> {
  return { type, eventId: 'evt_5fGq0Yx3TzKb', timestamp: '2026-01-31T12:00:00.000Z', delivery, workspaceId: 'w1', payload };
}
