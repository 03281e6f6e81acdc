import type { HostEventRun, ObservedExchange } from '../observation/host-event-run.ts';

/** One thing that a host did wrong. `connection` names the exchange in a trace; null when it is about several. */
export interface Fault {
  readonly what: string;
  readonly connection: number | null;
}

/**
 * What a judge says: how many observations it could decide on, and what was wrong. Without an observation there is no verdict, and
 * `missing` says what was lacking.
 */
export interface Judgement {
  readonly observations: number;
  readonly faults: readonly Fault[];
  readonly missing: string | null;
}

/** A pure function from what was seen to what was wrong with it. One judge for each requirement, under its id. */
export interface Judge {
  readonly requirement: string;
  readonly judge: (run: HostEventRun) => Judgement;
}

export interface Note {
  /** One observation that this judge decides on. */
  observed(): void;
  fault(what: string, exchange: ObservedExchange | null): void;
  /** What would have been needed; the first one said counts. */
  missing(what: string): void;
}

/** Makes a judge of a function that notes what it decides on and what is wrong. */
export function judgeOf(requirement: string, decide: (run: HostEventRun, note: Note) => void): Judge {
  return {
    requirement,
    judge(run) {
      let observations = 0;
      let missing: string | null = null;
      const faults: Fault[] = [];
      decide(run, {
        observed: () => (observations += 1),
        fault: (what, exchange) => faults.push({ what, connection: exchange?.connection ?? null }),
        missing: (what) => (missing ??= what),
      });
      return { observations, faults, missing: observations > 0 ? null : (missing ?? 'nothing was observed') };
    },
  };
}
