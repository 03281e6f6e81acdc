import { ENVELOPE_JUDGES } from './envelope.ts';
import { HANDOFF_JUDGES } from './handoff.ts';
import type { Judge } from './judgement.ts';
import { UNSCORED_JUDGES } from './ours.ts';
import { REFUSAL_JUDGES } from './refusal.ts';
import { RESUME_JUDGES } from './resume.ts';
import { STREAM_JUDGES } from './stream.ts';

/** Every judge of the scenario `v2-host-event-strict-replay`, in the order in which a report lists them. */
export const ALL_JUDGES: readonly Judge[] = [
  ...RESUME_JUDGES,
  ...HANDOFF_JUDGES,
  ...REFUSAL_JUDGES,
  ...STREAM_JUDGES,
  ...ENVELOPE_JUDGES,
  ...UNSCORED_JUDGES,
];
