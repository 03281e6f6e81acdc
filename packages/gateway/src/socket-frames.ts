import { encodeTextFrame } from '@tidemark/wire';
import type { EncodedMessage } from './message-encoder.ts';

/** A message as the one text frame that every socket gets. */
export interface EncodedFrame {
  readonly tag: string;
  readonly frame: Uint8Array;
  readonly terminal: 'reconnect' | 'final' | undefined;
}

export interface FrameCache {
  /** The same object is encoded once, however many sockets it goes to. Throws `GatewayError` `invalid-message`. */
  encode(message: object): EncodedFrame;
  readonly encodings: number;
}

export function createFrameCache(encode: (message: object) => EncodedMessage): FrameCache {
  const known = new WeakMap<object, EncodedFrame>();
  let encodings = 0;
  return {
    encode(message) {
      const cached = known.get(message);
      if (cached !== undefined) return cached;
      encodings += 1;
      const { tag, json, terminal } = encode(message);
      const encoded = { tag, frame: encodeTextFrame(json), terminal };
      known.set(message, encoded);
      return encoded;
    },
    get encodings() {
      return encodings;
    },
  };
}
