import { WireError, createSseParser } from '@tidemark/wire';
import type { SseParser } from '@tidemark/wire';
import type { AbortScope } from './abort-scope.ts';
import type { Timers } from './options.ts';
import { failureOf, overNetwork } from './failure.ts';
import { TransportError } from './transport-error.ts';

/** What a stream is read as: blocks with data, and silent moves of the position, in the order in which they came. */
export type SseItem =
  | { readonly kind: 'event'; readonly event: string; readonly id: string | undefined; readonly data: string }
  | { readonly kind: 'position'; readonly id: string };

/** Room beside the data: `data: ` and an `id:` line; field lines and their charge in `wire`. */
const lineSlack = 1_024;
const blockSlack = 65_536;

export interface ReaderSettings {
  /** Bound of an event's data. */
  readonly eventBytes: number;
  /** Longest silence. */
  readonly idleMs: number;
  readonly scope: AbortScope;
  readonly timers: Timers;
  readonly what: string;
}

/**
 * Reads one response on demand: nothing is read before it is asked for, so a slow consumer slows the server down instead of filling memory.
 * Whoever made it calls `release` in `finally`.
 */
export class SseReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #parser: SseParser;
  readonly #settings: ReaderSettings;
  readonly #cancel = (): void => void this.#reader.cancel().catch(() => undefined);
  #items: SseItem[] = [];
  #next = 0;
  #failure: TransportError | undefined;
  /** The server's last `retry`, in milliseconds. */
  retryMs: number | undefined;

  constructor(body: ReadableStream<Uint8Array>, settings: ReaderSettings) {
    this.#settings = settings;
    this.#reader = body.getReader();
    const bounds = { lineBytes: settings.eventBytes + lineSlack, eventBytes: settings.eventBytes + blockSlack };
    this.#parser = createSseParser(
      {
        event: ({ event, id, data }) => this.#items.push({ kind: 'event', event, id, data }),
        position: (id) => this.#items.push({ kind: 'position', id }),
        retry: (milliseconds) => {
          this.retryMs = milliseconds;
        },
      },
      { bounds },
    );
    // Cancelling settles a pending read also where the body does not listen to the signal (B50).
    settings.scope.signal.addEventListener('abort', this.#cancel, { once: true });
  }

  /**
   * The next item, or undefined when the response has ended.
   *
   * @throws TransportError `idle`, `network`, `event-too-large`; whatever came complete before the fault has been handed out first
   */
  async next(): Promise<SseItem | undefined> {
    for (;;) {
      const item = this.#items[this.#next];
      if (item !== undefined) {
        this.#next += 1;
        return item;
      }
      this.#items = [];
      this.#next = 0;
      if (this.#failure !== undefined) throw this.#failure;
      const chunk = await this.#read();
      if (chunk === undefined) return undefined;
      this.#parse(chunk);
    }
  }

  release(): void {
    this.#settings.scope.signal.removeEventListener('abort', this.#cancel);
    this.#cancel();
    this.#reader.releaseLock();
  }

  #parse(chunk: Uint8Array): void {
    try {
      this.#parser.push(chunk);
    } catch (cause) {
      if (!(cause instanceof WireError)) throw cause;
      this.#failure = new TransportError('event-too-large', this.#settings.what, { cause });
    }
  }

  async #read(): Promise<Uint8Array | undefined> {
    const { scope, timers, idleMs, what } = this.#settings;
    const timer = timers.setTimeout(() => scope.abort(new TransportError('idle', `${what}: nothing for ${idleMs} ms`)), idleMs);
    try {
      const { value } = await overNetwork(() => this.#reader.read(), what);
      if (scope.signal.aborted) throw scope.signal.reason;
      return value;
    } catch (error) {
      throw failureOf(error, scope.signal, what);
    } finally {
      timers.clearTimeout(timer);
    }
  }
}
