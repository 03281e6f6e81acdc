import type { ClosedStatus, ServerConnection, ServerConnectionOptions } from '@tidemark/wire';
import type { OutboxSink } from './outbox.ts';
import type { SocketSink } from './socket-exchange.ts';

/** What a socket does with what its connection tells. */
export interface WireListener {
  heard(text: string): void;
  stop(): void;
  finish(status: ClosedStatus): void;
}

/**
 * The two faces of a `wire` connection, as methods of one object: what it calls, and where queued frames go. A closure for each would
 * cost more than the rest of an idle socket (F4).
 */
export class WireEnds implements OutboxSink {
  readonly #listener: WireListener;
  readonly #sink: SocketSink;
  #connection: ServerConnection | null = null;

  constructor(listener: WireListener, sink: SocketSink) {
    this.#listener = listener;
    this.#sink = sink;
  }

  /** The connection needs its handlers before it exists. */
  connect(
    options: Omit<ServerConnectionOptions, 'handlers' | 'transport'>,
    create: (options: ServerConnectionOptions) => ServerConnection,
  ): ServerConnection {
    this.#connection = create({ ...options, transport: this.#sink, handlers: this });
    return this.#connection;
  }

  get busy(): boolean {
    return this.#sink.busy;
  }

  write(frames: Uint8Array): void {
    this.#connection?.sendFrame(frames);
  }

  message(text: string): void {
    this.#listener.heard(text);
  }

  closing(): void {
    this.#listener.stop();
  }

  closed(status: ClosedStatus): void {
    this.#listener.finish(status);
  }
}
