import type { FrameBounds } from '@tidemark/wire';
import type { SocketDescriptor } from './descriptor.ts';
import type { ServiceRuntime } from './service-runtime.ts';
import type { FrameCache } from './socket-frames.ts';
import type { StreamEndReason } from './stream-session.ts';

/** What all sockets of one endpoint share: an idle socket is to cost little more than its connection (F4). */
export interface SocketProfile {
  readonly runtime: ServiceRuntime;
  readonly socket: SocketDescriptor;
  readonly frames: FrameCache;
  readonly bounds: Partial<FrameBounds>;
  readonly messageBytes: number;
  readonly replyMs: number;
  /** Sockets whose opening exchange is not complete. */
  readonly pending: { count: number };
  /** The terminal message for a reason, or undefined where the contract has none. */
  readonly terminal: (reason: StreamEndReason) => object | undefined;
  /** An error that the peer is not told about. */
  readonly report: (error: unknown) => void;
}
