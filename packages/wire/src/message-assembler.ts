import type { FrameBounds } from './frame-bounds.ts';
import type { FrameViolationCode } from './frame-violations.ts';
import { advanceUtf8, utf8Invalid, utf8Start } from './utf8.ts';

/** Joins the frames of one text message, within bounds, and finds bad UTF-8 at its first byte. */
export interface MessageAssembler {
  /** A message has begun and its last frame has not ended. */
  readonly open: boolean;
  /** The next frame of the message, from its header. */
  begin(payloadLength: number): FrameViolationCode | undefined;
  /** Unmasked payload; `last` with the final bytes of the final frame. */
  add(bytes: Uint8Array, start: number, end: number, last: boolean): FrameViolationCode | undefined;
  /** The message; undefined where it ends inside a code point. */
  finish(): string | undefined;
  drop(): void;
}

const nothing = new Uint8Array(0);
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function createMessageAssembler(
  bounds: Pick<FrameBounds, 'messageBytes' | 'fragments' | 'fragmentOverheadBytes'>,
): MessageAssembler {
  return new Assembler(bounds);
}

class Assembler implements MessageAssembler {
  readonly #bounds: Pick<FrameBounds, 'messageBytes' | 'fragments' | 'fragmentOverheadBytes'>;
  #fragments = 0;
  #charged = 0;
  // Grows with what has arrived, never with what a header announces.
  #held: Uint8Array = nothing;
  #length = 0;
  #utf8 = utf8Start;
  #text: string | undefined;

  constructor(bounds: Pick<FrameBounds, 'messageBytes' | 'fragments' | 'fragmentOverheadBytes'>) {
    this.#bounds = bounds;
  }

  get open(): boolean {
    return this.#fragments > 0;
  }

  begin(payloadLength: number): FrameViolationCode | undefined {
    this.#charged += payloadLength + (this.#fragments === 0 ? 0 : this.#bounds.fragmentOverheadBytes);
    this.#fragments += 1;
    if (this.#fragments > this.#bounds.fragments) return 'too-many-fragments';
    return this.#charged > this.#bounds.messageBytes ? 'message-too-large' : undefined;
  }

  add(bytes: Uint8Array, start: number, end: number, last: boolean): FrameViolationCode | undefined {
    if (last && this.#length === 0) {
      // The usual case: the whole message in one piece is decoded where it lies.
      this.#text = decode(bytes.subarray(start, end));
      return this.#text === undefined ? 'text-not-utf8' : undefined;
    }
    this.#utf8 = advanceUtf8(this.#utf8, bytes, start, end);
    if (this.#utf8 === utf8Invalid) return 'text-not-utf8';
    const length = this.#length + end - start;
    if (length > this.#held.length) {
      const capacity = Math.max(length, Math.min(this.#held.length * 2, this.#bounds.messageBytes));
      const grown = new Uint8Array(capacity);
      grown.set(this.#held.subarray(0, this.#length));
      this.#held = grown;
    }
    this.#held.set(bytes.subarray(start, end), this.#length);
    this.#length = length;
    return undefined;
  }

  finish(): string | undefined {
    const text = this.#text ?? decode(this.#held.subarray(0, this.#length));
    this.drop();
    return text;
  }

  drop(): void {
    this.#fragments = 0;
    this.#charged = 0;
    this.#held = nothing;
    this.#length = 0;
    this.#utf8 = utf8Start;
    this.#text = undefined;
  }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
