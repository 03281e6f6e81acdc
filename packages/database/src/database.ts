import type { Kysely } from 'kysely';
import type { Query, RowsOf, Step } from './query.ts';

/** Statements that commit together or not at all. Usable only until its `transaction` ends; then every call throws `DatabaseError` `closed`. */
export interface Transaction {
  /** Executes one statement and gives its rows. A refused statement fails the whole transaction. */
  run<R>(step: Step<R>): Promise<readonly R[]>;
  /** Wakes whoever listens on these channels, if and when the transaction commits. */
  wake(channels: readonly string[]): void | Promise<void>;
  /**
   * Runs just before the commit, ordered by key, once for each key: what must be the last thing that a transaction does, such as taking positions in
   * logs (S3). Null on a transaction whose commit is the application's own: do it now.
   */
  readonly beforeCommit: ((key: string, work: () => Promise<void>) => void) | null;
}

/** One database behind one interface: domain code never sees which (S1). Every method throws `DatabaseError`. */
export interface Database {
  /** Builds and compiles queries in the engine's dialect; executes nothing. `T` maps table names to row types. */
  builder<T>(): Kysely<T>;
  /** One statement on its own. Reads see everything that was acknowledged. */
  run<R>(query: Query<R>): Promise<readonly R[]>;
  /** Reads that see one state of the database. */
  snapshot<const Q extends readonly Query[]>(queries: Q): Promise<RowsOf<Q>>;
  /** Steps known in advance, in one transaction: the fast way, acknowledged after the flush. `wake`: channels to wake once it has committed. */
  write<const S extends readonly Step[]>(steps: S, wake?: readonly string[]): Promise<RowsOf<S>>;
  /**
   * Runs `work` in one transaction and commits. Throwing rolls back. On a serialization failure `work` runs again, up to five times in all: it
   * must have no other effects.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Calls back whenever something may have happened on a channel: after another's commit, and after the connection was restored (`reconnected`). A hint
   * without payload, which may be lost (S5). Resolves when it is listening; gives the function that ends it.
   */
  listen(channel: string, wake: (hint: Hint) => void): Promise<() => void>;
  /** The database's clock, in milliseconds since 1970. */
  now(): Promise<number>;
  /** How many transactions are worth having under way at once. */
  readonly parallelWrites: number;
  /** Why the database will never work again without a restart, if so: a corrupt file (S8). */
  readonly broken: Error | null;
  /** Waits for what is under way, at most `transactionMs`. */
  close(): Promise<void>;
}

export type Hint = 'committed' | 'reconnected';

/** A moment that tests stop at: right before a commit is asked for, and after it before anyone is woken. */
export type PausePoint = 'before-commit' | 'after-commit';

export interface DatabaseOptions {
  /** Time for SQLite and, given on PostgreSQL, instead of the database's own: milliseconds since 1970. */
  readonly clock?: { now(): number };
  /** Longest transaction, milliseconds (default 10,000). */
  readonly transactionMs?: number;
  /** SQLite: how long to wait for another process's lock (default 5,000). */
  readonly busyMs?: number;
  /** PostgreSQL: connections, the listener not counted (default 8). */
  readonly connections?: number;
  /** PostgreSQL: how long to wait for a connection, new or from the pool (default 5,000). */
  readonly connectMs?: number;
  /** For tests: awaited at each point. */
  readonly pause?: (point: PausePoint) => Promise<void>;
  /** Told of trouble that no caller waits for: a lost listener, a thread that died. Default: nobody. */
  readonly report?: (error: Error) => void;
}
