import { createHmac } from 'node:crypto';
import type { ExchangeEnd, WireTap } from '../http/raw-exchange.ts';
import { HttpFault, type HeaderLine } from '../http/response-head.ts';
import { requestStream, responseStream, type MessageStream } from './message-stream.ts';
import { SecretFinder } from './secret-finder.ts';
import { TRACE_FORMAT, type BytesRecord, type Direction, type EndRecord, type RedactedSpan } from './trace.ts';
import type { CauseRecord, TraceHeader, TraceRecord, Unnumbered } from './trace.ts';
import { createTraceWriter, type LineSink, type TraceWriter } from './write-trace.ts';

export interface RecorderOptions {
  readonly header: Omit<TraceHeader, 'trace' | 'clock' | 'callers'>;
  /** The credential of each caller. None is ever written. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Other text that is replaced wherever it stands. */
  readonly secrets?: readonly string[];
  /** Key of the digests in redacted spans. Forgotten after the recording, so that a guessed secret cannot be confirmed. */
  readonly digestKey: string;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly sink: LineSink;
}

/** A record, or bytes that wait until it is known that no secret begins in them. */
type Queued =
  | Unnumbered<TraceRecord>
  | { readonly kind: 'raw'; readonly t: number; readonly way: Way; readonly bytes: Uint8Array; start: number };

/** Records a conversation as it happens: a tap of the kit's own client, and what the recording proxy writes to. */
export class TraceRecorder implements WireTap {
  readonly #options: RecorderOptions;
  readonly #writer: TraceWriter;
  readonly #started: number;
  readonly #ways = new Map<string, Way>();
  readonly #secrets: readonly string[];
  #queue: Queued[] = [];
  #last = 0;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#started = options.now();
    this.#secrets = [...Object.values(options.credentials), ...(options.secrets ?? [])];
    const callers = Object.fromEntries(Object.entries(options.credentials).map(([caller, token]) => [caller, this.#digest(token)]));
    const header: TraceHeader = { trace: TRACE_FORMAT, ...options.header, clock: 'milliseconds-since-start', callers };
    this.#writer = createTraceWriter(header, options.sink);
  }

  /** One read of the direction, exactly as it was returned. */
  bytes(connection: number, direction: Direction, bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    const way = this.#way(connection, direction);
    const start = way.length;
    way.push(bytes);
    this.#queue.push({ kind: 'raw', t: this.#t(), way, bytes: Uint8Array.from(bytes), start });
    this.#flush();
  }

  end(connection: number, direction: Direction, how: EndRecord['how'], by: EndRecord['by']): void {
    if (how === 'fin') this.#way(connection, direction).finder.finish();
    else for (const each of ['to-host', 'from-host'] as const) this.#way(connection, each).finder.finish();
    this.#queue.push({ kind: 'end', t: this.#t(), connection, direction, how, by });
    this.#flush();
  }

  cause(cause: Pick<CauseRecord, 'action' | 'connection' | 'caller' | 'eventId' | 'delivery'>): void {
    this.#queue.push({ kind: 'cause', t: this.#t(), ...cause });
    this.#flush();
  }

  note(text: string, connection: number | null = null): void {
    this.#queue.push({ kind: 'note', t: this.#t(), connection, text });
    this.#flush();
  }

  /** Writes what waits, and the footer. */
  finish(): void {
    for (const { finder } of this.#ways.values()) finder.finish();
    this.#flush();
    this.#writer.finish();
  }

  wrote(connection: number, bytes: Uint8Array): void {
    this.bytes(connection, 'to-host', bytes);
  }

  read(connection: number, bytes: Uint8Array): void {
    this.bytes(connection, 'from-host', bytes);
  }

  ended(connection: number, end: ExchangeEnd): void {
    const how = end === 'fin' || end === 'reset' ? end : 'abort';
    const by = end === 'fin' || end === 'reset' || end === 'unreachable' ? 'host' : 'peer';
    this.end(connection, by === 'host' ? 'from-host' : 'to-host', how, by);
  }

  #t(): number {
    this.#last = Math.max(this.#last, this.#options.now() - this.#started);
    return this.#last;
  }

  #digest(secret: string): string {
    return createHmac('sha256', this.#options.digestKey).update(secret).digest('hex');
  }

  #way(connection: number, direction: Direction): Way {
    const key = `${connection} ${direction}`;
    const known = this.#ways.get(key) ?? new Way(connection, direction, new SecretFinder(this.#secrets));
    this.#ways.set(key, known);
    return known;
  }

  /** Writes from the front of the queue, in the order in which things happened. */
  #flush(): void {
    let written = 0;
    for (const item of this.#queue) {
      if (item.kind !== 'raw') {
        this.#writer.record(item);
      } else if (item.start + item.bytes.length <= item.way.finder.settled) {
        this.#bytesRecord(item.t, item.way, item.bytes, item.start);
      } else {
        break;
      }
      written += 1;
    }
    if (written > 0) this.#queue = this.#queue.slice(written);
  }

  #bytesRecord(t: number, way: Way, bytes: Uint8Array, start: number): void {
    const redacted: RedactedSpan[] = [];
    const { hits } = way.finder;
    while ((hits[0]?.end ?? Number.POSITIVE_INFINITY) <= start) hits.shift();
    for (const hit of hits) {
      const from = Math.max(hit.start - start, 0);
      const to = Math.min(hit.end - start, bytes.length);
      if (from >= to) continue;
      bytes.fill(0x2a, from, to);
      redacted.push({ offset: from, length: to - from, digest: this.#digest(hit.secret) });
    }
    const { connection, direction } = way;
    const data = Buffer.from(bytes).toString('base64');
    const record: Omit<BytesRecord, 'n'> = { t, connection, direction, kind: 'bytes', data, ...(redacted.length > 0 ? { redacted } : {}) };
    this.#writer.record(record);
    for (const head of way.heads(bytes)) this.#writer.record({ ...head, t });
  }
}

type Head =
  | { readonly kind: 'request-head'; readonly method: string; readonly target: string }
  | {
      readonly kind: 'response-head';
      readonly status: number;
      readonly reason: string;
    };

/** One direction of one connection. */
class Way {
  readonly connection: number;
  readonly direction: Direction;
  readonly finder: SecretFinder;
  length = 0;
  #found: Unnumbered<TraceRecord>[] = [];
  #messages: { push(bytes: Uint8Array): void } | null;

  constructor(connection: number, direction: Direction, finder: SecretFinder) {
    this.connection = connection;
    this.direction = direction;
    this.finder = finder;
    this.#messages = this.#reader();
  }

  push(bytes: Uint8Array): void {
    this.length += bytes.length;
    this.finder.push(bytes);
  }

  /** Heads that these bytes complete. Bytes that are no HTTP have none: that is for judges. */
  heads(bytes: Uint8Array): Unnumbered<TraceRecord>[] {
    this.#found = [];
    try {
      this.#messages?.push(bytes);
    } catch (error) {
      if (!(error instanceof HttpFault)) throw error;
      this.#messages = null;
    }
    return this.#found;
  }

  #reader(): MessageStream<{ readonly headers: readonly HeaderLine[] }> | { push(bytes: Uint8Array): void } {
    const rest = { content: () => {}, complete: () => {} };
    return this.direction === 'to-host'
      ? requestStream({ ...rest, head: ({ method, target, headers }) => this.#note({ kind: 'request-head', method, target }, headers) })
      : responseStream({ ...rest, head: ({ status, reason, headers }) => this.#note({ kind: 'response-head', status, reason }, headers) });
  }

  #note(head: Head, headers: readonly HeaderLine[]): void {
    const { connection, direction } = this;
    const list = headers.map(({ name, value }): [string, string] => [name, value]);
    this.#found.push({ t: 0, connection, direction, ...head, headers: list });
  }
}
