import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ByteSink, ByteSinkEvents, StreamSink } from './http-exchange.ts';
import type { Clock } from './time.ts';

const NOTHING = new Uint8Array(0);

/**
 * A TCP (or TLS) socket as a `ByteSink`. What the kernel takes within the call, which is nearly everything, needs no callback; what it does not
 * take is followed by an empty write whose callback tells when all before it has gone.
 */
export class NodeSink implements ByteSink {
  readonly #socket: Socket;
  readonly #clock: Clock;
  readonly #events: ByteSinkEvents;
  busy = false;
  #since = 0;
  #detached = false;

  constructor(socket: Socket, clock: Clock, events: ByteSinkEvents) {
    this.#socket = socket;
    this.#clock = clock;
    this.#events = events;
    // What bounds an open stream is its write deadline: an idle time-out of the server would cut it between heartbeats (B19).
    socket.setTimeout(0);
    socket.on('close', this.#closed);
  }

  stalledMs(now: number): number {
    return this.busy ? now - this.#since : 0;
  }

  write(bytes: Uint8Array): void {
    const socket = this.#socket;
    socket.write(bytes);
    if (this.busy) return;
    if (socket.writableLength === 0) this.#events.drained();
    else this.#wait();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** The transport goes to somebody else: nothing more is reported. */
  detach(): void {
    this.#detached = true;
    this.#socket.removeListener('close', this.#closed);
  }

  #wait(): void {
    this.busy = true;
    this.#since = this.#clock.now();
    this.#socket.write(NOTHING, (error) => {
      // A failed write is followed by `close`.
      if (this.#detached || error) return;
      this.busy = false;
      if (this.#socket.writableLength > 0) this.#wait();
      else this.#events.drained();
    });
  }

  readonly #closed = (): void => {
    if (!this.#detached) this.#events.closed();
  };
}

/** The body of an endless response. Bytes go past Node's response object, whose head is out, straight to the socket: one buffer serves all streams (F2). */
export class NodeStreamSink extends NodeSink implements StreamSink {
  readonly chunked: boolean;
  readonly #response: ServerResponse;
  readonly #transport: Socket;

  constructor(response: ServerResponse, socket: Socket, clock: Clock, events: ByteSinkEvents) {
    super(socket, clock, events);
    this.chunked = response.chunkedEncoding;
    this.#response = response;
    this.#transport = socket;
  }

  end(close: boolean): void {
    this.detach();
    if (close) this.#response.once('finish', () => this.#transport.destroySoon());
    this.#response.end();
  }
}
