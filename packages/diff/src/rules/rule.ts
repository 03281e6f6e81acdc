import type { Level } from '../change.ts';

/** What a change does to one party: the most lenient level that it breaks, or its class when it breaks none. */
export type Effect = Level | 'additive' | 'documentation';

/** Effects for the consumer and for the producer. */
export type Effects = readonly [consumer: Effect, producer: Effect];

export interface DiffRule {
  readonly summary: string;
  /** The rule that the same change has when it is read backwards. */
  readonly reverse: string;
  readonly request?: Effects;
  readonly response?: Effects;
  readonly both?: Effects;
  /** Effects where an unknown field would be met (an added one in a response, a removed one in a request) and the object there is open. */
  readonly open?: Effects;
  readonly fix: string;
}

/** Fixes that many rules share. */
export const keep = 'Keep the old form beside the new one for a major version.';
export const major = 'Publish it under a new major version.';
export const announce = 'Release the consumers first, or publish it under a new major version.';
export const none = 'Nothing to do.';
export const implement = 'Implement it in the handlers.';
