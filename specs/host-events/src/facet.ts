import { List, SafeUint, Struct, Text, Type } from '@tidemark/contract';

const Replay = Struct(
  {
    minRetentionSeconds: SafeUint({
      minimum: 1,
      description: 'How long after its emission a durable event stays resumable, whatever the volume of newer events.',
    }),
  },
  { description: 'Strict replay. Its presence is the claim.' },
);

/** What discovery says of the family, at its root key `hostEvents` (H1.2). A client reads it before it sends `replay=required`. */
export const HostEventsFacet = Struct(
  {
    types: List(
      Struct({
        type: Text(100, { pattern: '^[a-z][a-z0-9]*(?:-[a-z0-9]+)*\\.[a-z][a-z0-9]*(?:-[a-z0-9]+)*$', description: 'Name of the type.' }),
        delivery: Type.Enum(['durable', 'ephemeral'], { description: 'Class of delivery.' }),
      }),
      1_024,
      { minItems: 1, uniqueItems: true, description: 'Every type that the host emits.' },
    ),
    replay: Type.Optional(Replay),
  },
  { description: 'The family hostEvents in the discovery document.' },
);
