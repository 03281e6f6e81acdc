import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A server on 127.0.0.1 that knows its open connections. */
export interface LiveServer {
  readonly url: string;
  readonly server: Server;
  readonly connections: ReadonlySet<Socket>;
  /** Resolves when the last connection is gone. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export async function startServer(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<LiveServer> {
  const connections = new Set<Socket>();
  const waiting = new Set<() => void>();
  const server = createServer(handle);
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.on('close', () => {
      connections.delete(socket);
      if (connections.size === 0) for (const resolve of waiting) resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    connections,
    idle: () => new Promise((resolve) => (connections.size === 0 ? resolve() : waiting.add(resolve))),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
