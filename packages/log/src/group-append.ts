import { type Database, DatabaseError, wakeChannel } from '@tidemark/database';
import { appendSteps, type LogBatch, lockSteps, type TakenPositions } from './append-steps.ts';
import type { Appended, NewEntry } from './entry.ts';
import type { LogQueries } from './log-queries.ts';

/** Bounds of one group: its transaction must not take long, nor its statement much memory. */
const MAX_GROUP_ENTRIES = 1_024;
const MAX_GROUP_BYTES = 4_194_304;
/** Entries that may wait; one more is refused with `busy`, so that a stuck disk does not fill the memory. */
const MAX_WAITING = 16_384;

interface Waiting {
  readonly log: string;
  readonly entry: NewEntry;
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Appends that nobody's transaction holds, many in one: what comes while a group is being written waits for the next (F6). A lane has one group under way;
 * a log always uses the same lane, so that lanes do not wait for each other's locks.
 */
export class GroupAppend {
  readonly #database: Database;
  readonly #queries: LogQueries;
  readonly #lanes: Lane[];
  #waiting = 0;

  constructor(database: Database, queries: LogQueries) {
    this.#database = database;
    this.#queries = queries;
    this.#lanes = Array.from({ length: database.parallelWrites }, () => ({ queue: [], running: false }));
  }

  append(log: string, entry: NewEntry): Promise<Appended> {
    return new Promise((resolve, reject) => {
      if (this.#waiting >= MAX_WAITING) {
        reject(new DatabaseError('busy', `${MAX_WAITING} appends wait already`));
        return;
      }
      this.#waiting += 1;
      const lane = this.#lanes[laneOf(log, this.#lanes.length)] as Lane;
      lane.queue.push({ log, entry, resolve, reject });
      if (lane.running) return;
      lane.running = true;
      // After this turn: what its other callers append belongs to the same group.
      queueMicrotask(() => void this.#work(lane));
    });
  }

  async #work(lane: Lane): Promise<void> {
    for (let group = takeGroup(lane.queue); group.length > 0; group = takeGroup(lane.queue)) {
      // One group after the other: that is what makes the next one large.
      await this.#write(group);
      this.#waiting -= group.length;
    }
    lane.running = false;
  }

  async #write(group: readonly Waiting[]): Promise<void> {
    const batches = batchesOf(group);
    try {
      const [taken] = await this.#database.write(
        appendSteps(batches),
        batches.map(({ log }) => wakeChannel(log)),
      );
      answer(group, batches, taken);
    } catch (error) {
      await this.#failed(group, error);
    }
  }

  async #failed(group: readonly Waiting[], error: unknown): Promise<void> {
    const code = error instanceof DatabaseError ? error.code : 'failed';
    if (code === 'outcome-unknown') await this.#findOut(group, error);
    // Perhaps one of them only: it is found by halves, in their order, and the others go through.
    else if ((code === 'failed' || code === 'conflict') && group.length > 1) {
      const middle = group.length >> 1;
      await this.#write(group.slice(0, middle));
      await this.#write(group.slice(middle));
    } else for (const { reject } of group) reject(error);
  }

  /** The lost transaction holds the locks of its heads until it has ended: after taking them, what it did is there or never will be. */
  async #findOut(group: readonly Waiting[], error: unknown): Promise<void> {
    try {
      const logs = [...new Set(group.map(({ log }) => log))];
      const found = await this.#database.transaction(async (tx) => {
        await tx.run(lockSteps(logs));
        return tx.run(this.#queries.known(group.map(({ entry }) => entry.id)));
      });
      const known = new Map(found.map((row) => [keyOf(row.log, row.id), row]));
      for (const { log, entry, resolve, reject } of group) {
        const row = known.get(keyOf(log, entry.id));
        if (row === undefined) reject(new DatabaseError('unavailable', 'the connection was lost before the commit', { cause: error }));
        else resolve({ position: row.position, at: row.at });
      }
    } catch {
      for (const { reject } of group) reject(error);
    }
  }
}

interface Lane {
  readonly queue: Waiting[];
  running: boolean;
}

/** Another log may have an entry of the same id. No name holds U+0000. */
function keyOf(log: string, id: string): string {
  return `${log}\0${id}`;
}

function laneOf(log: string, lanes: number): number {
  let hash = 0;
  for (let index = 0; index < log.length; index++) hash = (Math.imul(hash, 31) + log.charCodeAt(index)) | 0;
  return Math.abs(hash) % lanes;
}

function takeGroup(queue: Waiting[]): readonly Waiting[] {
  let bytes = 0;
  let count = 0;
  while (count < queue.length && count < MAX_GROUP_ENTRIES) {
    bytes += Buffer.byteLength((queue[count] as Waiting).entry.body);
    if (count > 0 && bytes > MAX_GROUP_BYTES) break;
    count += 1;
  }
  return queue.splice(0, count);
}

function batchesOf(group: readonly Waiting[]): readonly LogBatch[] {
  const logs = new Map<string, NewEntry[]>();
  for (const { log, entry } of group) {
    const entries = logs.get(log);
    if (entries === undefined) logs.set(log, [entry]);
    else entries.push(entry);
  }
  return [...logs].map(([log, entries]) => ({ log, entries }));
}

function answer(group: readonly Waiting[], batches: readonly LogBatch[], taken: readonly TakenPositions[]): void {
  const heads = new Map(taken.map((row) => [row.log, row]));
  const next = new Map(batches.map(({ log, entries }) => [log, (heads.get(log)?.head ?? 0) - entries.length + 1]));
  for (const { log, resolve } of group) {
    const position = next.get(log) ?? 0;
    next.set(log, position + 1);
    resolve({ position, at: heads.get(log)?.head_at ?? 0 });
  }
}
