import { type Contract, Json, List, SafeUint, Struct, Tagged, Text, Type } from '@tidemark/contract';
import { contractOf } from './defined.ts';

const example = (value: unknown) => ({ one: { summary: 'One', value } });

const positions = {
  cursor: Type.Optional(Text(2_048)),
  watermark: Type.Optional(Text(2_048)),
  deltaToken: Type.Optional(Text(2_048)),
  sequence: Type.Optional(SafeUint()),
};
const RealtimeCheckpoint = Struct(positions);
/** Ids are numbers or texts; a numeric id is its decimal text in keys (T5.3). */
const FeatureId = Type.Union([Type.Number(), Text(256)], { description: 'Identity of a feature within its source.' });
const FeaturePatch = Struct({
  id: FeatureId,
  sourceId: Type.Optional(Text(128)),
  feature: Json({ maxBytes: 65_536, maxDepth: 32 }),
  version: Type.Optional(Text(128)),
});
const FeatureRemoval = Struct({ id: FeatureId, sourceId: Type.Optional(Text(128)), deletedAt: Type.Optional(Text(40)) });
const sequenced = { eventId: Type.Optional(Text(128)), ...positions, checkpoint: Type.Optional(RealtimeCheckpoint) };

const Snapshot = Tagged(
  'snapshot',
  { features: List(FeaturePatch, 1_000), replace: Type.Optional(Type.Boolean()), last: Type.Optional(Type.Boolean()), ...sequenced },
  { v: 1 },
);
const Upsert = Tagged('upsert', { feature: FeaturePatch, ...sequenced }, { v: 1 });
const Delete = Tagged('delete', { id: FeatureId, sourceId: Type.Optional(Text(128)), ...sequenced }, { v: 1 });
const Delta = Tagged(
  'delta',
  { upserts: Type.Optional(List(FeaturePatch, 1_000)), deletes: Type.Optional(List(FeatureRemoval, 1_000)), ...sequenced },
  { v: 1 },
);
const Heartbeat = Tagged('heartbeat', {}, { v: 1 });
const Failure = Tagged(
  'error',
  { error: Text(400), terminal: Type.Optional(Type.Boolean()), code: Type.Optional(Text(64)), retryAfterMs: Type.Optional(SafeUint()) },
  { v: 1 },
);
const RealtimeEvent = Type.Union([Snapshot, Upsert, Delete, Delta, Heartbeat, Failure], { description: 'Every event of a subscription.' });

/** The plan is opaque here: any JSON within bounds. */
const OpenStream = Struct({ plan: Json({ maxBytes: 16_384, maxDepth: 16 }), cursor: Type.Optional(Text(2_048)) });

/** What T1 and T6.6 need: a stream that is opened by POST with a plan, and resumed by a cursor in the body. */
export const realtime: Contract = contractOf(
  {
    RealtimeCheckpoint,
    FeatureId,
    FeaturePatch,
    FeatureRemoval,
    Snapshot,
    Upsert,
    Delete,
    Delta,
    Heartbeat,
    Failure,
    RealtimeEvent,
    OpenStream,
  },
  {
    security: { bearer: { kind: 'bearer', description: 'Token.', scopes: { 'features:read': 'Follow features.' } } },
    streams: {
      followSource: {
        method: 'POST',
        path: '/realtime/sources/{sourceId}/stream',
        summary: 'Follow a source',
        access: [{ scheme: 'bearer', scopes: ['features:read'] }],
        request: { path: { sourceId: Text(128) }, body: { schema: OpenStream, maxBytes: 'bodyBytes', examples: example({ plan: {} }) } },
        errors: ['malformed'],
        tag: 'type',
        version: { field: 'v' },
        message: RealtimeEvent,
        events: {
          snapshot: {
            id: 'always',
            examples: example({ type: 'snapshot', v: 1, features: [{ id: 1, feature: {} }], sequence: 0, cursor: 'c' }),
          },
          upsert: { id: 'always', examples: example({ type: 'upsert', v: 1, feature: { id: 'a', feature: null }, sequence: 1 }) },
          delete: { id: 'always', examples: example({ type: 'delete', v: 1, id: 'a', sequence: 2 }) },
          delta: { id: 'always', examples: example({ type: 'delta', v: 1, upserts: [], deletes: [{ id: 1.5 }], sequence: 3 }) },
          heartbeat: { id: 'never', examples: example({ type: 'heartbeat', v: 1 }) },
          error: { id: 'never', terminal: 'reconnect', examples: example({ type: 'error', v: 1, error: 'gone', terminal: true }) },
        },
        resume: { option: 'cursor', header: true, bodyField: 'cursor', description: 'The cursor of the last event that was applied.' },
        limits: { eventBytes: 'bodyBytes', heartbeatMs: 'heartbeatMs' },
      },
    },
  },
);
