import { resolveBounds } from './bounds.ts';
import { abnormalCode, noStatusCode, type CloseStatus } from './close.ts';
import type { FrameBounds } from './frame-bounds.ts';
import { encodeCloseFrame, encodePingFrame, encodePongFrame, encodeTextFrame } from './frame-encoder.ts';
import { createFrameReader, type FrameReader } from './frame-reader.ts';
import type { FrameViolation } from './frame-violations.ts';
import type { Clock } from './rate-bound.ts';

/** How a connection ended. */
export interface ClosedStatus extends CloseStatus {
  /** Both close frames were exchanged. */
  readonly clean: boolean;
  /** Whose close frame came first; `violation`: ours, for the peer's fault; `transport`: none came. */
  readonly by: 'peer' | 'local' | 'violation' | 'transport';
  readonly violation?: FrameViolation;
}

export interface ServerConnectionOptions {
  readonly bounds?: Partial<FrameBounds>;
  /** From the first close frame to the end of the connection, whatever the peer does. Default 5,000. */
  readonly closeMs?: number;
  readonly clock: Clock;
  readonly timers: {
    set(callback: () => void, milliseconds: number): unknown;
    clear(handle: unknown): void;
  };
  readonly transport: {
    write(bytes: Uint8Array): void;
    /** Ends our direction behind what was written. */
    end(): void;
    destroy(): void;
  };
  readonly handlers: {
    /** A throw closes the connection with 1011 and leaves `receive`. */
    message(text: string): void;
    pong?(payload: Uint8Array): void;
    /** Once, at the first close frame in either direction: stop producing, join the work that is owned. */
    closing?(status: CloseStatus): void;
    /** Once, when nothing more will come or go. */
    closed(status: ClosedStatus): void;
  };
}

export interface ServerConnection {
  readonly state: 'open' | 'closing' | 'closed';
  /** Bytes of the socket, which become the connection's (unmasked in place). */
  receive(bytes: Uint8Array): void;
  /**
   * @returns false once closing: nothing was written
   * @throws WireError `lone-surrogate`
   */
  send(text: string): boolean;
  /** A frame of `encodeTextFrame`, shared by any number of connections. */
  sendFrame(frame: Uint8Array): boolean;
  /** @throws WireError `control-payload-too-long` */
  ping(payload?: Uint8Array): boolean;
  /**
   * Sends the close frame and waits for the peer's, at most `closeMs`. Does nothing once closing.
   *
   * @throws WireError `invalid-close-code`, `close-reason-too-long`, `lone-surrogate`
   */
  close(code: number, reason?: string): void;
  /** Ends at once, without a close frame. */
  terminate(): void;
  /** The socket has closed. */
  transportClosed(): void;
}

/**
 * Server side of a WebSocket connection after its handshake: frames in, messages out, one close handshake (RFC 6455 5-7; B3.2, B3.3). Holds no output queue.
 *
 * @throws WireError `invalid-bounds`
 */
export function createServerConnection(options: ServerConnectionOptions): ServerConnection {
  return new Connection(options, resolveBounds({ closeMs: 5000 }, { closeMs: options.closeMs ?? 5000 }).closeMs);
}

class Connection implements ServerConnection {
  readonly #options: ServerConnectionOptions;
  readonly #closeMs: number;
  readonly #reader: FrameReader;
  state: 'open' | 'closing' | 'closed' = 'open';
  /** Nothing is read any more: the peer's close frame has come, or a violation. */
  #deaf = false;
  #cause: Omit<ClosedStatus, 'clean'> | undefined;
  #clean = false;
  #timer: unknown;

  constructor(options: ServerConnectionOptions, closeMs: number) {
    this.#options = options;
    this.#closeMs = closeMs;
    this.#reader = createFrameReader(
      {
        text: (message) => {
          if (this.state === 'open') options.handlers.message(message);
        },
        ping: (payload) => {
          if (this.state === 'open') options.transport.write(encodePongFrame(payload));
        },
        pong: (payload) => options.handlers.pong?.(payload),
        close: (status) => this.#peerClosed(status),
      },
      options.bounds === undefined ? { clock: options.clock } : { bounds: options.bounds, clock: options.clock },
    );
  }

  receive(bytes: Uint8Array): void {
    if (this.#deaf) return;
    let violation: FrameViolation | undefined;
    try {
      violation = this.#reader.push(bytes);
    } catch (error) {
      // The rest of these bytes is lost with the throw; to read on would be to read frames at a wrong place.
      this.#fail({ code: 1011, reason: 'internal error', by: 'local' });
      throw error;
    }
    if (violation !== undefined) {
      const { closeCode: code, reason } = violation;
      this.#fail({ code, reason, by: 'violation', violation });
    }
  }

  send(text: string): boolean {
    return this.state === 'open' && this.sendFrame(encodeTextFrame(text));
  }

  sendFrame(frame: Uint8Array): boolean {
    if (this.state !== 'open') return false;
    this.#options.transport.write(frame);
    return true;
  }

  ping(payload?: Uint8Array): boolean {
    return this.state === 'open' && this.sendFrame(encodePingFrame(payload));
  }

  close(code: number, reason = ''): void {
    if (this.state === 'open') this.#begin({ code, reason, by: 'local' }, encodeCloseFrame(code, reason));
  }

  terminate(): void {
    if (this.state === 'closed') return;
    this.#cause ??= { code: abnormalCode, reason: '', by: 'local' };
    this.#deaf = true;
    this.#options.transport.destroy();
    this.#finish();
  }

  transportClosed(): void {
    if (this.state === 'closed') return;
    this.#deaf = true;
    this.#cause ??= { code: abnormalCode, reason: '', by: 'transport' };
    this.#finish();
  }

  #peerClosed(status: CloseStatus): void {
    this.#deaf = true;
    this.#clean = true;
    if (this.state === 'open') {
      const echo = status.code === noStatusCode ? encodeCloseFrame() : encodeCloseFrame(status.code);
      this.#begin({ ...status, by: 'peer' }, echo);
    }
    if (this.state === 'closing') this.#options.transport.end();
  }

  /** Ends over a fault. A close frame that is already out is not followed by another. */
  #fail(cause: Omit<ClosedStatus, 'clean'>): void {
    if (this.#deaf) return;
    this.#deaf = true;
    if (this.state === 'open') this.#begin(cause, encodeCloseFrame(cause.code, cause.reason));
    if (this.state === 'closing') this.#options.transport.end();
  }

  #begin(cause: Omit<ClosedStatus, 'clean'>, frame: Uint8Array): void {
    this.state = 'closing';
    this.#cause = cause;
    this.#timer = this.#options.timers.set(() => this.terminate(), this.#closeMs);
    this.#options.transport.write(frame);
    this.#options.handlers.closing?.({ code: cause.code, reason: cause.reason });
  }

  #finish(): void {
    this.state = 'closed';
    if (this.#timer !== undefined) this.#options.timers.clear(this.#timer);
    const cause = this.#cause ?? { code: abnormalCode, reason: '', by: 'transport' as const };
    this.#options.handlers.closed({ ...cause, clean: this.#clean });
  }
}
