import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What a proxy does with one connection: cuts it when so many bytes have passed in a direction; those are still delivered. */
export interface Cut {
  readonly direction: 'to-server' | 'to-client';
  readonly bytes: number;
}

/** A TCP proxy of a test's own in front of PostgreSQL. */
export interface CuttingProxy {
  /** The URL that leads through it. */
  readonly url: string;
  /** From now on, every connection is cut there, once: counted from this call. */
  arm(cut: Cut): void;
  /** Whether the armed cut has happened. */
  readonly hasCut: boolean;
  /** Bytes since the last `arm`. */
  readonly passed: { readonly 'to-server': number; readonly 'to-client': number };
  /** Nothing passes any more, and nobody is told: a host that has vanished. */
  blackhole(on: boolean): void;
  close(): Promise<void>;
}

export async function startProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const passed = { 'to-server': 0, 'to-client': 0 };
  let armed: Cut | null = null;
  let hasCut = false;
  let dark = false;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const destroy = (): void => {
      client.destroy();
      upstream.destroy();
    };
    const pass = (from: Socket, to: Socket, direction: Cut['direction']): void => {
      sockets.add(from);
      from.setNoDelay(true);
      from.on('error', destroy);
      from.on('close', () => {
        sockets.delete(from);
        if (!dark) destroy();
      });
      from.on('data', (chunk: Buffer) => {
        if (dark) return;
        const left = armed?.direction === direction ? armed.bytes - passed[direction] : Number.POSITIVE_INFINITY;
        passed[direction] += chunk.length;
        if (left > chunk.length) {
          to.write(chunk);
          return;
        }
        armed = null;
        hasCut = true;
        to.write(chunk.subarray(0, left), destroy);
      });
    };
    pass(client, upstream, 'to-server');
    pass(upstream, client, 'to-client');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    passed,
    get hasCut() {
      return hasCut;
    },
    arm(cut) {
      armed = cut;
      hasCut = false;
      passed['to-server'] = 0;
      passed['to-client'] = 0;
    },
    blackhole(on) {
      dark = on;
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
