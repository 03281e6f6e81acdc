/** Monotonic milliseconds. Injected, so that tests need no sleeps. */
export interface Clock {
  now(): number;
}

/** One-shot timers. A handle is opaque. */
export interface Timers {
  set(callback: () => void, milliseconds: number): unknown;
  clear(handle: unknown): void;
}

export const systemClock: Clock = { now: () => performance.now() };

/** Timers that keep the process alive as long as they run: what they end is work that shutdown waits for. */
export const systemTimers: Timers = {
  set: (callback, milliseconds) => setTimeout(callback, milliseconds),
  clear: (handle) => {
    clearTimeout(handle as NodeJS.Timeout);
  },
};
