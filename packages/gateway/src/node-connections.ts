import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { answersUnderWay, whenAnswered } from './node-pipeline.ts';
import type { Timers } from './time.ts';

/** Every connection of a listener, whatever has become of it: HTTP, WebSocket, or a client that says nothing. */
export class NodeConnections {
  readonly #open = new Set<Socket>();
  readonly #servers = new Set<Server>();
  readonly #changed: (count: number) => void;
  #ending = false;
  #ended: (() => void) | null = null;

  /** `changed` is told how many there are. */
  constructor(changed: (count: number) => void) {
    this.#changed = changed;
  }

  watch(server: Server): void {
    this.#servers.add(server);
    server.on('connection', (socket) => {
      this.#add(socket);
    });
  }

  /** Cuts those that do nothing for anybody. */
  closeIdle(): void {
    for (const server of this.#servers) server.closeIdleConnections();
  }

  /**
   * Ends every connection: at once who has sent nothing, as browsers do ahead of need, and who has been answered; behind their answer those
   * under way; after `graceMs` whoever is left. `node:http` drops its own deadlines when it closes, and would wait for the others for ever.
   * Connections that come later are cut. Never rejects.
   */
  async end(timers: Timers, graceMs: number): Promise<void> {
    this.#ending = true;
    for (const socket of this.#open) {
      if (socket.bytesRead === 0) socket.destroy();
      else if (answersUnderWay(socket) > 0) whenAnswered(socket, 0, () => socket.destroySoon());
    }
    this.closeIdle();
    if (this.#open.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = timers.set(() => {
        for (const socket of this.#open) socket.destroy();
      }, graceMs);
      this.#ended = () => {
        timers.clear(timer);
        resolve();
      };
    });
  }

  #add(socket: Socket): void {
    // Given back to its server (see `returnRequest`): it has been counted.
    if (this.#open.has(socket)) return;
    if (this.#ending) {
      socket.destroy();
      return;
    }
    this.#open.add(socket);
    this.#changed(this.#open.size);
    socket.once('close', () => {
      this.#open.delete(socket);
      this.#changed(this.#open.size);
      if (this.#open.size === 0) this.#ended?.();
    });
  }
}
