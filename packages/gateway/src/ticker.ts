import type { Clock, Timers } from './time.ts';

/** Something with deadlines: it is asked at every tick what is due. */
export interface Ticking {
  tick(now: number): void;
}

export interface Ticker {
  /** `precisionMs`: how late a deadline of this member may be noticed. */
  add(member: Ticking, precisionMs: number): void;
  delete(member: Ticking): void;
  readonly size: number;
}

/** Never wakes more often than this, whatever precision is asked for. */
const FINEST_MS = 5;
const COARSEST_MS = 1_000;

/**
 * One timer for the heartbeats and write deadlines of all streams and sockets: a timer each would cost more memory than an idle stream has.
 * No timer runs while there is no member.
 */
export function createTicker(clock: Clock, timers: Timers): Ticker {
  const members = new Set<Ticking>();
  let periodMs = COARSEST_MS;
  let handle: unknown = null;

  function arm(): void {
    handle = timers.set(() => {
      const now = clock.now();
      for (const member of members) member.tick(now);
      handle = null;
      if (members.size > 0) arm();
    }, periodMs);
  }

  return {
    add(member, precisionMs) {
      const wanted = Math.max(FINEST_MS, Math.min(COARSEST_MS, Math.floor(precisionMs)));
      members.add(member);
      if (wanted < periodMs) {
        periodMs = wanted;
        if (handle !== null) timers.clear(handle);
        handle = null;
      }
      if (handle === null) arm();
    },
    delete(member) {
      members.delete(member);
      if (members.size > 0 || handle === null) return;
      timers.clear(handle);
      handle = null;
    },
    get size() {
      return members.size;
    },
  };
}
