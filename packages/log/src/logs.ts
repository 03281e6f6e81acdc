import { type Database, migrate, type Transaction, wakeChannel } from '@tidemark/database';
import { appendSteps, type LogBatch } from './append-steps.ts';
import type { Appended, LogEntry, LogHead, NewEntry, Place } from './entry.ts';
import { GroupAppend } from './group-append.ts';
import { createLogQueries, type LogQueries } from './log-queries.ts';
import { type LiveEntries, readLog } from './log-reader.ts';
import { LogTail } from './log-tail.ts';
import { LogTails, type TailTimers } from './log-tails.ts';
import { headOf, type Page, type PageBounds, readPage } from './page.ts';
import { startTimer } from './platform.ts';
import { assertStorable, isStorableId, isStorableLog } from './storable.ts';
import { LOG_MIGRATIONS } from './schema.ts';
import { removeLog, sweepLogs } from './sweep.ts';

export interface LogsOptions {
  /** Bounds of a page (default 256 entries, 1 MiB). */
  readonly page?: PageBounds;
  /** A lost wake-up costs at most this, milliseconds (default 1,000). */
  readonly pollMs?: number;
  readonly timers?: TailTimers;
  /** Told of trouble that no caller waits for. */
  readonly report?: (error: unknown) => void;
}

/** Somebody's hold on the end of a log. */
export interface Followed {
  /** Everything behind a place, then what comes; see `readLog`. */
  read(start: Place): AsyncGenerator<LogEntry, LiveEntries, undefined>;
  /** Once it is no longer read from. */
  release(): void;
}

/** Durable ordered logs on a database (S3). Everything throws `DatabaseError`; reading and appending also `LogError`. */
export interface Logs {
  /** In a transaction of its own, shared with others' appends; acknowledged after the flush. */
  append(log: string, entry: NewEntry): Promise<Appended>;
  /** In the caller's transaction: the entries exist if and only if it commits (S4). Positions are taken last, or, where the commit is the application's own, now. */
  appendIn(tx: Transaction, log: string, entries: readonly NewEntry[]): Promise<void>;
  read(log: string, after: Place): Promise<Page>;
  head(log: string): Promise<LogHead>;
  /** The entry with an id, removed ones included, and the head, in one snapshot and always by the same two queries. */
  locate(log: string, id: string): Promise<{ readonly entry: LogEntry | null; readonly head: LogHead }>;
  /** Takes label and body out of the entries with this id; gives their logs. */
  remove(id: string): Promise<readonly string[]>;
  /** All entries of a log. Its positions go on: a reader that was behind them is `swept`. */
  removeLog(log: string): Promise<void>;
  /** Deletes what was appended before a time, and gives the number; `stop` ends it between two batches. */
  sweep(before: number, stop?: () => boolean): Promise<number>;
  /** Resolves when everything committed from now on will be seen. */
  follow(log: string): Promise<Followed>;
  /** Ends the tails; the database stays open. */
  close(): void;
}

const DEFAULT_PAGE: PageBounds = { entries: 256, bytes: 1_048_576 };
const DEFAULT_POLL_MS = 1_000;

/** Brings the tables up to date and opens the logs. */
export async function openLogs(database: Database, options: LogsOptions = {}): Promise<Logs> {
  await migrate(database, 'log', LOG_MIGRATIONS);
  return new DatabaseLogs(database, options);
}

class DatabaseLogs implements Logs {
  readonly #database: Database;
  readonly #queries: LogQueries;
  readonly #page: PageBounds;
  readonly #group: GroupAppend;
  readonly #tails: LogTails;
  /** What a transaction will append when it commits. */
  readonly #pending = new WeakMap<Transaction, Map<string, NewEntry[]>>();
  readonly #report: (error: unknown) => void;

  constructor(database: Database, options: LogsOptions) {
    this.#database = database;
    this.#queries = createLogQueries(database);
    this.#page = options.page ?? DEFAULT_PAGE;
    this.#report = options.report ?? ((): void => {});
    this.#group = new GroupAppend(database, this.#queries);
    this.#tails = new LogTails({
      database,
      start: (log) => this.#startTail(log),
      heads: async (logs) => new Map((await database.run(this.#queries.heads(logs))).map(({ log, head }) => [log, head])),
      timers: options.timers ?? { start: startTimer },
      pollMs: options.pollMs ?? DEFAULT_POLL_MS,
      report: this.#report,
    });
  }

  async append(log: string, entry: NewEntry): Promise<Appended> {
    assertStorable(log, entry);
    return this.#group.append(log, entry);
  }

  async appendIn(tx: Transaction, log: string, entries: readonly NewEntry[]): Promise<void> {
    if (entries.length === 0) return;
    for (const entry of entries) assertStorable(log, entry);
    if (tx.beforeCommit === null) {
      await this.#appendNow(tx, [{ log, entries }]);
      return;
    }
    let pending = this.#pending.get(tx);
    if (pending === undefined) {
      const logs = new Map<string, NewEntry[]>();
      pending = logs;
      this.#pending.set(tx, logs);
      tx.beforeCommit('log', () =>
        this.#appendNow(
          tx,
          Array.from(logs, ([name, all]) => ({ log: name, entries: all })),
        ),
      );
    }
    pending.set(log, [...(pending.get(log) ?? []), ...entries]);
  }

  read(log: string, after: Place): Promise<Page> {
    return readPage(this.#database, this.#queries, storedLog(log), after, this.#page);
  }

  async head(log: string): Promise<LogHead> {
    return headOf(await this.#database.run(this.#queries.head(storedLog(log))));
  }

  async locate(log: string, id: string): Promise<{ readonly entry: LogEntry | null; readonly head: LogHead }> {
    const [[entry = null], heads] = await this.#database.snapshot([
      this.#queries.byId(...keyOf(log, id)),
      this.#queries.head(storedLog(log)),
    ]);
    return { entry, head: headOf(heads) };
  }

  async remove(id: string): Promise<readonly string[]> {
    const [rows] = await this.#database.write([this.#queries.remove(isStorableId(id) ? id : '')]);
    return rows.map(({ log }) => log);
  }

  removeLog(log: string): Promise<void> {
    return removeLog(this.#database, this.#queries, storedLog(log));
  }

  sweep(before: number, stop: () => boolean = () => false): Promise<number> {
    return sweepLogs(this.#database, this.#queries, before, stop);
  }

  async follow(log: string): Promise<Followed> {
    const { tail, release } = await this.#tails.follow(log);
    return { read: (start) => readLog(tail, start, (after) => this.read(log, after)), release };
  }

  close(): void {
    this.#tails.close();
  }

  async #appendNow(tx: Transaction, batches: readonly LogBatch[]): Promise<void> {
    for (const step of appendSteps(batches)) await tx.run(step);
    await tx.wake(batches.map(({ log }) => wakeChannel(log)));
  }

  async #startTail(log: string): Promise<LogTail> {
    return new LogTail(log, await this.head(log), {
      read: (after) => this.read(log, after),
      inspect: async (position) => {
        const [[entry = null], heads] = await this.#database.snapshot([this.#queries.at(log, position), this.#queries.head(log)]);
        return { entry, head: headOf(heads) };
      },
      report: this.#report,
    });
  }
}

/** What no entry can have is looked for all the same, by a name that nothing has: the same queries, and the answer is that it is not there. */
function storedLog(log: string): string {
  return isStorableLog(log) ? log : '';
}

function keyOf(log: string, id: string): readonly [log: string, id: string] {
  return [storedLog(log), isStorableId(id) ? id : ''];
}
