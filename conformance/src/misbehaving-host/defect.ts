import type { Behaviour } from './behaviour.ts';

/** A host that is right but for one thing. */
export interface Defect {
  /** Kebab-case, a sentence about the host without its subject. */
  readonly id: string;
  readonly summary: string;
  readonly behaviour: Partial<Behaviour>;
}
