import type { Connection } from './connection.ts';
import { failureOf } from './failure.ts';
import type { ThreadFailure, ThreadReply, ThreadRequest, ThreadRows } from './protocol.ts';

type WriteRequest = Exclude<ThreadRequest, { kind: 'read' } | { kind: 'close' }>;
type Unit = Extract<ThreadRequest, { kind: 'write' } | { kind: 'begin' }>;

/** A group is committed after this many units even if more wait: the first of them has waited long enough. */
const MAX_UNITS = 512;

const BEGIN = { sql: 'BEGIN IMMEDIATE', values: [] } as const;
const COMMIT = { sql: 'COMMIT', values: [] } as const;
const ROLLBACK = { sql: 'ROLLBACK', values: [] } as const;
const SAVEPOINT = { sql: 'SAVEPOINT unit', values: [] } as const;
const RELEASE = { sql: 'RELEASE unit', values: [] } as const;
const UNDO = { sql: 'ROLLBACK TO unit', values: [] } as const;

/**
 * Many callers' transactions in one of SQLite's, with one flush (S2, S4). Each is a unit under its own savepoint: one that fails takes nobody with it,
 * and nobody is answered before the flush. A unit that was begun holds the group until it is ended; others queue behind it.
 *
 * States: idle -> group open -> (unit under way <-> group open) -> commit -> idle.
 */
export class GroupCommit {
  readonly #connection: Connection;
  readonly #reply: (reply: ThreadReply) => void;
  readonly #flushed: () => void;
  readonly #queue: Unit[] = [];
  /** Answers that wait for the flush. */
  #done: { readonly id: number; readonly results: readonly ThreadRows[] }[] = [];
  #open = false;
  /** Id of the unit that was begun and not ended. */
  #unit: number | null = null;

  /** `flushed`: a group is over, and its answers may leave although the next one begins. */
  constructor(connection: Connection, reply: (reply: ThreadReply) => void, flushed: () => void) {
    this.#connection = connection;
    this.#reply = reply;
    this.#flushed = flushed;
  }

  /** No transaction is open: a read sees nothing that is uncommitted, and the connection may be closed. */
  get idle(): boolean {
    return !this.#open && this.#queue.length === 0;
  }

  accept(request: WriteRequest): void {
    if (request.kind === 'run') this.#run(request);
    else if (request.kind === 'end') this.#end(request);
    else this.#queue.push(request);
  }

  /** Works off the queue; `more` says whether further requests have come meanwhile and takes them in. */
  pump(more: () => boolean): void {
    let units = 0;
    while (this.#unit === null) {
      const next = units < MAX_UNITS ? this.#next(more) : undefined;
      if (next === undefined) {
        if (!this.#open) return;
        this.#commit();
        units = 0;
        if (this.#queue.length === 0) return;
        continue;
      }
      units += 1;
      this.#start(next);
    }
  }

  #next(more: () => boolean): Unit | undefined {
    if (this.#queue.length === 0) more();
    return this.#queue.shift();
  }

  #start(unit: Unit): void {
    try {
      if (!this.#open) {
        this.#connection.execute(BEGIN);
        this.#open = true;
      }
      this.#connection.execute(SAVEPOINT);
    } catch (error) {
      this.#reply({ id: unit.id, failure: failureOf(error) });
      if (this.#open) this.#failGroup(failureOf(error));
      else this.#failQueue(failureOf(error));
      return;
    }
    if (unit.kind === 'begin') {
      this.#unit = unit.id;
      this.#reply({ id: unit.id, results: [] });
      return;
    }
    try {
      const results = unit.steps.map((step) => this.#connection.execute(step));
      this.#connection.execute(RELEASE);
      this.#done.push({ id: unit.id, results });
    } catch (error) {
      this.#undo(unit.id, failureOf(error));
    }
  }

  #run({ id, unit, step }: Extract<ThreadRequest, { kind: 'run' }>): void {
    if (unit !== this.#unit) {
      this.#reply({ id, failure: { code: 'closed', message: 'the transaction has ended' } });
      return;
    }
    try {
      this.#reply({ id, results: [this.#connection.execute(step)] });
    } catch (error) {
      // The caller sees the failure now and ends the unit; what it did before in this unit goes with it.
      this.#reply({ id, failure: failureOf(error) });
      if (!this.#connection.inTransaction) this.#failGroup(failureOf(error));
    }
  }

  #end({ id, unit, commit }: Extract<ThreadRequest, { kind: 'end' }>): void {
    if (unit !== this.#unit) {
      this.#reply({ id, failure: { code: commit ? 'failed' : 'closed', message: 'the transaction has ended' } });
      return;
    }
    this.#unit = null;
    try {
      if (!commit) this.#connection.execute(UNDO);
      this.#connection.execute(RELEASE);
    } catch (error) {
      this.#undo(id, failureOf(error));
      return;
    }
    if (commit) this.#done.push({ id, results: [] });
    else this.#reply({ id, results: [] });
  }

  #undo(id: number, failure: ThreadFailure): void {
    this.#reply({ id, failure });
    try {
      this.#connection.execute(UNDO);
      this.#connection.execute(RELEASE);
    } catch {
      // SQLite has ended the whole transaction: a full disk, an error of the disk.
      this.#failGroup(failure);
    }
  }

  #commit(): void {
    try {
      this.#connection.execute(COMMIT);
    } catch (error) {
      this.#failGroup(failureOf(error));
      return;
    }
    this.#open = false;
    const done = this.#done;
    this.#done = [];
    for (const answer of done) this.#reply(answer);
    this.#flushed();
  }

  /** No transaction could be begun, perhaps after `busyMs`: who has waited behind has waited as long, and must not wait that long again for each before. */
  #failQueue(failure: ThreadFailure): void {
    for (const { id } of this.#queue.splice(0)) this.#reply({ id, failure });
  }

  #failGroup(failure: ThreadFailure): void {
    if (this.#connection.inTransaction) {
      try {
        this.#connection.execute(ROLLBACK);
      } catch {
        // The next BEGIN tells.
      }
    }
    this.#open = false;
    this.#unit = null;
    const done = this.#done;
    this.#done = [];
    for (const { id } of done) this.#reply({ id, failure });
    this.#flushed();
  }
}
