import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Direction } from './trace.ts';
import type { TraceRecorder } from './recorder.ts';

/** A connection of a peer with its continuation to the host. */
interface Link {
  readonly connection: number;
  over: boolean;
  /** Directions that were closed in order. */
  finished: number;
  cut: (by: 'peer' | 'host' | 'recorder') => void;
}

/** A TCP proxy on the loopback interface that writes down every read of both sides, and changes no byte. */
export class RecordingProxy {
  readonly #target: URL;
  readonly #recorder: TraceRecorder;
  readonly #server: Server;
  readonly #open = new Set<Link['cut']>();
  #connections = 0;

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

  /** Cuts what is open, and writes that down before it returns. */
  close(): Promise<void> {
    for (const cut of this.#open) cut('recorder');
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  #join(peer: Socket): void {
    this.#connections += 1;
    const connection = this.#connections;
    const { hostname, port } = this.#target;
    const host = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || 80, allowHalfOpen: true, noDelay: true });
    const link: Link = { connection, over: false, finished: 0, cut: () => {} };
    link.cut = (by) => {
      if (link.over) return;
      this.#finish(link);
      this.#recorder.end(connection, by === 'host' ? 'from-host' : 'to-host', by === 'recorder' ? 'abort' : 'reset', by);
      for (const socket of [peer, host]) {
        if (by === 'recorder') socket.destroy();
        else socket.resetAndDestroy();
      }
    };
    this.#open.add(link.cut);
    this.#pass(peer, host, link, 'to-host');
    this.#pass(host, peer, link, 'from-host');
  }

  #finish(link: Link): void {
    link.over = true;
    this.#open.delete(link.cut);
  }

  #pass(from: Socket, to: Socket, link: Link, direction: Direction): void {
    const by = direction === 'to-host' ? 'peer' : 'host';
    let finished = false;
    from.on('data', (bytes) => {
      if (link.over) return;
      this.#recorder.bytes(link.connection, direction, bytes);
      if (!to.write(bytes)) {
        from.pause();
        to.once('drain', () => from.resume());
      }
    });
    from.on('end', () => {
      finished = true;
      link.finished += 1;
      if (link.over) return;
      this.#recorder.end(link.connection, direction, 'fin', by);
      to.end();
      if (link.finished === 2) this.#finish(link);
    });
    from.on('error', () => link.cut(by));
    from.on('close', () => {
      if (!finished) link.cut(by);
    });
  }
}
