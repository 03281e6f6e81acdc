import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { whenAnswered } from './node-pipeline.ts';

/**
 * Gives a request whose wish to upgrade is ignored (RFC 9110 section 7.8) back to its server, as if it had not asked: `node:http` takes a
 * connection away from itself for every Upgrade, with the bytes behind the head. Behind the answers that are under way on it, since the
 * server that takes it back knows nothing of them.
 */
export function returnRequest(server: Server, request: IncomingMessage, socket: Socket, behind: Uint8Array): void {
  // Meanwhile nobody else listens: an error without a listener would end the process (B3.6).
  socket.on('error', ignore);
  whenAnswered(socket, 0, () => {
    socket.removeListener('error', ignore);
    if (socket.destroyed) return;
    socket.unshift(Buffer.concat([headWithoutUpgrade(request), behind]));
    server.emit('encrypted' in socket ? 'secureConnection' : 'connection', socket);
  });
}

function ignore(): void {}

function headWithoutUpgrade({ method = '', url = '', httpVersion, rawHeaders }: IncomingMessage): Uint8Array {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.toLowerCase() !== 'upgrade') lines.push(`${name}: ${rawHeaders[index + 1] ?? ''}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}
