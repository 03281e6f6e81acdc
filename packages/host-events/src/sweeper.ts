import type { Database } from '@tidemark/database';
import type { Logs } from '@tidemark/log';
import type { Timers } from './revocations.ts';

export interface SweeperOptions {
  readonly database: Database;
  readonly logs: Logs;
  readonly retentionSeconds: number;
  readonly everyMs: number;
  readonly timers: Timers;
  readonly report: (error: unknown) => void;
  /** Told of each sweep that ended. */
  readonly swept: (events: number) => void;
}

/** Deletes what is older than the retention, by the database's clock, now and then. Age alone decides, never volume (H1.2, H2.7). */
export class Sweeper {
  readonly #options: SweeperOptions;
  #stopTimer: () => void = () => {};
  #sweeping: Promise<number> | null = null;
  #stopped = false;

  constructor(options: SweeperOptions) {
    this.#options = options;
  }

  start(): void {
    this.#stopTimer = this.#options.timers.start(() => {
      this.sweep()
        .catch(this.#options.report)
        .finally(() => {
          if (!this.#stopped) this.start();
        });
    }, this.#options.everyMs);
  }

  /** Shares one that is under way. */
  sweep(): Promise<number> {
    this.#sweeping ??= this.#run().finally(() => {
      this.#sweeping = null;
    });
    return this.#sweeping;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stopTimer();
    await this.#sweeping?.catch(() => 0);
  }

  async #run(): Promise<number> {
    const { database, logs, retentionSeconds, swept } = this.#options;
    const now = await database.now();
    const events = await logs.sweep(now - retentionSeconds * 1_000, () => this.#stopped);
    swept(events);
    return events;
  }
}
