import { connect, type Socket } from 'node:net';

/** A TCP client that sends exact bytes and shows exact bytes. */
export interface RawClient {
  readonly socket: Socket;
  /** Everything received so far, as Latin-1: one character per byte. */
  readonly received: string;
  send(bytes: string | Uint8Array): void;
  /** Resolves with everything received, as soon as that satisfies the test; rejects when the connection closes first. */
  until(done: (received: string) => boolean): Promise<string>;
  /** Resolves with everything received when the connection is closed. */
  closed(): Promise<string>;
  destroy(): void;
}

export async function rawClient(port: number): Promise<RawClient> {
  const socket = connect({ host: '127.0.0.1', port });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  socket.on('error', () => {});
  let received = '';
  let isClosed = false;
  const watchers = new Set<() => void>();
  const tell = (): void => {
    for (const watcher of watchers) watcher();
  };
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1');
    tell();
  });
  socket.once('close', () => {
    isClosed = true;
    tell();
  });
  const wait = (done: () => boolean, closedIsFine: boolean): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (done()) {
          watchers.delete(look);
          resolve(received);
        } else if (isClosed && !closedIsFine) {
          watchers.delete(look);
          reject(new Error(`the connection closed after ${JSON.stringify(received.slice(0, 2_000))}`));
        }
      };
      watchers.add(look);
      look();
    });
  return {
    socket,
    get received() {
      return received;
    },
    send: (bytes) => socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes),
    until: (done) => wait(() => done(received), false),
    closed: () => wait(() => isClosed, true),
    destroy: () => socket.destroy(),
  };
}

/** A request head; header lines as given. */
export function head(method: string, target: string, port: number, headers: readonly string[] = []): string {
  return [`${method} ${target} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...headers, '', ''].join('\r\n');
}

export const AUTHORIZED = 'Authorization: Bearer t-read';
