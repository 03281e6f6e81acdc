import type { RateBound } from './rate-bound.ts';

/** Bounds of what a peer may send in frames (B3.2, B3.3). */
export interface FrameBounds {
  /** One data frame's payload in bytes; refused from its header. */
  readonly frameBytes: number;
  /** One message: payload bytes of its frames, plus `fragmentOverheadBytes` for each frame after the first; refused from the header that passes it. */
  readonly messageBytes: number;
  /** Frames of one message, empty ones counted. */
  readonly fragments: number;
  readonly fragmentOverheadBytes: number;
  /** Pings and pongs. */
  readonly controlFrames: RateBound;
  /** Text and continuation frames, whatever their size. */
  readonly dataFrames: RateBound;
}

export const defaultFrameBounds: FrameBounds = {
  frameBytes: 1024 * 1024,
  messageBytes: 1024 * 1024,
  fragments: 256,
  fragmentOverheadBytes: 64,
  controlFrames: { burst: 64, perSecond: 16 },
  dataFrames: { burst: 1024, perSecond: 512 },
};
