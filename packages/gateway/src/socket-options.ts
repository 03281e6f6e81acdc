import type { SocketDescriptor } from './descriptor.ts';
import type { SocketService } from './handlers.ts';
import type { ServiceRuntime } from './service-runtime.ts';
import type { FrameCache } from './socket-frames.ts';
import type { StreamEndReason } from './stream-session.ts';

/** What one accepted socket works with. */
export interface SocketSessionOptions {
  readonly runtime: ServiceRuntime;
  readonly socket: SocketDescriptor;
  readonly service: SocketService;
  readonly frames: FrameCache;
  /** The terminal message for a reason, or undefined where the contract has none. */
  readonly terminal: (reason: StreamEndReason) => object | undefined;
  /** An error that the peer is not told about. */
  readonly report: (error: unknown) => void;
  /** The opening exchange is complete (or there is none). */
  readonly opened: () => void;
  /** Once, when the transport is gone and everything is released. */
  readonly ended: () => void;
}
