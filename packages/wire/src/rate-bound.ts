/** Milliseconds, monotonic (`performance.now`), never wall-clock time. */
export interface Clock {
  now(): number;
}

export interface RateBound {
  /** How many may come at once. */
  readonly burst: number;
  /** How many a second are forgiven. */
  readonly perSecond: number;
}

/** Token bucket, full at the start. `take` answers whether one more is within the bound. */
export function createRateBound(bound: RateBound, clock: Clock): { take(): boolean } {
  let tokens = bound.burst;
  let filledAt = clock.now();
  return {
    take() {
      const now = clock.now();
      // A clock that goes backwards forgives nothing and takes nothing.
      if (now > filledAt) {
        tokens = Math.min(bound.burst, tokens + ((now - filledAt) * bound.perSecond) / 1000);
        filledAt = now;
      }
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
