/** What transactions do last, by key: once for each, in the order of the keys, so that two transactions never wait for each other. */
export class CommitHooks {
  readonly #hooks = new Map<string, () => Promise<void>>();

  add(key: string, work: () => Promise<void>): void {
    if (!this.#hooks.has(key)) this.#hooks.set(key, work);
  }

  async run(): Promise<void> {
    const keys = [...this.#hooks.keys()].toSorted();
    // One after the other: they share a connection, and their order is what prevents a deadlock.
    for (const key of keys) await this.#hooks.get(key)?.();
  }
}
