import type { Kysely } from 'kysely';
import { postgresBuilder } from '../builder.ts';
import type { Database, DatabaseOptions, Hint, Transaction } from '../database.ts';
import { DatabaseError } from '../database-error.ts';
import { withinTime } from '../deadline.ts';
import type { Query, RowsOf, Step } from '../query.ts';
import { WakeListeners } from '../wake-listeners.ts';
import { createDriver, type Driver, type PooledClient } from './driver.ts';
import { isAnswered, isConnectionLost, isRetriable, wasRefused } from './failure.ts';
import { Listener } from './listener.ts';
import { notify, PostgresTransaction } from './postgres-transaction.ts';
import { CLOCK, toPostgres } from './statements.ts';

const DEFAULT_CONNECTIONS = 8;
const DEFAULT_CONNECT_MS = 5_000;
const DEFAULT_TRANSACTION_MS = 10_000;
/** Attempts at a transaction that PostgreSQL rolls back because of others (S11). */
const ATTEMPTS = 5;
const LANES = 4;
/** Whatever the server's default is: whoever waits for a head row then reads what its holder has committed. */
const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED';

/** Opens PostgreSQL 14 or later; resolves once it has answered. */
export async function openPostgres(url: string, options: DatabaseOptions): Promise<Database> {
  const database = new PostgresDatabase(url, options);
  try {
    await database.now();
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

class PostgresDatabase implements Database {
  readonly parallelWrites: number;
  readonly broken = null;
  readonly #options: DatabaseOptions;
  readonly #driver: Driver;
  readonly #listeners: WakeListeners;
  readonly #listener: Listener;
  #closed = false;

  constructor(url: string, options: DatabaseOptions) {
    const { connections = DEFAULT_CONNECTIONS, connectMs = DEFAULT_CONNECT_MS, transactionMs = DEFAULT_TRANSACTION_MS } = options;
    const report = options.report ?? ((): void => {});
    this.#options = options;
    this.#driver = createDriver({ url, connections, connectMs, transactionMs, report });
    this.#listeners = new WakeListeners(report);
    this.#listener = new Listener(this.#driver, this.#listeners, report);
    this.parallelWrites = Math.min(LANES, connections);
  }

  builder<T>(): Kysely<T> {
    return postgresBuilder as Kysely<T>;
  }

  async run<R>(query: Query<R>): Promise<readonly R[]> {
    const { text, values } = toPostgres(query, this.#options.clock);
    return this.#withClient(async (client) => (await client.query(text, values)).rows as readonly R[]);
  }

  async snapshot<const Q extends readonly Query[]>(queries: Q): Promise<RowsOf<Q>> {
    return this.#withClient(async (client) => {
      const begun = client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const results = this.#send(client, queries);
      return (await allInOrder(begun, results, client.query('COMMIT'))) as RowsOf<Q>;
    });
  }

  async write<const S extends readonly Step[]>(steps: S, wake: readonly string[] = []): Promise<RowsOf<S>> {
    return this.#retrying(async (client) => {
      await this.#options.pause?.('before-commit');
      // All at once, one round trip: where a step is refused, PostgreSQL refuses what follows and makes a rollback of the commit.
      const begun = client.query(BEGIN);
      const results = this.#send(client, steps);
      const notified = notify(client, wake);
      const rows = await allCommitted([begun, ...results, notified], results, commit(client));
      await this.#options.pause?.('after-commit');
      return rows as RowsOf<S>;
    });
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#retrying(async (client) => {
      await client.query(BEGIN);
      const tx = new PostgresTransaction(client, this.#options.clock);
      try {
        const value = await withinTime(work(tx), this.#options.transactionMs ?? DEFAULT_TRANSACTION_MS);
        await tx.hooks.run();
        await tx.finish();
        await this.#options.pause?.('before-commit');
        await notify(client, tx.channels);
        await commit(client);
        await this.#options.pause?.('after-commit');
        return value;
      } finally {
        tx.end();
      }
    });
  }

  async listen(channel: string, wake: (hint: Hint) => void): Promise<() => void> {
    // The name becomes part of a statement.
    if (!/^[a-z_][a-z0-9_]{0,62}$/.test(channel)) throw new DatabaseError('failed', 'a channel that is no plain name');
    if (this.#closed) throw new DatabaseError('closed', 'PostgreSQL');
    const remove = this.#listeners.add(channel, wake);
    await this.#listener.listen(channel);
    return remove;
  }

  async now(): Promise<number> {
    if (this.#options.clock !== undefined) return this.#options.clock.now();
    const [row] = await this.run<{ now: number }>({ sql: `SELECT ${CLOCK} AS now`, parameters: [] });
    return row?.now ?? 0;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#listener.close();
    await this.#driver.end();
  }

  #send(client: PooledClient, steps: readonly Step[]): readonly Promise<{ readonly rows: readonly unknown[] }>[] {
    return steps.map((step) => {
      const { text, values } = toPostgres(step, this.#options.clock);
      return client.query(text, values);
    });
  }

  async #retrying<T>(work: (client: PooledClient) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#withClient(work);
      } catch (error) {
        if (attempt === ATTEMPTS || !isRetriable(error)) throw error;
      }
    }
  }

  /** A connection that failed within a transaction is rolled back, or, where that is not certain, given up. */
  async #withClient<T>(work: (client: PooledClient) => Promise<T>): Promise<T> {
    if (this.#closed) throw new DatabaseError('closed', 'PostgreSQL');
    const client = await this.#driver.connect();
    let broken = true;
    try {
      const value = await work(client);
      broken = false;
      return value;
    } catch (error) {
      // Where the connection itself has failed there is nothing to ask any more, and asking may take as long again.
      broken = isConnectionLost(error) || !(await rollBack(client));
      throw error;
    } finally {
      client.release(broken);
    }
  }
}

/** The rows of each step, or the first failure in their order: those behind it only say that the transaction is aborted. */
async function allInOrder(
  begun: Promise<unknown>,
  steps: readonly Promise<{ readonly rows: readonly unknown[] }>[],
  ended: Promise<unknown>,
): Promise<readonly (readonly unknown[])[]> {
  const outcomes = await Promise.allSettled([begun, ...steps, ended]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return Promise.all(steps.map(async (step) => (await step).rows));
}

/**
 * The same for a batch that was sent with its COMMIT. Where the server has refused a step, nothing was committed. Where an answer is missing instead, the
 * statement may have been executed and so may everything behind it: what is known of the commit counts.
 */
async function allCommitted(
  sent: readonly Promise<unknown>[],
  steps: readonly Promise<{ readonly rows: readonly unknown[] }>[],
  committed: Promise<void>,
): Promise<readonly (readonly unknown[])[]> {
  const outcomes = await Promise.allSettled(sent);
  // Also when it is not asked for below: a rejection that nobody hears ends the process.
  await Promise.allSettled([committed]);
  const refused = outcomes.find((outcome) => outcome.status === 'rejected' && isAnswered(outcome.reason));
  if (refused?.status === 'rejected') throw refused.reason;
  await committed;
  return Promise.all(steps.map(async (step) => (await step).rows));
}

async function commit(client: PooledClient): Promise<void> {
  let command: string | undefined;
  try {
    ({ command } = await client.query('COMMIT'));
  } catch (error) {
    if (wasRefused(error)) throw error;
    throw new DatabaseError('outcome-unknown', 'PostgreSQL', { cause: error });
  }
  // Of a transaction in which a statement was refused COMMIT makes a rollback, and calls that a success.
  if (command !== 'COMMIT') throw new DatabaseError('failed', 'a transaction that PostgreSQL has rolled back');
}

/** False: it is not certain. */
async function rollBack(client: PooledClient): Promise<boolean> {
  return client.query('ROLLBACK').then(
    () => true,
    () => false,
  );
}
