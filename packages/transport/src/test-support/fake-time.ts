import type { Timers } from '../options.ts';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** Lets everything that is ready run, promises and streams included. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** A clock that stands still until it is told otherwise. */
export class FakeTime {
  #now = 1_700_000_000_000;
  #timers = new Set<Timer>();

  readonly now = (): number => this.#now;
  readonly timers: Timers = {
    setTimeout: (callback, milliseconds) => {
      const timer = { at: this.#now + milliseconds, callback };
      this.#timers.add(timer);
      return timer;
    },
    clearTimeout: (handle) => void this.#timers.delete(handle as Timer),
  };

  /** Milliseconds from now at which timers are set, ascending. */
  get pending(): readonly number[] {
    return Array.from(this.#timers, ({ at }) => at - this.#now).toSorted((a, b) => a - b);
  }

  /** Runs every timer of the next `milliseconds`, in order, and what follows from each. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    for (;;) {
      await settle();
      const [next] = [...this.#timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#now = next.at;
      next.callback();
    }
    this.#now = end;
    await settle();
  }
}
