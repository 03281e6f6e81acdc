import type { LogEntry, LogHead, Place } from './entry.ts';
import { LogError } from './log-error.ts';
import type { Page } from './page.ts';

/** What is told of a log's new entries, in order, each once. Neither throws. */
export interface TailSink {
  entry(entry: LogEntry): void;
  /** The log was replaced; nothing more comes. */
  reset(): void;
}

/** What a tail reads with. */
export interface TailSource {
  read(after: Place): Promise<Page>;
  /** The entry at a position, and the head. */
  inspect(position: number): Promise<{ readonly entry: LogEntry | null; readonly head: LogHead }>;
  /** Trouble that no caller waits for: it tries again at the next wake-up. */
  report(error: unknown): void;
}

/**
 * The end of one log, read once for all readers of this process (F2). Wake-ups say nothing, so each asks the database; those that come while it asks make it
 * ask once more.
 */
export class LogTail {
  readonly log: string;
  readonly #source: TailSource;
  readonly #sinks = new Set<TailSink>();
  #place: Place;
  /** Id of the entry at `#place`; null before the first that was read. */
  #lastId: string | null = null;
  #pumping: Promise<void> | null = null;
  #again = false;
  #verify = false;

  constructor(log: string, start: Place, source: TailSource) {
    this.log = log;
    this.#place = start;
    this.#source = source;
  }

  /** Every entry up to here was given to the sinks that were attached then. */
  get position(): number {
    return this.#place.position;
  }

  /** From now on; gives the function that ends it. */
  attach(sink: TailSink): () => void {
    this.#sinks.add(sink);
    return () => this.#sinks.delete(sink);
  }

  /** Something may be new. Never rejects. */
  wake(): Promise<void> {
    this.#again = true;
    this.#pumping ??= this.#pump();
    return this.#pumping;
  }

  /** Trouble of a reader, which must not be that of the others. */
  report(error: unknown): void {
    this.#source.report(error);
  }

  /** The connection was lost meanwhile: perhaps this is not the same database any more. */
  wakeAndVerify(): Promise<void> {
    this.#verify = true;
    return this.wake();
  }

  async #pump(): Promise<void> {
    // Not before `wake` has this promise.
    await Promise.resolve();
    while (this.#again) {
      this.#again = false;
      try {
        if (this.#verify) await this.#verifyPlace();
        this.#verify = false;
        await this.#readNew();
      } catch (error) {
        if (error instanceof LogError) await this.#reset();
        else {
          this.#source.report(error);
          break;
        }
      }
    }
    // In the same turn as the last look at `#again`: a wake-up in between would be nobody's.
    this.#pumping = null;
  }

  async #readNew(): Promise<void> {
    for (;;) {
      const page = await this.#source.read(this.#place);
      for (const entry of page.entries) {
        this.#place = entry;
        this.#lastId = entry.id;
        if (entry.body === null) continue;
        for (const sink of this.#sinks) sink.entry(entry);
      }
      if (page.last) return;
    }
  }

  /** A position that holds another entry than it did is not the same log (S3, H2.9). */
  async #verifyPlace(): Promise<void> {
    const { position } = this.#place;
    const { entry, head } = await this.#source.inspect(position);
    const same = entry === null ? position <= head.floor || position === 0 : this.#lastId === null || entry.id === this.#lastId;
    if (!same || head.position < position) throw new LogError('reset', this.log);
  }

  async #reset(): Promise<void> {
    let head: LogHead | null = null;
    try {
      ({ head } = await this.#source.inspect(0));
    } catch (error) {
      // The place stays ahead of the log, and the next wake-up comes here again.
      this.#source.report(error);
    }
    // In one turn with the new place: whoever has attached meanwhile counted on the old one.
    const sinks = [...this.#sinks];
    this.#sinks.clear();
    if (head !== null) {
      this.#place = head;
      this.#lastId = null;
    }
    for (const sink of sinks) sink.reset();
  }
}
