/** One place where the published description fixes more than the specification does. */
export interface Relaxation {
  readonly schema: string;
  /** Property whose schema is replaced; null: the schema itself is replaced, or added. */
  readonly member: string | null;
  readonly becomes: Record<string, unknown>;
  /** What the specification says instead. */
  readonly reason: string;
}

const TIMESTAMP = { type: 'string', format: 'date-time' };
const TIMESTAMP_REASON = 'the specification asks for RFC 3339; milliseconds and Z are ours';

export const RELAXATIONS: readonly Relaxation[] = [
  {
    schema: 'EventId',
    member: null,
    becomes: { type: 'string', minLength: 1, pattern: '^[^\\u0000\\r\\n]+$' },
    reason: 'event ids are opaque; 128 printable bytes is our bound',
  },
  { schema: 'WorkspaceId', member: null, becomes: { type: 'string', minLength: 1 }, reason: 'the form of a workspace id is ours' },
  { schema: 'HostTestDurableTriggeredEvent', member: 'timestamp', becomes: TIMESTAMP, reason: TIMESTAMP_REASON },
  { schema: 'HostTestEphemeralTriggeredEvent', member: 'timestamp', becomes: TIMESTAMP, reason: TIMESTAMP_REASON },
  {
    schema: 'HostEventResyncRequiredError',
    member: 'message',
    becomes: { type: 'string', minLength: 1 },
    reason: 'a host words its own message; that it is one and the same is judged apart',
  },
  {
    schema: 'HostEventResyncRequiredError',
    member: 'details',
    becomes: { type: 'null' },
    reason: 'the registry row says "details: null", which a host may write out',
  },
  {
    schema: 'HostTestTriggered',
    member: null,
    becomes: {
      type: 'object',
      required: ['eventId', 'type'],
      properties: { eventId: { $ref: '#/components/schemas/EventId' }, type: { type: 'string', minLength: 1 } },
    },
    reason: 'the specification names the two members of the answer and does not close it',
  },
  {
    schema: 'AnyHostEvent',
    member: null,
    becomes: {
      type: 'object',
      required: ['type', 'eventId', 'timestamp', 'delivery', 'payload'],
      properties: {
        type: { type: 'string', pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*\\.[a-z0-9]+(?:-[a-z0-9]+)*$' },
        eventId: { $ref: '#/components/schemas/EventId' },
        timestamp: TIMESTAMP,
        delivery: { enum: ['durable', 'ephemeral'] },
        workspaceId: { $ref: '#/components/schemas/WorkspaceId' },
        payload: { type: 'object' },
      },
      additionalProperties: false,
    },
    reason: 'types of another host are not in the description; their envelope is the same closed one',
  },
];
