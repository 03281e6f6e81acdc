import type { LogEntry, Place } from './entry.ts';
import { LogError } from './log-error.ts';
import type { LogTail } from './log-tail.ts';
import type { Page } from './page.ts';

/** What comes after the backlog. */
export interface LiveEntries {
  /**
   * Hands over what has come meanwhile, then every entry as it is committed. False from the sink: it wants no more. `ended`: nothing more comes, and why; at
   * most once. Gives the function that detaches it.
   */
  attach(sink: (entry: LogEntry) => boolean, ended: (error: LogError) => void): () => void;
}

/** What is kept for one reader between its last page and its first live entry. */
const MAX_BUFFERED = 1_024;
const MAX_BUFFERED_BYTES = 4_194_304;

/**
 * Every entry behind a place, each once and in order, then, as its return value, the live ones: no gap and no repeat between (H2.1).
 * It reads pages until one is the last, attaches a small buffer to the tail, reads up to where the tail was then, and lets the buffer go on. Removed entries are left out.
 * Throws `LogError`.
 */
export async function* readLog(
  tail: LogTail,
  start: Place,
  read: (after: Place) => Promise<Page>,
): AsyncGenerator<LogEntry, LiveEntries, undefined> {
  let place = start;
  for (;;) {
    const page = await read(place);
    for (const entry of page.entries) if (entry.body !== null) yield entry;
    place = page.place;
    if (!page.last) continue;
    const live = new LiveBuffer(tail, place);
    let joined = false;
    try {
      while (live.from > place.position) {
        const rest = await read(place);
        for (const entry of rest.entries) if (entry.body !== null) yield entry;
        place = rest.place;
        live.assertNotReset();
        // The tail has seen entries that this log does not have, and has not noticed yet.
        if (rest.last && live.from > place.position) throw new LogError('reset', tail.log);
      }
      joined = live.startAt(place.position);
      if (joined) return live;
    } finally {
      // Also when the reader goes away at one of the yields.
      if (!joined) live.detach();
    }
  }
}

/** A reader's end at the tail: a bounded buffer until its sink comes, nothing after. */
class LiveBuffer implements LiveEntries {
  /** The tail stood here when this was attached: everything later arrives. */
  readonly from: number;
  readonly #log: string;
  readonly #detach: () => void;
  readonly #report: (error: unknown) => void;
  #buffer: LogEntry[] = [];
  #after = 0;
  #sink: ((entry: LogEntry) => boolean) | null = null;
  #ended: ((error: LogError) => void) | null = null;
  #error: LogError | null = null;

  constructor(tail: LogTail, place: Place) {
    this.#log = tail.log;
    this.#after = place.position;
    this.from = tail.position;
    this.#report = (error) => {
      tail.report(error);
    };
    this.#detach = tail.attach({
      entry: (entry) => {
        this.#take(entry);
      },
      reset: () => {
        this.#end(new LogError('reset', this.#log));
      },
    });
  }

  /** The reader has everything up to here. False: too much has come meanwhile, read on. */
  startAt(position: number): boolean {
    this.#after = position;
    this.assertNotReset();
    return this.#error === null;
  }

  assertNotReset(): void {
    if (this.#error?.code === 'reset') throw this.#error;
  }

  attach(sink: (entry: LogEntry) => boolean, ended: (error: LogError) => void): () => void {
    const buffered = this.#buffer;
    this.#buffer = [];
    if (this.#error !== null) {
      ended(this.#error);
      return this.detach;
    }
    this.#sink = sink;
    this.#ended = ended;
    for (const entry of buffered) {
      // It wants no more, or has thrown.
      if (this.#sink === null) break;
      this.#take(entry);
    }
    return this.detach;
  }

  readonly detach = (): void => {
    this.#sink = null;
    this.#ended = null;
    this.#buffer = [];
    this.#detach();
  };

  #take(entry: LogEntry): void {
    if (entry.position <= this.#after) return;
    if (this.#sink === null) {
      this.#buffer.push(entry);
      const bytes = entry.bytes - (this.#buffer[0] as LogEntry).bytes;
      if (this.#buffer.length > MAX_BUFFERED || bytes > MAX_BUFFERED_BYTES) this.#end(new LogError('lagging', this.#log));
    } else if (!this.#isTaken(this.#sink, entry)) this.detach();
  }

  #isTaken(sink: (entry: LogEntry) => boolean, entry: LogEntry): boolean {
    try {
      return sink(entry);
    } catch (error) {
      this.#report(error);
      this.#end(new LogError('failed', this.#log, { cause: error }));
      return false;
    }
  }

  #end(error: LogError): void {
    if (this.#error !== null) return;
    this.#error = error;
    const ended = this.#ended;
    this.detach();
    ended?.(error);
  }
}
