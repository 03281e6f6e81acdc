import { resolveBounds } from './bounds.ts';
import { parseClosePayload, type CloseStatus } from './close.ts';
import { defaultFrameBounds, type FrameBounds } from './frame-bounds.ts';
import { frameViolation, type FrameViolation, type FrameViolationCode } from './frame-violations.ts';
import { createMessageAssembler, type MessageAssembler } from './message-assembler.ts';
import { createRateBound, type Clock } from './rate-bound.ts';

export interface FrameSink {
  /** One whole message. */
  text(message: string): void;
  /** The payload is the callee's own copy. */
  ping(payload: Uint8Array): void;
  pong(payload: Uint8Array): void;
  /** The peer's close frame; nothing is read behind it. */
  close(status: CloseStatus): void;
}

export interface FrameReader {
  /**
   * Reads the next bytes of a client's frames, however they are cut. The bytes become the reader's: payloads are unmasked in place.
   * Answers the violation that ends the connection, now and on every later call; what stood before it has reached the sink.
   */
  push(bytes: Uint8Array): FrameViolation | undefined;
}

/**
 * Reads the frames that a client sends to a server (RFC 6455 5; B3.2). Never throws on bytes; holds at most one message within `messageBytes`, one control payload and one frame header.
 *
 * @throws WireError `invalid-bounds`
 */
export function createFrameReader(
  sink: FrameSink,
  options: { readonly bounds?: Partial<FrameBounds>; readonly clock: Clock },
): FrameReader {
  return new Reader(sink, resolveBounds(defaultFrameBounds, options.bounds), options.clock);
}

const CLOSE = 8;
const PING = 9;
const PONG = 10;

/** A header has 6, 8 or 14 bytes: two, the extended length, the mask. */
const longestHeader = 14;

class Reader implements FrameReader {
  readonly #sink: FrameSink;
  readonly #bounds: FrameBounds;
  readonly #controlRate: { take(): boolean };
  readonly #dataRate: { take(): boolean };
  readonly #message: MessageAssembler;
  #ended = false;
  #violation: FrameViolation | undefined;

  readonly #header = new Uint8Array(longestHeader);
  #headerBytes = 0;
  #headerLength = 2;
  #opcode = 0;
  #fin = false;
  /** Payload bytes that are still to come; -1 while the header is read. */
  #due = -1;
  #maskIndex = 0;
  #control: Uint8Array | undefined;
  #controlBytes = 0;

  constructor(sink: FrameSink, bounds: FrameBounds, clock: Clock) {
    this.#sink = sink;
    this.#bounds = bounds;
    this.#controlRate = createRateBound(bounds.controlFrames, clock);
    this.#dataRate = createRateBound(bounds.dataFrames, clock);
    this.#message = createMessageAssembler(bounds);
  }

  push(bytes: Uint8Array): FrameViolation | undefined {
    let at = 0;
    while (!this.#ended && at < bytes.length) {
      at = this.#due < 0 ? this.#readHeader(bytes, at) : this.#readPayload(bytes, at);
      if (this.#due === 0 && !this.#ended) this.#finishFrame();
    }
    return this.#violation;
  }

  /** Takes header bytes one at a time, so that every fault is found at the byte that shows it. */
  #readHeader(bytes: Uint8Array, start: number): number {
    let at = start;
    while (at < bytes.length) {
      const byte = bytes[at] as number;
      at += 1;
      this.#header[this.#headerBytes] = byte;
      this.#headerBytes += 1;
      const fault = this.#checkHeader(byte);
      if (fault !== undefined) {
        this.#fail(fault);
        return at;
      }
      if (this.#headerBytes > 2 && this.#headerBytes === this.#headerLength) {
        this.#beginPayload();
        return at;
      }
    }
    return at;
  }

  #checkHeader(byte: number): FrameViolationCode | undefined {
    switch (this.#headerBytes) {
      case 1:
        return this.#checkFirstByte(byte);
      case 2:
        return this.#checkSecondByte(byte);
      case 3:
        return this.#headerLength === longestHeader && byte >= 0x80 ? 'length-top-bit' : undefined;
      case 4:
        return this.#headerLength === 8 ? this.#checkLength() : undefined;
      case 10:
        return this.#checkLength();
      default:
        return undefined;
    }
  }

  #checkFirstByte(byte: number): FrameViolationCode | undefined {
    this.#fin = byte >= 0x80;
    this.#opcode = byte & 0x0f;
    if ((byte & 0x70) !== 0) return 'reserved-bits';
    if (this.#opcode >= CLOSE) {
      if (this.#opcode > PONG) return 'reserved-opcode';
      return this.#fin ? undefined : 'control-fragmented';
    }
    if (this.#opcode > 2) return 'reserved-opcode';
    if (this.#opcode === 0) return this.#message.open ? undefined : 'unexpected-continuation';
    if (this.#message.open) return 'unfinished-message';
    return this.#opcode === 2 ? 'binary-message' : undefined;
  }

  #checkSecondByte(byte: number): FrameViolationCode | undefined {
    if (byte < 0x80) return 'unmasked-frame';
    const length = byte & 0x7f;
    if (this.#opcode >= CLOSE && length > 125) return 'control-too-long';
    this.#headerLength = length < 126 ? 6 : length === 126 ? 8 : longestHeader;
    return length < 126 ? this.#checkLength() : undefined;
  }

  /** Everything that a known payload length decides, before a byte of the payload is read. */
  #checkLength(): FrameViolationCode | undefined {
    const length = this.#length();
    if (this.#headerLength === 8 && length < 126) return 'non-minimal-length';
    if (this.#headerLength === longestHeader && length < 65_536) return 'non-minimal-length';
    if (this.#opcode >= CLOSE) return this.#opcode === CLOSE || this.#controlRate.take() ? undefined : 'control-rate';
    if (length > this.#bounds.frameBytes) return 'frame-too-large';
    return this.#message.begin(length) ?? (this.#dataRate.take() ? undefined : 'data-rate');
  }

  #length(): number {
    const header = this.#header;
    const short = (header[1] as number) & 0x7f;
    if (short < 126) return short;
    let length = 0;
    const end = short === 126 ? 4 : 10;
    // Beyond 2^53 the sum is rounded, but stays far above every bound.
    for (let i = 2; i < end; i += 1) length = length * 256 + (header[i] as number);
    return length;
  }

  #beginPayload(): void {
    this.#due = this.#length();
    this.#maskIndex = 0;
    if (this.#opcode >= CLOSE) {
      this.#control = new Uint8Array(this.#due);
      this.#controlBytes = 0;
    }
  }

  #readPayload(bytes: Uint8Array, start: number): number {
    const end = Math.min(bytes.length, start + this.#due);
    this.#unmask(bytes, start, end);
    this.#due -= end - start;
    if (this.#control !== undefined) {
      this.#control.set(bytes.subarray(start, end), this.#controlBytes);
      this.#controlBytes += end - start;
    } else {
      const fault = this.#message.add(bytes, start, end, this.#due === 0 && this.#fin);
      if (fault !== undefined) this.#fail(fault);
    }
    return end;
  }

  #unmask(bytes: Uint8Array, start: number, end: number): void {
    const header = this.#header;
    const mask = this.#headerLength - 4;
    let index = this.#maskIndex;
    for (let i = start; i < end; i += 1) {
      bytes[i] = (bytes[i] as number) ^ (header[mask + index] as number);
      index = (index + 1) & 3;
    }
    this.#maskIndex = index;
  }

  #finishFrame(): void {
    this.#due = -1;
    this.#headerBytes = 0;
    this.#headerLength = 2;
    const control = this.#control;
    if (control !== undefined) {
      this.#control = undefined;
      this.#finishControl(control);
    } else if (this.#fin) {
      const text = this.#message.finish();
      if (text === undefined) this.#fail('text-not-utf8');
      else this.#sink.text(text);
    }
  }

  #finishControl(payload: Uint8Array): void {
    if (this.#opcode === PING) this.#sink.ping(payload);
    else if (this.#opcode === PONG) this.#sink.pong(payload);
    else {
      const status = parseClosePayload(payload);
      if (typeof status === 'string') this.#fail(status);
      else {
        this.#end();
        this.#sink.close(status);
      }
    }
  }

  #fail(code: FrameViolationCode): void {
    this.#violation = frameViolation(code);
    this.#end();
  }

  #end(): void {
    this.#ended = true;
    this.#control = undefined;
    this.#message.drop();
  }
}
