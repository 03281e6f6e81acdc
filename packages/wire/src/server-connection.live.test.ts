import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createServerConnection, type ClosedStatus, type ServerConnection } from './server-connection.ts';
import { checkUpgrade } from './upgrade.ts';
import { createUpgradePolicy } from './upgrade-policy.ts';
import { encodeUpgradeRefusal } from './upgrade-refusals.ts';

/** The whole adapter that a socket needs; an independent client (`ws`) talks to it. */
const policy = createUpgradePolicy({
  hosts: ['*'],
  origins: ['*'],
  requireOrigin: false,
  subprotocols: ['echo.v1'],
  sha1: (bytes) => createHash('sha1').update(bytes).digest(),
});
const endings = new EventEmitter<{ closed: [ClosedStatus] }>();
let connection: ServerConnection;
const server = createServer();
server.on('upgrade', (request, socket: Socket, head: Buffer) => {
  socket.on('error', () => {});
  const decision = checkUpgrade(request, policy);
  if (!decision.accepted) {
    socket.end(encodeUpgradeRefusal(decision));
    return;
  }
  const made = createServerConnection({
    clock: performance,
    timers: { set: (run, milliseconds) => setTimeout(run, milliseconds), clear: (handle) => clearTimeout(handle as NodeJS.Timeout) },
    transport: { write: (bytes) => void socket.write(bytes), end: () => void socket.end(), destroy: () => void socket.destroy() },
    handlers: { message: (text) => void made.send(text), closed: (status) => void endings.emit('closed', status) },
  });
  connection = made;
  socket.write(decision.head);
  socket.on('data', (chunk: Buffer) => made.receive(chunk));
  socket.on('close', () => made.transportClosed());
  made.receive(head);
});

let address: string;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

async function open(protocol = 'echo.v1'): Promise<WebSocket> {
  const client = new WebSocket(address, protocol);
  await once(client, 'open');
  return client;
}

test('[B3.1, B3.2] the ws client: handshake without its offer of compression, messages of every length form, a ping', async () => {
  const client = await open();
  expect([client.protocol, client.extensions]).toEqual(['echo.v1', '']);
  for (const length of [0, 1, 125, 126, 65_535, 65_536, 400_000]) {
    const text = 'é→😀'.repeat(length).slice(0, length).toWellFormed();
    client.send(text);
    const [data, isBinary] = (await once(client, 'message')) as [Buffer, boolean];
    expect(isBinary).toBe(false);
    expect(data.toString() === text).toBe(true);
  }
  client.ping('p');
  expect(String((await once(client, 'pong'))[0])).toBe('p');
  const ending = once(endings, 'closed');
  client.close(4000, 'done');
  const [code, reason] = (await once(client, 'close')) as [number, Buffer];
  expect([code, reason.toString()]).toEqual([4000, '']);
  expect(await ending).toEqual([{ code: 4000, reason: 'done', by: 'peer', clean: true }]);
});

test('[B3.3] the ws client: we close, it answers', async () => {
  const client = await open();
  const ending = once(endings, 'closed');
  connection.close(1001, 'going away');
  const [code, reason] = (await once(client, 'close')) as [number, Buffer];
  expect([code, reason.toString()]).toEqual([1001, 'going away']);
  expect(await ending).toEqual([{ code: 1001, reason: 'going away', by: 'local', clean: true }]);
});

test('[B3.2] the ws client: binary is closed with 1003', async () => {
  const client = await open();
  const ending = once(endings, 'closed');
  client.send(Buffer.from('a'));
  expect(((await once(client, 'close')) as [number, Buffer])[0]).toBe(1003);
  expect(await ending).toMatchObject([{ code: 1003, by: 'violation' }]);
});

test('[B3.1] the ws client: an unknown subprotocol is 400', async () => {
  const client = new WebSocket(address, 'other.v1');
  const [error] = (await once(client, 'error')) as [Error];
  expect(error.message).toBe('Unexpected server response: 400');
});
