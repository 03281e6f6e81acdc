import type { Kysely } from 'kysely';
import { sqliteBuilder } from '../builder.ts';
import type { Database, DatabaseOptions, Hint, Transaction } from '../database.ts';
import { DatabaseError } from '../database-error.ts';
import { CommitHooks } from '../commit-hooks.ts';
import { withinTime } from '../deadline.ts';
import { systemClock } from '../platform.ts';
import type { Query, RowsOf, Step } from '../query.ts';
import { WakeListeners } from '../wake-listeners.ts';
import type { ThreadOptions } from './protocol.ts';
import { type SqliteThread, startThread } from './sqlite-thread.ts';
import { fromThread, toThread } from './thread-steps.ts';

const DEFAULT_TRANSACTION_MS = 10_000;
const DEFAULT_BUSY_MS = 5_000;

/** Opens a file, creating it where there is none; its folder must exist. `:memory:` lives as long as the database. */
export async function openSqlite(file: string, options: DatabaseOptions): Promise<Database> {
  const database = new SqliteDatabase(file, options);
  await database.open();
  return database;
}

type Role = ThreadOptions['role'];

class SqliteDatabase implements Database {
  readonly parallelWrites = 1;
  readonly #file: string;
  readonly #options: DatabaseOptions;
  readonly #now: () => number;
  readonly #threads = new Map<Role, Promise<SqliteThread>>();
  readonly #listeners: WakeListeners;
  #broken: DatabaseError | null = null;
  #closed = false;

  constructor(file: string, options: DatabaseOptions) {
    const clock = options.clock ?? systemClock;
    this.#file = file;
    this.#options = options;
    this.#now = () => clock.now();
    this.#listeners = new WakeListeners(options.report ?? ((): void => {}));
  }

  get broken(): Error | null {
    return this.#broken;
  }

  /** The writer first: it creates the file. */
  async open(): Promise<void> {
    try {
      await this.#thread('writer');
      await this.#thread('reader');
    } catch (error) {
      await this.#terminate();
      throw error;
    }
  }

  builder<T>(): Kysely<T> {
    return sqliteBuilder as Kysely<T>;
  }

  async run<R>(query: Query<R>): Promise<readonly R[]> {
    const [rows] = await this.snapshot([query]);
    return rows;
  }

  async snapshot<const Q extends readonly Query[]>(queries: Q): Promise<RowsOf<Q>> {
    const results = await this.#ask('reader', (thread) =>
      thread.ask({ kind: 'read', steps: queries.map((query) => toThread(query, this.#now)) }),
    );
    return results.map(fromThread) as RowsOf<Q>;
  }

  async write<const S extends readonly Step[]>(steps: S, wake: readonly string[] = []): Promise<RowsOf<S>> {
    await this.#options.pause?.('before-commit');
    const results = await this.#ask('writer', (thread) =>
      thread.ask({ kind: 'write', steps: steps.map((step) => toThread(step, this.#now)) }),
    );
    await this.#options.pause?.('after-commit');
    this.#listeners.wake(new Set(wake), 'committed');
    return results.map(fromThread) as RowsOf<S>;
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#ask('writer', async (thread) => {
      const { unit, begun } = thread.begin();
      await begun;
      const tx = new SqliteTransaction(thread, unit, this.#now);
      try {
        const value = await withinTime(work(tx), this.#options.transactionMs ?? DEFAULT_TRANSACTION_MS);
        await tx.hooks.run();
        await this.#options.pause?.('before-commit');
        await tx.commit();
        await this.#options.pause?.('after-commit');
        this.#listeners.wake(tx.channels, 'committed');
        return value;
      } catch (error) {
        await tx.rollback();
        throw error;
      }
    });
  }

  async listen(channel: string, wake: (hint: Hint) => void): Promise<() => void> {
    if (this.#closed) throw new DatabaseError('closed', this.#subject);
    return this.#listeners.add(channel, wake);
  }

  async now(): Promise<number> {
    return this.#now();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const thread of this.#threads.values()) await (await thread.catch(() => null))?.ask({ kind: 'close' }).catch(() => null);
    await this.#terminate();
  }

  async #ask<T>(role: Role, question: (thread: SqliteThread) => Promise<T>): Promise<T> {
    if (this.#closed) throw new DatabaseError('closed', this.#subject);
    if (this.#broken !== null) throw this.#broken;
    try {
      return await question(await this.#thread(role));
    } catch (error) {
      if (error instanceof DatabaseError && error.code === 'corrupt') this.#broken = error;
      throw error;
    }
  }

  /** The thread of a role, started where there is none: one that died is replaced by the next call. */
  #thread(wanted: Role): Promise<SqliteThread> {
    // Only one connection sees a database in memory.
    const role = this.#file === ':memory:' ? 'writer' : wanted;
    let thread = this.#threads.get(role);
    if (thread === undefined) {
      const { busyMs = DEFAULT_BUSY_MS } = this.#options;
      thread = startThread({ file: this.#file, role, busyMs }, (cause) => {
        this.#threads.delete(role);
        if (!this.#closed) this.#options.report?.(new DatabaseError('unavailable', this.#subject, { cause }));
      });
      this.#threads.set(role, thread);
      const started = thread;
      started.catch(() => {
        // Meanwhile another may have been started in its place.
        if (this.#threads.get(role) === started) this.#threads.delete(role);
      });
    }
    return thread;
  }

  async #terminate(): Promise<void> {
    const threads = [...this.#threads.values()];
    this.#threads.clear();
    for (const thread of threads) await (await thread.catch(() => null))?.terminate();
  }

  get #subject(): string {
    return `SQLite ${this.#file}`;
  }
}

/** A unit of the writer's group that is under way. */
class SqliteTransaction implements Transaction {
  readonly hooks = new CommitHooks();
  readonly channels = new Set<string>();
  readonly #thread: SqliteThread;
  readonly #unit: number;
  readonly #now: () => number;
  readonly #running = new Set<Promise<unknown>>();
  #over = false;
  #failed: unknown = null;

  constructor(thread: SqliteThread, unit: number, now: () => number) {
    this.#thread = thread;
    this.#unit = unit;
    this.#now = now;
  }

  readonly beforeCommit = (key: string, work: () => Promise<void>): void => {
    this.hooks.add(key, work);
  };

  async run<R>(step: Step<R>): Promise<readonly R[]> {
    if (this.#over) throw new DatabaseError('closed', 'this transaction has ended');
    if (this.#failed !== null) throw this.#failed;
    // Known before whoever waits for the end of the statement goes on.
    const running = this.#thread.ask({ kind: 'run', unit: this.#unit, step: toThread(step, this.#now) }).catch((error: unknown) => {
      this.#failed ??= error;
      throw error;
    });
    this.#running.add(running);
    try {
      const [rows] = await running;
      return (rows === undefined ? [] : fromThread(rows)) as readonly R[];
    } finally {
      this.#running.delete(running);
    }
  }

  wake(channels: readonly string[]): void {
    for (const channel of channels) this.channels.add(channel);
  }

  async commit(): Promise<void> {
    this.#over = true;
    // Also of statements that the work does not wait for.
    await Promise.allSettled(this.#running);
    if (this.#failed !== null) {
      await this.#undo();
      throw this.#failed;
    }
    await this.#thread.ask({ kind: 'end', unit: this.#unit, commit: true });
  }

  /** Also after a commit that failed: the thread has forgotten the unit then. */
  async rollback(): Promise<void> {
    if (this.#over) return;
    this.#over = true;
    await this.#undo();
  }

  async #undo(): Promise<void> {
    await this.#thread.ask({ kind: 'end', unit: this.#unit, commit: false }).catch(() => {});
  }
}
