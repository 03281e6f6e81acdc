import type { Hint } from './database.ts';

/** Who wants to be woken for what, within this process. */
export class WakeListeners {
  readonly #channels = new Map<string, Set<(hint: Hint) => void>>();

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
    for (const channel of channels) for (const listener of Array.from(this.#channels.get(channel) ?? [])) listener(hint);
  }

  wakeAll(hint: Hint): void {
    this.wake(this.channels, hint);
  }
}
