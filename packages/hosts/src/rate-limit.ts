/** So many a second for each caller, with a burst of one second's worth. */
export interface RateLimit {
  /** Null: go on. Else the whole seconds after which one more is allowed. */
  take(caller: string): number | null;
}

/** Callers kept; the least recently seen are forgotten, which only ever allows more. */
const MAX_CALLERS = 10_000;

interface Bucket {
  tokens: number;
  at: number;
}

/** A token bucket for each caller. `clock` is monotonic milliseconds. */
export function createRateLimit(perSecond: number, clock: { now(): number }): RateLimit {
  const buckets = new Map<string, Bucket>();
  return {
    take(caller) {
      const now = clock.now();
      const bucket = buckets.get(caller) ?? { tokens: perSecond, at: now };
      // Last in the map: the first is the one to forget.
      buckets.delete(caller);
      buckets.set(caller, bucket);
      if (buckets.size > MAX_CALLERS) for (const oldest of buckets.keys()) if (buckets.delete(oldest)) break;
      bucket.tokens = Math.min(perSecond, bucket.tokens + ((now - bucket.at) * perSecond) / 1_000);
      bucket.at = now;
      if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond));
      bucket.tokens -= 1;
      return null;
    },
  };
}
