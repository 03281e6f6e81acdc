import { type Contract, type ContractDefinition, defineContract, type StreamDefinition, type TSchema, Type } from '@tidemark/contract';
import { AnyPayload, type Delivery, envelope, EventId, exampleEvent, HostTestPayload, WorkspaceId } from './envelope.ts';
import { errors, READ_ERRORS } from './errors.ts';
import { type EventEntry, eventEntries, type HostEventType } from './event-types.ts';
import { HostEventsFacet } from './facet.ts';
import { type HostEventLimits, limitsOf } from './limits.ts';
import { seamParts, triggerParts } from './requests.ts';

/** What a host-events contract is made of. */
export interface HostEventsOptions {
  /** Every event type of the application, by name: `org.noun-verbed`. */
  readonly types: Readonly<Record<string, HostEventType>>;
  /** The application's own named types, so that payloads and their parts keep those names. Others are named after their event. */
  readonly schemas?: Readonly<Record<string, TSchema>>;
  /** Classes of the test trigger that the host lists (H3.2); none: no trigger. */
  readonly testTypes?: readonly Delivery[];
  /** Whether the contract has the local emit seam (H3.2, ours). Default: no. */
  readonly emitSeam?: boolean;
  /** Values of published bounds that differ from the defaults. */
  readonly limits?: HostEventLimits;
  readonly id?: string;
  readonly version?: string;
  readonly title?: string;
  readonly servers?: ContractDefinition['servers'];
  readonly license?: ContractDefinition['license'];
}

/**
 * The contract of a host-event stream with strict replay, as a function of the application's event types (C1.3, H1 to H3).
 *
 * @throws {ContractError} for options that H1 to H3 rule out, with a JSON Pointer into the options, and for types that no contract carries.
 */
export function hostEvents(options: HostEventsOptions): Contract {
  const entries = eventEntries(options.types, distinct(options.testTypes ?? []), options.schemas);
  const trigger = triggerParts(entries);
  const seam = options.emitSeam === true ? seamParts(entries) : { schemas: {}, operations: {} };
  const messages = messagesOf(entries);
  const definition: ContractDefinition = {
    id: options.id ?? 'host-events',
    version: options.version ?? '1.0.0',
    title: options.title ?? 'Host events',
    summary: 'Streams what happens in a host, with strict replay of durable events.',
    license: options.license ?? { name: 'MIT', identifier: 'MIT' },
    servers: options.servers ?? { local: { url: 'http://127.0.0.1:4400', description: 'A host on this machine.' } },
    schemas: {
      ...options.schemas,
      EventId,
      WorkspaceId,
      ...payloadSchemas(entries, options.schemas ?? {}),
      ...messages.schemas,
      ...trigger.schemas,
      ...seam.schemas,
      HostEventsFacet,
    },
    errors,
    security: { bearer: bearer(Object.keys(trigger.operations).length > 0, Object.keys(seam.operations).length > 0) },
    limits: limitsOf(options.limits ?? {}, Object.keys(seam.operations).length > 0),
    tags: { 'host-events': 'What happens in the host, as it happens.' },
    operations: { ...trigger.operations, ...seam.operations },
    streams: { streamHostEvents: streamOf(entries, messages.message) },
    examples: { HostEventsFacet: { strict: { summary: 'Strict replay of one hour', value: facetExample(entries) } } },
  };
  return defineContract(definition);
}

function distinct(classes: readonly Delivery[]): readonly Delivery[] {
  return (['durable', 'ephemeral'] as const).filter((name) => classes.includes(name));
}

/** Payload types that have no name yet are named after the event that brings them first. */
function payloadSchemas(entries: readonly EventEntry[], named: Readonly<Record<string, TSchema>>): Record<string, TSchema> {
  const known = new Set<TSchema>(Object.values(named));
  const schemas: Record<string, TSchema> = {};
  for (const { name, payload } of entries) {
    if (known.has(payload)) continue;
    known.add(payload);
    const own = payload === AnyPayload ? 'AnyPayload' : payload === HostTestPayload ? 'HostTestPayload' : `${name}Payload`;
    schemas[own] = payload;
  }
  return schemas;
}

/** One message per type, and their union; a single type is the whole message itself. */
function messagesOf(entries: readonly EventEntry[]): { readonly schemas: Readonly<Record<string, TSchema>>; readonly message: TSchema } {
  const members = entries.map(
    ({ name, type, delivery, payload, description }) => [`${name}Event`, envelope(type, delivery, payload, description)] as const,
  );
  const [only] = members;
  if (members.length === 1 && only !== undefined) return { schemas: { [only[0]]: only[1] }, message: only[1] };
  const HostEvent = Type.Union(
    members.map(([, member]) => member),
    { description: 'Every event that the host sends.' },
  );
  return { schemas: { ...Object.fromEntries(members), HostEvent }, message: HostEvent };
}

function bearer(hasTrigger: boolean, hasSeam: boolean): ContractDefinition['security'][string] {
  return {
    kind: 'bearer',
    description: 'Token in the Authorization header.',
    scopes: {
      'events:read': 'Follow the events of the tenant that the credential belongs to.',
      ...(hasTrigger ? { 'events:test': 'Trigger test events.' } : {}),
      ...(hasSeam ? { 'events:emit': 'Emit events through the local seam.' } : {}),
    },
  };
}

function streamOf(entries: readonly EventEntry[], message: TSchema): StreamDefinition {
  const events = entries.map(({ type, delivery, description, example }) => [
    type,
    {
      description,
      id: delivery === 'durable' ? ('always' as const) : ('never' as const),
      examples: { one: { summary: type, value: exampleEvent(type, delivery, example) } },
    },
  ]);
  const resume = {
    option: 'lastEventId',
    header: true,
    description: 'The id of the last durable event that was handled. Absent or empty: the stream opens live and replays nothing.',
  } as const;
  return {
    method: 'GET',
    path: '/host/events',
    summary: 'Follow host events',
    description:
      'With replay=required and a Last-Event-ID, every durable event that is visible to the caller and was committed after that one, each exactly once, in commit order, then live events without a gap; or 409 before any byte of the stream. Without replay=required, a best effort within retention, else live. The stream carries nothing but host events and ends between two of them.',
    tags: ['host-events'],
    access: [{ scheme: 'bearer', scopes: ['events:read'] }],
    request: {
      query: {
        replay: Type.Optional(Type.Enum(['required'], { description: 'Strict replay; sent only to a host that advertises it.' })),
        resumable: Type.Optional(Type.Boolean({ description: 'Accepted for older clients, and independent of replay.' })),
      },
    },
    errors: [...READ_ERRORS, 'host_event_resync_required'],
    tag: 'type',
    version: { none: 'The envelope is closed and fixed by its own specification; a changed behaviour gets a facet of its own.' },
    message,
    events: Object.fromEntries(events) as StreamDefinition['events'],
    // A host whose types are all ephemeral has nothing to resume from.
    ...(entries.some(({ delivery }) => delivery === 'durable') ? { resume } : {}),
    limits: { eventBytes: 'eventBytes', heartbeatMs: 'heartbeatMs' },
  };
}

function facetExample(entries: readonly EventEntry[]): unknown {
  return { types: entries.map(({ type, delivery }) => ({ type, delivery })), replay: { minRetentionSeconds: 3_600 } };
}
