/** A value that somebody else parsed, as made by `parsed`. */
export class Parsed {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/**
 * Marks a value as already parsed, for `decodeX` and `tryDecodeX`. It is checked in full, own properties only, but what a
 * parser drops (duplicate keys) cannot be seen in it any more. It must not change afterwards: decoding copies nothing.
 */
export function parsed(value: unknown): Parsed {
  return new Parsed(value);
}

/** JSON text, JSON text in UTF-8, or a value that somebody else parsed. */
export type Input = string | Uint8Array | Parsed;

/** Bounds that hold before and while an input is read. */
export interface DecodeOptions {
  /** Bytes of the text in UTF-8, checked before it is parsed. Default 1 MiB. */
  readonly maxBytes?: number;
  /** Levels of arrays and objects: a scalar has 0, `[]` has 1. Default 64; what is above 512 counts as 512, so that no input exhausts the stack. */
  readonly maxDepth?: number;
}

const DEFAULT_MAX_BYTES = 1_048_576;
const DEFAULT_MAX_DEPTH = 64;
/** A level takes two frames of generated code: 512 levels stay far below the about 10,000 frames of a default stack. */
const LARGEST_DEPTH = 512;

export function byteBound(options: DecodeOptions | undefined): number {
  return options?.maxBytes ?? DEFAULT_MAX_BYTES;
}

export function levelBound(options: DecodeOptions | undefined): number {
  return Math.min(options?.maxDepth ?? DEFAULT_MAX_DEPTH, LARGEST_DEPTH);
}
