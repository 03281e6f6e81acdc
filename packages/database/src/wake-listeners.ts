import type { Hint } from './database.ts';

/** Who wants to be woken for what, within this process. */
export class WakeListeners {
  readonly #channels = new Map<string, Set<(hint: Hint) => void>>();
  readonly #report: (error: Error) => void;

  /** Told of listeners that throw: whoever has committed is not to blame, and the others are woken all the same. */
  constructor(report: (error: Error) => void) {
    this.#report = report;
  }

  /** Gives the function that removes it. */
  add(channel: string, listener: (hint: Hint) => void): () => void {
    const listeners = this.#channels.get(channel) ?? new Set();
    this.#channels.set(channel, listeners);
    // A function of its own: one listener may be added twice.
    const own = (hint: Hint): void => {
      listener(hint);
    };
    listeners.add(own);
    return () => {
      listeners.delete(own);
      if (listeners.size === 0 && this.#channels.get(channel) === listeners) this.#channels.delete(channel);
    };
  }

  get channels(): readonly string[] {
    return [...this.#channels.keys()];
  }

  wake(channels: Iterable<string>, hint: Hint): void {
    for (const channel of channels) {
      for (const listener of Array.from(this.#channels.get(channel) ?? [])) {
        try {
          listener(hint);
        } catch (error) {
          this.#report(error as Error);
        }
      }
    }
  }

  wakeAll(hint: Hint): void {
    this.wake(this.channels, hint);
  }
}
