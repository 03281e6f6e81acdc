import { createServerConnection, type ClosedStatus, type ServerConnection } from '@tidemark/wire';
import type { SocketConnection } from './context.ts';
import type { SocketService } from './handlers.ts';
import { InboundQueue } from './inbound-queue.ts';
import { limitOf } from './limits.ts';
import { Outbox, type OutboxSink } from './outbox.ts';
import type { Endable } from './service-runtime.ts';
import { SocketDialogue } from './socket-dialogue.ts';
import type { SocketSink, SocketSinkEvents } from './socket-exchange.ts';
import type { EncodedFrame } from './socket-frames.ts';
import type { SocketSessionOptions } from './socket-options.ts';
import type { StreamEndReason } from './stream-session.ts';
import type { Ticking } from './ticker.ts';

/** What the gateway says when it ends a socket (RFC 6455 section 7.4.1). */
const CLOSE_CODES: Readonly<Record<StreamEndReason, number>> = { shutdown: 1001, failed: 1011, 'slow-consumer': 1013, 'max-age': 1001 };

/**
 * One accepted socket: `wire` frames, bounds and close handshake; a bounded queue, pings and deadlines here; the conversation in `SocketDialogue`.
 * States of the sending half: open -> ending (the queue runs out, then the close frame) -> closed.
 */
export class SocketSession implements Endable, Ticking, SocketSinkEvents, SocketConnection {
  readonly #options: SocketSessionOptions;
  readonly #inbound: InboundQueue;
  readonly #dialogue: SocketDialogue;
  readonly #connection: ServerConnection;
  #sink: SocketSink | null = null;
  #outbox: Outbox | null = null;
  #closing: { readonly code: number; readonly reason: string } | null = null;
  #paused = false;
  #pingAt = 0;
  #awaitingPong = false;
  #ended = false;

  constructor(options: SocketSessionOptions) {
    this.#options = options;
    const { runtime, service } = options;
    this.#dialogue = new SocketDialogue(options, this);
    this.#inbound = new InboundQueue({
      most: runtime.limits.pendingRequests,
      run: (text) => this.#dialogue.receive(text),
      pressed: (pressed) => {
        this.#press(pressed);
      },
    });
    this.#connection = createServerConnection({
      bounds: frameBounds(options),
      closeMs: runtime.limits.closeMs,
      clock: runtime.clock,
      timers: runtime.timers,
      transport: {
        write: (bytes) => this.#sink?.write(bytes),
        end: () => this.#sink?.end(),
        destroy: () => this.#sink?.destroy(),
      },
      handlers: {
        message: (text) => {
          this.#inbound.push(text);
        },
        pong: () => {
          this.#awaitingPong = false;
        },
        closing: () => {
          this.#stop();
        },
        closed: (status) => {
          this.#finish(status, service);
        },
      },
    });
  }

  start(accept: (events: SocketSinkEvents) => SocketSink): void {
    const { runtime } = this.#options;
    const { limits } = runtime;
    const sink = accept(this);
    this.#sink = sink;
    const framed: OutboxSink = {
      get busy() {
        return sink.busy;
      },
      write: (bytes) => {
        this.#connection.sendFrame(bytes);
      },
    };
    this.#outbox = new Outbox(framed, limits, runtime.scheduler);
    this.#pingAt = runtime.clock.now();
    runtime.ticker.add(this, Math.min(limits.pingMs, limits.pongMs, limits.writeMs) / 8);
    this.#dialogue.start();
  }

  get open(): boolean {
    return this.#closing === null && !this.#ended && this.#connection.state === 'open';
  }

  send(message: object): boolean {
    if (!this.open) return false;
    const encoded = this.#options.frames.encode(message);
    if (this.#outbox?.push(encoded.frame) !== true) {
      this.endFor('slow-consumer');
      return false;
    }
    if (encoded.terminal !== undefined) this.close();
    return this.open;
  }

  close(code = 1000, reason = ''): void {
    if (!this.open) return;
    this.#closing = { code, reason };
    this.#closeWhenDrained();
  }

  end(code: number, reason: string, last?: object): void {
    if (!this.open) return;
    const encoded = last === undefined ? undefined : this.#options.frames.encode(last);
    this.#outbox?.clear();
    this.#endWith({ code, reason }, encoded);
  }

  /** By the gateway: with the contract's terminal for the reason, where it has one. */
  endFor(reason: StreamEndReason): void {
    if (!this.open) return;
    // What is queued would keep a slow consumer from ever seeing its terminal.
    if (reason === 'slow-consumer') this.#outbox?.clear();
    this.#endWith({ code: CLOSE_CODES[reason], reason }, this.#terminal(reason));
  }

  #endWith(closing: { readonly code: number; readonly reason: string }, last: EncodedFrame | undefined): void {
    this.#closing = closing;
    if (last !== undefined && this.#outbox?.push(last.frame) === false) {
      this.#outbox.clear();
      this.#outbox.push(last.frame);
    }
    this.#closeWhenDrained();
  }

  destroy(): void {
    this.#connection.terminate();
  }

  tick(now: number): void {
    const { writeMs, pingMs, pongMs } = this.#options.runtime.limits;
    if (this.#sink === null) return;
    if (this.#sink.stalledMs(now) >= writeMs) {
      this.destroy();
      return;
    }
    // While reading is paused a pong cannot arrive: the deadline of what it waits for is the handlers'.
    if (this.#paused || !this.open) return;
    if (this.#awaitingPong) {
      if (now - this.#pingAt >= pongMs) this.destroy();
      return;
    }
    if (now - this.#pingAt < pingMs - pingMs / 8) return;
    this.#pingAt = now;
    this.#awaitingPong = true;
    this.#connection.ping();
  }

  received(bytes: Uint8Array): void {
    // Whatever comes proves that the peer is there.
    this.#awaitingPong = false;
    try {
      this.#connection.receive(bytes);
    } catch (error) {
      this.#options.report(error);
    }
  }

  drained(): void {
    this.#outbox?.flush();
    this.#closeWhenDrained();
  }

  closed(): void {
    this.#connection.transportClosed();
  }

  #terminal(reason: StreamEndReason): EncodedFrame | undefined {
    try {
      const message = this.#options.terminal(reason);
      return message && this.#options.frames.encode(message);
    } catch (error) {
      this.#options.report(error);
      return undefined;
    }
  }

  #closeWhenDrained(): void {
    if (this.#closing === null || this.#outbox?.empty !== true) return;
    this.#connection.close(this.#closing.code, this.#closing.reason);
  }

  #press(pressed: boolean): void {
    this.#paused = pressed;
    if (pressed) this.#sink?.pause();
    else this.#sink?.resume();
  }

  #stop(): void {
    this.#inbound.close();
    this.#outbox?.clear();
    // The peer's close frame, and the end of the transport, have to be read.
    if (this.#paused) this.#press(false);
  }

  #finish({ code, reason, clean }: ClosedStatus, service: SocketService): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#stop();
    this.#options.runtime.ticker.delete(this);
    this.#dialogue.stop();
    this.#options.ended();
    try {
      service.closed?.({ code, reason, clean });
    } catch (error) {
      this.#options.report(error);
    }
  }
}

function frameBounds({ runtime, socket }: SocketSessionOptions): NonNullable<Parameters<typeof createServerConnection>[0]['bounds']> {
  const { limits } = runtime;
  const messageBytes = limitOf(limits, socket.limits.messageBytes);
  return {
    messageBytes,
    frameBytes: Math.min(limits.frameBytes, messageBytes),
    fragments: limits.fragments,
    controlFrames: { burst: limits.controlFramesPerSecond * 4, perSecond: limits.controlFramesPerSecond },
    dataFrames: { burst: limits.dataFramesPerSecond * 2, perSecond: limits.dataFramesPerSecond },
  };
}
