import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ByteSink, ByteSinkEvents, StreamSink } from './http-exchange.ts';
import type { Clock } from './time.ts';

/** A TCP (or TLS) socket as a `ByteSink`. Progress is counted in writes that the kernel has taken whole. */
export class NodeSink implements ByteSink {
  readonly #socket: Socket;
  readonly #clock: Clock;
  readonly #events: ByteSinkEvents;
  #waiting = 0;
  #since = 0;
  #detached = false;

  constructor(socket: Socket, clock: Clock, events: ByteSinkEvents) {
    this.#socket = socket;
    this.#clock = clock;
    this.#events = events;
    // What bounds an open stream is its write deadline: an idle time-out of the server would cut it between heartbeats (B19).
    socket.setTimeout(0);
    socket.once('close', this.#closed);
  }

  get busy(): boolean {
    return this.#waiting > 0;
  }

  stalledMs(now: number): number {
    return this.#waiting > 0 ? now - this.#since : 0;
  }

  write(bytes: Uint8Array): void {
    if (this.#waiting === 0) this.#since = this.#clock.now();
    this.#waiting += 1;
    this.#socket.write(bytes, this.#taken);
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** The transport goes to somebody else: nothing more is reported. */
  detach(): void {
    this.#detached = true;
    this.#socket.removeListener('close', this.#closed);
  }

  readonly #taken = (error?: Error | null): void => {
    this.#waiting -= 1;
    // A failed write is followed by `close`.
    if (this.#detached || error) return;
    this.#since = this.#clock.now();
    if (this.#waiting === 0) this.#events.drained();
  };

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
