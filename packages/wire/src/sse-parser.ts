import { resolveBounds } from './bounds.ts';
import { CR, LF, endOfLastLine, endOfPiece, startOfLongLine } from './line-breaks.ts';
import { WireError } from './wire-error.ts';

/** Bounds of one event stream, as its reader enforces them. Bytes are UTF-8 bytes on the wire. */
export interface SseBounds {
  /** One line without its line break, terminated or not; comments and unknown fields included. */
  readonly lineBytes: number;
  /** The data of one block, plus `lineOverheadBytes` for each of its data lines. */
  readonly eventBytes: number;
  /** What an otherwise empty data line costs: without it, empty lines grow the data for free. */
  readonly lineOverheadBytes: number;
  /** `retry: 0` would be a reconnect loop without a pause. */
  readonly retryMinMs: number;
  readonly retryMaxMs: number;
}

export const defaultSseBounds: SseBounds = {
  lineBytes: 1024 * 1024,
  eventBytes: 1024 * 1024 + 64 * 1024,
  lineOverheadBytes: 32,
  retryMinMs: 100,
  retryMaxMs: 60_000,
};

/** One dispatched block. */
export interface SseEvent {
  /** `message` where the block named none. */
  readonly event: string;
  readonly data: string;
  /** The block's own id; undefined where it had none, or only one with NUL. `''` is an explicit reset. */
  readonly id: string | undefined;
  /** The position after this event: persists over blocks without an id. */
  readonly lastEventId: string;
}

export interface SseSink {
  event(event: SseEvent): void;
  /** Clamped to `retryMinMs..retryMaxMs`. */
  retry?(milliseconds: number): void;
  /** A block without data that carried an id: the position moved, nothing was dispatched. */
  position?(lastEventId: string): void;
  comment?(text: string): void;
}

export interface SseParser {
  /**
   * Reads the next bytes of the stream, however they are cut, and calls the sink.
   *
   * @throws WireError `sse-line-too-long`, `sse-event-too-large`; then again on every later push. Blocks before the fault have reached the sink, the block with the fault never moves `lastEventId`.
   */
  push(chunk: Uint8Array): void;
  /** Committed position: moves at a blank line only. */
  readonly lastEventId: string;
}

const SPACE = 32;
const COLON = 58;
// Small pieces where the last one was ASCII: one character beyond it makes its whole piece slow. Measured with tools/bench/src/sse.bench.ts.
const asciiPiece = 2048;
const otherPiece = 16_384;
const streaming = { stream: true } as const;
const encoder = new TextEncoder();

/**
 * Incremental parser of `text/event-stream` (WHATWG HTML 9.2.6; B2.1). One parser reads one response; the end of the response drops a block that lacks its blank line.
 *
 * Complete lines are decoded in one piece: CR and LF never occur inside a UTF-8 sequence, so cutting after a line break leaves the decoder without state, and only the unfinished last line is carried over, as bytes.
 *
 * @param options.lastEventId the position to persist from an earlier response
 * @throws WireError `invalid-bounds`
 */
export function createSseParser(
  sink: SseSink,
  options: { readonly bounds?: Partial<SseBounds>; readonly lastEventId?: string } = {},
): SseParser {
  return new Parser(sink, resolveBounds(defaultSseBounds, options.bounds), options.lastEventId ?? '');
}

class Parser implements SseParser {
  readonly #sink: SseSink;
  readonly #bounds: SseBounds;
  // A BOM is stripped once, at the start of the stream; the decoder must not strip one at the start of a chunk.
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #streamingDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
  #wasAscii = true;
  #carry = new Uint8Array(0);
  #carried = 0;
  #atStart = true;
  #skipLineFeed = false;
  #failure: unknown;
  #failed = false;

  #data = '';
  #dataLines = 0;
  #size = 0;
  #sizeIsExact = false;
  #event = '';
  #id: string | undefined;
  lastEventId: string;

  constructor(sink: SseSink, bounds: SseBounds, lastEventId: string) {
    this.#sink = sink;
    this.#bounds = bounds;
    this.lastEventId = lastEventId;
  }

  push(chunk: Uint8Array): void {
    if (this.#failed) throw this.#failure;
    try {
      this.#read(chunk);
    } catch (error) {
      this.#failed = true;
      this.#failure = error;
      this.#carry = new Uint8Array(0);
      this.#data = '';
      throw error;
    }
  }

  #read(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    const start = this.#skipLineFeed && chunk[0] === LF ? 1 : 0;
    this.#skipLineFeed = false;
    const end = endOfLastLine(chunk, start);
    if (end > start) {
      this.#skipLineFeed = end === chunk.length && chunk[end - 1] === CR;
      const fresh = start === 0 && end === chunk.length ? chunk : chunk.subarray(start, end);
      if (this.#carried === 0) this.#readLines(fresh);
      else {
        this.#append(fresh);
        const lines = this.#carry.subarray(0, this.#carried);
        this.#carried = 0;
        this.#readLines(lines);
      }
    }
    if (end < chunk.length) {
      if (this.#carried + chunk.length - end > this.#bounds.lineBytes) throw lineTooLong();
      this.#append(end === 0 ? chunk : chunk.subarray(end));
    }
  }

  #append(bytes: Uint8Array): void {
    const length = this.#carried + bytes.length;
    if (length > this.#carry.length) {
      const grown = new Uint8Array(Math.max(length, Math.min(this.#carry.length * 2, this.#bounds.lineBytes), 256));
      grown.set(this.#carry.subarray(0, this.#carried));
      this.#carry = grown;
    }
    this.#carry.set(bytes, this.#carried);
    this.#carried = length;
  }

  #readLines(lines: Uint8Array): void {
    const { lineBytes } = this.#bounds;
    const readable = lines.length > lineBytes ? startOfLongLine(lines, lineBytes) : lines.length;
    const bytes = readable === lines.length ? lines : lines.subarray(0, readable);
    for (let start = 0; start < readable;) {
      const piece = this.#wasAscii ? asciiPiece : otherPiece;
      const end = readable - start <= piece ? readable : endOfPiece(bytes, start + piece);
      this.#readText(this.#decode(start === 0 && end === readable ? bytes : bytes.subarray(start, end)));
      start = end;
    }
    if (readable < lines.length) throw lineTooLong();
  }

  /**
   * Both decoders read whole lines alike, for no code point is cut. They differ in Node 20: the one-shot decoder is five times as fast as the streaming one on ASCII and
   * 1.5 times as slow on anything else, so the last piece tells which one reads the next.
   */
  #decode(bytes: Uint8Array): string {
    const text = this.#wasAscii ? this.#decoder.decode(bytes) : this.#streamingDecoder.decode(bytes, streaming);
    this.#wasAscii = text.length === bytes.length;
    return text;
  }

  #readText(decoded: string): void {
    let text = decoded;
    if (this.#atStart) {
      this.#atStart = false;
      if (text.charCodeAt(0) === 0xfeff) text = text.slice(1);
    }
    if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n');
    for (let start = 0; start < text.length;) {
      const end = text.indexOf('\n', start);
      if (end === start) this.#dispatch();
      else this.#readLine(text, start, end);
      start = end + 1;
    }
  }

  #readLine(text: string, start: number, end: number): void {
    switch (text.charCodeAt(start)) {
      case 100: // d
        this.#addData(valueOf('data', text, start, end));
        return;
      case 101: // e
        this.#event = valueOf('event', text, start, end) ?? this.#event;
        return;
      case 105: {
        // i
        const id = valueOf('id', text, start, end);
        if (id?.includes('\0') === false) this.#id = id;
        return;
      }
      case 114: // r
        this.#retry(valueOf('retry', text, start, end));
        return;
      case COLON:
        this.#sink.comment?.(valueOf('', text, start, end) ?? '');
    }
  }

  #addData(value: string | undefined): void {
    if (value === undefined) return;
    this.#data = this.#dataLines === 0 ? value : `${this.#data}\n${value}`;
    this.#dataLines += 1;
    // Three bytes a UTF-16 unit is the most UTF-8 needs; counting exactly is left to the rare block that comes near the bound.
    this.#size += (this.#sizeIsExact ? encoder.encode(value).length : value.length * 3) + this.#bounds.lineOverheadBytes;
    if (this.#size <= this.#bounds.eventBytes) return;
    if (!this.#sizeIsExact) {
      this.#sizeIsExact = true;
      this.#size = encoder.encode(this.#data).length - (this.#dataLines - 1) + this.#dataLines * this.#bounds.lineOverheadBytes;
    }
    if (this.#size > this.#bounds.eventBytes) throw new WireError('sse-event-too-large', 'the data of a block passed bounds.eventBytes');
  }

  #retry(value = ''): void {
    if (!/^[0-9]+$/.test(value)) return;
    const { retryMinMs, retryMaxMs } = this.#bounds;
    this.#sink.retry?.(Math.min(Math.max(Number(value), retryMinMs), retryMaxMs));
  }

  #dispatch(): void {
    const id = this.#id;
    const data = this.#data;
    const event = this.#event;
    const dispatched = this.#dataLines > 0;
    this.#id = undefined;
    this.#data = '';
    this.#event = '';
    this.#dataLines = 0;
    this.#size = 0;
    this.#sizeIsExact = false;
    if (id !== undefined) this.lastEventId = id;
    if (dispatched) {
      this.#sink.event({ event: event === '' ? 'message' : event, data, id, lastEventId: this.lastEventId });
    } else if (id !== undefined) this.#sink.position?.(id);
  }
}

function lineTooLong(): WireError {
  return new WireError('sse-line-too-long', 'a line passed bounds.lineBytes');
}

/** The value of a line that holds the field: what follows the colon, less one leading space, or nothing without a colon. */
function valueOf(name: string, text: string, start: number, end: number): string | undefined {
  const colon = start + name.length;
  if (!text.startsWith(name, start) || (colon !== end && text.charCodeAt(colon) !== COLON)) return undefined;
  const value = text.charCodeAt(colon + 1) === SPACE ? colon + 2 : colon + 1;
  return value < end ? text.slice(value, end) : '';
}
