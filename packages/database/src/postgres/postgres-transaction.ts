import { CommitHooks } from '../commit-hooks.ts';
import type { Transaction } from '../database.ts';
import { DatabaseError } from '../database-error.ts';
import type { Step } from '../query.ts';
import type { StatementClient } from './driver.ts';
import { toPostgres } from './statements.ts';

/** A transaction that this package began on a connection of its own. */
export class PostgresTransaction implements Transaction {
  readonly hooks = new CommitHooks();
  readonly channels = new Set<string>();
  readonly #client: StatementClient;
  readonly #clock: { now(): number } | undefined;
  #over = false;
  #failed: unknown = null;
  readonly #running = new Set<Promise<unknown>>();

  constructor(client: StatementClient, clock: { now(): number } | undefined) {
    this.#client = client;
    this.#clock = clock;
  }

  readonly beforeCommit = (key: string, work: () => Promise<void>): void => {
    this.hooks.add(key, work);
  };

  async run<R>(step: Step<R>): Promise<readonly R[]> {
    if (this.#over) throw new DatabaseError('closed', 'this transaction has ended');
    if (this.#failed !== null) throw this.#failed;
    const { text, values } = toPostgres(step, this.#clock);
    // Known before whoever waits for the end of the statement goes on.
    const running = this.#client.query(text, values).catch((error: unknown) => {
      this.#failed ??= error;
      throw error;
    });
    this.#running.add(running);
    try {
      return (await running).rows as readonly R[];
    } finally {
      this.#running.delete(running);
    }
  }

  wake(channels: readonly string[]): void {
    for (const channel of channels) this.channels.add(channel);
  }

  /** Nothing more is accepted: whatever the work goes on doing must not reach a connection that is another's by then. */
  end(): void {
    this.#over = true;
  }

  /** Ends it; throws what a statement failed with, even if the work has swallowed that or does not wait for it. */
  async finish(): Promise<void> {
    this.end();
    await Promise.allSettled(this.#running);
    if (this.#failed !== null) throw this.#failed;
  }
}

/** Notifications are part of the transaction: sent if and when it commits, and one for each channel (S5). They carry nothing. */
export async function notify(client: StatementClient, channels: Iterable<string>): Promise<void> {
  const names = [...new Set(channels)];
  if (names.length > 0) await client.query(NOTIFY, [names]);
}

const NOTIFY = "SELECT pg_notify(name, '') FROM unnest($1::text[]) AS name";
