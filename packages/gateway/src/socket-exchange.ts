import type { ByteSink, ByteSinkEvents, HttpRequest, HttpResponse } from './http-exchange.ts';

/** A request to switch protocols, and the only way to answer it. Nothing of HTTP follows on its connection. */
export interface UpgradeExchange {
  readonly request: HttpRequest;
  readonly closed: boolean;
  /** Refuses: the answer goes out and the connection is closed behind it, within a bound. */
  refuse(response: HttpResponse): void;
  /** Sends the 101 and hands over the transport; bytes that came behind the request head are received first. */
  accept(head: Uint8Array, events: SocketSinkEvents): SocketSink;
}

export interface SocketSinkEvents extends ByteSinkEvents {
  /** Bytes of the peer, which become the receiver's. */
  received(bytes: Uint8Array): void;
}

export interface SocketSink extends ByteSink {
  /** Ends our direction behind what was written. */
  end(): void;
  /** Backpressure: stops and resumes `received`. */
  pause(): void;
  resume(): void;
}
