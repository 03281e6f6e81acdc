import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Direction } from './trace.ts';
import type { TraceRecorder } from './recorder.ts';

/** A TCP proxy on the loopback interface that writes down every read of both sides, and changes no byte. */
export class RecordingProxy {
  readonly #target: URL;
  readonly #recorder: TraceRecorder;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #connections = 0;
  #closing = false;

  constructor(target: URL, recorder: TraceRecorder) {
    if (target.protocol !== 'http:') throw new Error('kit: the recording proxy reads HTTP in clear; give it an http: URL');
    this.#target = target;
    this.#recorder = recorder;
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (peer) => this.#join(peer));
  }

  /** Listens on a free port. */
  listen(): Promise<string> {
    return new Promise((resolve) => {
      this.#server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`));
    });
  }

  /** Number of the connection that was accepted last. */
  get connections(): number {
    return this.#connections;
  }

  /** Cuts what is open. */
  close(): Promise<void> {
    this.#closing = true;
    for (const socket of this.#sockets) socket.destroy();
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  #join(peer: Socket): void {
    this.#connections += 1;
    const connection = this.#connections;
    const host = connect({
      host: this.#target.hostname.replace(/^\[|\]$/g, ''),
      port: Number(this.#target.port) || 80,
      allowHalfOpen: true,
      noDelay: true,
    });
    let over = false;
    const cut = (by: 'peer' | 'host'): void => {
      if (over) return;
      over = true;
      this.#recorder.end(
        connection,
        by === 'peer' ? 'to-host' : 'from-host',
        this.#closing ? 'abort' : 'reset',
        this.#closing ? 'recorder' : by,
      );
      peer.destroy();
      host.destroy();
    };
    this.#pass(
      peer,
      host,
      connection,
      'to-host',
      () => over,
      () => cut('peer'),
    );
    this.#pass(
      host,
      peer,
      connection,
      'from-host',
      () => over,
      () => cut('host'),
    );
  }

  #pass(from: Socket, to: Socket, connection: number, direction: Direction, over: () => boolean, cut: () => void): void {
    let finished = false;
    this.#sockets.add(from);
    from.on('data', (bytes) => {
      if (over()) return;
      this.#recorder.bytes(connection, direction, bytes);
      if (!to.write(bytes)) {
        from.pause();
        to.once('drain', () => from.resume());
      }
    });
    from.on('end', () => {
      finished = true;
      if (over()) return;
      this.#recorder.end(connection, direction, 'fin', direction === 'to-host' ? 'peer' : 'host');
      to.end();
    });
    from.on('error', () => cut());
    from.on('close', () => {
      this.#sockets.delete(from);
      if (!finished) cut();
    });
  }
}
