import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpRequest, HttpResponse } from './http-exchange.ts';
import { requestOf } from './node-exchange.ts';
import { NodeSink } from './node-sink.ts';
import { encodeRawAnswer } from './raw-answer.ts';
import type { SocketSink, SocketSinkEvents, UpgradeExchange } from './socket-exchange.ts';
import type { Clock, Timers } from './time.ts';

export interface NodeUpgradeOptions {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly pathParameters: HttpRequest['pathParameters'];
  /** Time for a refusal to be taken. */
  readonly closeMs: number;
}

/** A socket that `node:http` has let go of, as an `UpgradeExchange`. */
export class NodeUpgrade implements UpgradeExchange {
  readonly request: HttpRequest;
  readonly #socket: Socket;
  readonly #head: Uint8Array;
  readonly #options: NodeUpgradeOptions;

  constructor(incoming: IncomingMessage, socket: Socket, head: Uint8Array, options: NodeUpgradeOptions) {
    this.request = requestOf(incoming, options.pathParameters);
    this.#socket = socket;
    this.#head = head;
    this.#options = options;
    // Before anything is awaited: an error without a listener would end the process (B3.6). `close` follows every error.
    socket.on('error', () => {});
  }

  get closed(): boolean {
    return this.#socket.destroyed;
  }

  refuse(response: HttpResponse): void {
    const socket = this.#socket;
    if (socket.destroyed) return;
    const { timers, closeMs } = this.#options;
    const timer = timers.set(() => socket.destroy(), closeMs);
    socket.once('close', () => {
      timers.clear(timer);
    });
    socket.resume();
    socket.end(encodeRawAnswer(response));
  }

  accept(head: Uint8Array, events: SocketSinkEvents): SocketSink {
    const socket = this.#socket;
    socket.setNoDelay(true);
    socket.write(head);
    const sink = new NodeSocketSink(socket, this.#options.clock, events);
    // Back to the front of what the socket gives, so that they arrive when whoever reads is ready.
    if (this.#head.length > 0) socket.unshift(this.#head);
    socket.on('data', (bytes: Uint8Array) => {
      events.received(bytes);
    });
    socket.once('end', () => socket.end());
    return sink;
  }
}

class NodeSocketSink extends NodeSink implements SocketSink {
  readonly #transport: Socket;

  constructor(socket: Socket, clock: Clock, events: SocketSinkEvents) {
    super(socket, clock, events);
    this.#transport = socket;
  }

  end(): void {
    this.#transport.end();
  }

  pause(): void {
    this.#transport.pause();
  }

  resume(): void {
    this.#transport.resume();
  }
}
