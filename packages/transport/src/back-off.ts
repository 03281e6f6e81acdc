/** Bounds of a wait before the next attempt, in milliseconds. */
export interface BackOffPolicy {
  /** Window of the first wait; doubles with every failure in a row. */
  readonly baseMs: number;
  /** Largest window. */
  readonly maxMs: number;
  /** Longest wait that a server can ask for (`Retry-After`, SSE `retry`). */
  readonly maxToldMs: number;
}

/**
 * One second lets a restarting process come back; thirty seconds bound how long a reader stays deaf;
 * five minutes is the longest `Retry-After` that a reader of live events can put to use.
 */
export const defaultBackOff: BackOffPolicy = { baseMs: 1_000, maxMs: 30_000, maxToldMs: 300_000 };

/** How far apart clients wake when the same network comes back for all of them. */
export const wakeSpreadMs = 1_000;

/** What the server asked for, within the policy. */
export function clampTold(toldMs: number | undefined, policy: BackOffPolicy): number {
  return toldMs !== undefined && toldMs > 0 ? Math.min(toldMs, policy.maxToldMs) : 0;
}

/**
 * Exponential back-off with full jitter (B2.2), on top of what the server asked for: a told wait is a floor that every client of that server shares,
 * so the jitter must come after it, or they all return together.
 * @param failures attempts that failed in a row before this wait, from 0
 * @param random in [0, 1)
 */
export function backOffMs(failures: number, toldMs: number | undefined, random: number, policy: BackOffPolicy): number {
  const window = Math.min(policy.maxMs, policy.baseMs * 2 ** Math.min(failures, 30));
  return Math.round(clampTold(toldMs, policy) + Math.min(Math.max(random, 0), 1) * window);
}
