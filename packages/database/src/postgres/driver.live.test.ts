import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { openDatabase } from '../index.ts';

/** One message of PostgreSQL's protocol. */
function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5, type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const AUTHENTICATION_OK = message('R', Buffer.from([0, 0, 0, 0]));
const READY = message('Z', Buffer.from('I'));
const FATAL = message('E', Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0'));

const servers: readonly { readonly title: string; readonly serve: (socket: Socket) => void }[] = [
  {
    title: 'with the greeting',
    serve: (socket) => socket.once('data', () => socket.end(Buffer.concat([AUTHENTICATION_OK, READY, FATAL]))),
  },
  {
    title: 'twice, the second time after the connection was given up',
    serve: (socket) => {
      socket.once('data', () => {
        socket.write(Buffer.concat([AUTHENTICATION_OK, READY]));
        socket.once('data', () => socket.end(Buffer.concat([FATAL, FATAL, FATAL])));
      });
    },
  },
];

test.each(servers)('[S8] a server that dies and says so $title ends no process', async ({ serve }) => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    serve(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // An error that nobody hears fails the run.
  const opening = openDatabase(`postgres://u:p@127.0.0.1:${port}/d`, { connectMs: 2_000 });
  await expect(opening).rejects.toMatchObject({ code: 'unavailable' });
  server.close();
});
