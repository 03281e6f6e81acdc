import { createServerConnection, type ClosedStatus, type ServerConnection } from '@tidemark/wire';
import type { SocketConnection } from './context.ts';
import type { SocketService } from './handlers.ts';
import type { Endable } from './service-runtime.ts';
import { Outbox } from './outbox.ts';
import { SocketDialogue } from './socket-dialogue.ts';
import type { SocketSink, SocketSinkEvents } from './socket-exchange.ts';
import type { EncodedFrame } from './socket-frames.ts';
import type { SocketProfile } from './socket-options.ts';
import { WireEnds, type WireListener } from './socket-wire-ends.ts';
import type { StreamEndReason } from './stream-session.ts';
import type { Ticking } from './ticker.ts';

/** What the gateway says when it ends a socket (RFC 6455 section 7.4.1). */
const CLOSE_CODES: Readonly<Record<StreamEndReason, number>> = { shutdown: 1001, failed: 1011, 'slow-consumer': 1013, 'max-age': 1001 };

/**
 * One accepted socket: `wire` has frames, bounds and the close handshake; a bounded queue, pings and deadlines are here; the conversation
 * is in `SocketDialogue`. States of the sending half: open -> ending (the queue runs out, then the close frame) -> closed.
 */
export class SocketSession implements Endable, Ticking, SocketSinkEvents, SocketConnection, WireListener {
  readonly #profile: SocketProfile;
  readonly #service: SocketService;
  readonly #release: () => void;
  readonly #dialogue: SocketDialogue;
  readonly #sink: SocketSink;
  readonly #connection: ServerConnection;
  readonly #outbox: Outbox;
  #closing: { readonly code: number; readonly reason: string } | null = null;
  #paused = false;
  #pingAt: number;
  #awaitingPong = false;
  #ended = false;

  /** `accept` sends the 101 and hands over the transport; `release` gives up what was taken for this socket. */
  static serve(
    profile: SocketProfile,
    service: SocketService,
    release: () => void,
    accept: (events: SocketSinkEvents) => SocketSink,
  ): void {
    const session = new SocketSession(profile, service, release, accept);
    profile.runtime.open.add(session);
    session.#dialogue.start();
  }

  private constructor(
    profile: SocketProfile,
    service: SocketService,
    release: () => void,
    accept: (events: SocketSinkEvents) => SocketSink,
  ) {
    const { runtime, bounds } = profile;
    const { limits, clock, timers, scheduler, ticker } = runtime;
    this.#profile = profile;
    this.#service = service;
    this.#release = release;
    this.#sink = accept(this);
    const ends = new WireEnds(this, this.#sink);
    this.#connection = ends.connect({ bounds, closeMs: limits.closeMs, clock, timers }, createServerConnection);
    this.#outbox = new Outbox(ends, limits, scheduler);
    this.#dialogue = new SocketDialogue(profile, service, this);
    this.#pingAt = clock.now();
    ticker.add(this, Math.min(limits.pingMs, limits.pongMs, limits.writeMs) / 8);
  }

  get open(): boolean {
    return this.#closing === null && !this.#ended && this.#connection.state === 'open';
  }

  send(message: object): boolean {
    if (!this.open) return false;
    const encoded = this.#profile.frames.encode(message);
    if (!this.#outbox.push(encoded.frame)) {
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
    const encoded = last === undefined ? undefined : this.#profile.frames.encode(last);
    this.#outbox.clear();
    this.#endWith({ code, reason }, encoded);
  }

  /** By the gateway: with the contract's terminal for the reason, where it has one. */
  endFor(reason: StreamEndReason): void {
    if (!this.open) return;
    // What is queued would keep a slow consumer from ever seeing its terminal.
    if (reason === 'slow-consumer') this.#outbox.clear();
    this.#endWith({ code: CLOSE_CODES[reason], reason }, this.#terminal(reason));
  }

  destroy(): void {
    this.#connection.terminate();
  }

  tick(now: number): void {
    const { writeMs, pingMs, pongMs } = this.#profile.runtime.limits;
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
      this.#profile.report(error);
    }
  }

  drained(): void {
    this.#outbox.flush();
    this.#closeWhenDrained();
  }

  closed(): void {
    this.#connection.transportClosed();
  }

  /** One message of the peer, whole. */
  heard(text: string): void {
    this.#dialogue.hear(text);
  }

  /** Backpressure of the handlers. */
  press(pressed: boolean): void {
    this.#paused = pressed;
    if (pressed) this.#sink.pause();
    else this.#sink.resume();
  }

  /** A close frame has come or gone: nothing more is begun. */
  stop(): void {
    this.#dialogue.stop();
    this.#outbox.clear();
    // The peer's close frame, and the end of the transport, have to be read.
    if (this.#paused) this.press(false);
  }

  /** The transport is gone. Once. */
  finish({ code, reason, clean }: ClosedStatus): void {
    this.#ended = true;
    this.stop();
    const { runtime } = this.#profile;
    runtime.ticker.delete(this);
    runtime.open.delete(this);
    this.#release();
    runtime.changed();
    try {
      this.#service.closed?.({ code, reason, clean });
    } catch (error) {
      this.#profile.report(error);
    }
  }

  #endWith(closing: { readonly code: number; readonly reason: string }, last: EncodedFrame | undefined): void {
    this.#closing = closing;
    if (last !== undefined && !this.#outbox.push(last.frame)) {
      this.#outbox.clear();
      this.#outbox.push(last.frame);
    }
    this.#closeWhenDrained();
  }

  #terminal(reason: StreamEndReason): EncodedFrame | undefined {
    try {
      const message = this.#profile.terminal(reason);
      return message && this.#profile.frames.encode(message);
    } catch (error) {
      this.#profile.report(error);
      return undefined;
    }
  }

  #closeWhenDrained(): void {
    if (this.#closing === null || !this.#outbox.empty) return;
    this.#connection.close(this.#closing.code, this.#closing.reason);
  }
}
