import { eventStreamFault, type EventStreamFault } from './event-stream-fault.ts';

/** One dispatched event. `start` and `end` are byte offsets into the stream: the block with its blank line (but for the LF of a closing CRLF). */
export interface SseFrame {
  readonly event: string;
  readonly data: string;
  /** The `id` field of this block; null when it has none. */
  readonly id: string | null;
  /** The persistent last event id after this block. */
  readonly lastEventId: string;
  readonly start: number;
  readonly end: number;
}

export interface SseSink {
  frame(frame: SseFrame): void;
  comment?(text: string, offset: number): void;
  retry?(milliseconds: number): void;
  /** An id that was committed by a block without data. */
  position?(id: string): void;
}

/** Bytes of a line without its break, of a block's data with a charge for each of its lines, and that charge. */
export interface SseParserBounds {
  readonly lineBytes: number;
  readonly eventBytes: number;
  readonly lineOverheadBytes: number;
}

/** Twice the published `eventBytes` of a host with defaults, so that a host that exceeds its own bound is read and judged. */
export const DEFAULT_SSE_BOUNDS: SseParserBounds = { lineBytes: 1_048_576, eventBytes: 1_048_576, lineOverheadBytes: 16 };

export interface SseParser {
  /** @throws EventStreamFault when a bound is passed; the parser is of no use afterwards */
  push(chunk: Uint8Array): void;
  /** Bytes behind the last complete block; at the end of a stream they are to be dropped (WHATWG HTML 9.2.6). */
  pendingBytes(): number;
  readonly lastEventId: string;
}

const LF = 10;
const CR = 13;
const DIGITS = /^[0-9]+$/;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The WHATWG event-stream algorithm (HTML 9.2.5, 9.2.6), a byte at a time. Written for the kit: it shares nothing with the product's
 * parser, so that one mistake is not made twice.
 */
export function createSseParser(sink: SseSink, options: { bounds?: Partial<SseParserBounds>; lastEventId?: string } = {}): SseParser {
  return new ByteParser(sink, { ...DEFAULT_SSE_BOUNDS, ...options.bounds }, options.lastEventId ?? '');
}

class ByteParser implements SseParser {
  readonly #sink: SseSink;
  readonly #bounds: SseParserBounds;
  #line: number[] = [];
  #afterCr = false;
  #firstLine = true;
  #offset = 0;
  #blockStart = 0;
  #lineStart = 0;
  #dataLines: string[] = [];
  #dataCharge = 0;
  #event = '';
  #id: string | null = null;
  #lastEventId: string;

  constructor(sink: SseSink, bounds: SseParserBounds, lastEventId: string) {
    this.#sink = sink;
    this.#bounds = bounds;
    this.#lastEventId = lastEventId;
  }

  get lastEventId(): string {
    return this.#lastEventId;
  }

  pendingBytes(): number {
    return this.#offset - this.#blockStart;
  }

  push(chunk: Uint8Array): void {
    for (const byte of chunk) {
      this.#offset += 1;
      if (this.#afterCr && byte === LF) this.#swallowLineFeed();
      else if (byte === LF || byte === CR) this.#endLine();
      else this.#keep(byte);
      this.#afterCr = byte === CR;
    }
  }

  /** The second half of a CRLF belongs to the line that CR has ended; a block that it closed ends one byte later. */
  #swallowLineFeed(): void {
    if (this.#blockStart === this.#offset - 1) this.#blockStart = this.#offset;
    this.#lineStart = this.#offset;
  }

  #keep(byte: number): void {
    this.#line.push(byte);
    if (this.#line.length > this.#bounds.lineBytes) throw this.#fault('line-too-long');
  }

  #endLine(): void {
    const text = decoder.decode(Uint8Array.from(this.#line));
    const line = this.#firstLine && text.startsWith('\uFEFF') ? text.slice(1) : text;
    const bytes = this.#line.length;
    this.#firstLine = false;
    this.#line = [];
    if (line === '') this.#endBlock();
    else this.#field(line, bytes);
    this.#lineStart = this.#offset;
  }

  #field(line: string, bytes: number): void {
    const colon = line.indexOf(':');
    if (colon === 0) {
      this.#sink.comment?.(line.slice(1).replace(/^ /, ''), this.#lineStart);
      return;
    }
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') this.#data(value, bytes);
    else if (name === 'event') this.#event = value;
    else if (name === 'id' && !value.includes('\0')) this.#id = value;
    else if (name === 'retry' && DIGITS.test(value)) this.#sink.retry?.(Number(value));
  }

  #data(value: string, lineBytes: number): void {
    this.#dataLines.push(value);
    this.#dataCharge += Math.min(lineBytes, Buffer.byteLength(value)) + this.#bounds.lineOverheadBytes;
    if (this.#dataCharge > this.#bounds.eventBytes) throw this.#fault('event-too-large');
  }

  #endBlock(): void {
    const id = this.#id;
    if (id !== null) this.#lastEventId = id;
    if (this.#dataLines.length > 0) {
      this.#sink.frame({
        event: this.#event === '' ? 'message' : this.#event,
        data: this.#dataLines.join('\n'),
        id,
        lastEventId: this.#lastEventId,
        start: this.#blockStart,
        end: this.#offset,
      });
    } else if (id !== null) {
      this.#sink.position?.(id);
    }
    this.#dataLines = [];
    this.#dataCharge = 0;
    this.#event = '';
    this.#id = null;
    this.#blockStart = this.#offset;
  }

  #fault(code: EventStreamFault['code']): EventStreamFault {
    return eventStreamFault(code, this.#offset);
  }
}
