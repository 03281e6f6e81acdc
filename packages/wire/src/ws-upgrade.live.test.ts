import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { storedTable } from './test-support/evidence-table.ts';
import { readUpgradeVectors, type PolicyLists, type UpgradeVector } from './test-support/upgrade-vectors.ts';

let lists: PolicyLists;

function admits(list: readonly string[], value: string): boolean {
  return list.includes(value) || (list[0] === '*' && value !== 'null');
}

/** The glue that ws leaves to its caller, written as its documentation has it: on `req.headers` and `info.origin`. */
function verifyClient({ origin, req }: { origin: string | undefined; req: IncomingMessage }): boolean {
  if (!admits(lists.hosts, req.headers.host ?? '')) return false;
  return origin === undefined ? !lists.requireOrigin : admits(lists.origins, origin);
}

const sockets = new WebSocketServer({
  noServer: true,
  verifyClient,
  handleProtocols: (offered) => [...offered].find((name) => lists.subprotocols.includes(name)) ?? false,
});
const server = createServer((_, response) => void response.writeHead(426, { Upgrade: 'websocket', Connection: 'close' }).end());
server.on('upgrade', (request, socket, head) => sockets.handleUpgrade(request, socket, head, (socket_) => socket_.terminate()));
server.on('clientError', (_, socket) => socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'));
server.on('connect', (_, socket) => socket.end('HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\n\r\n'));

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

async function statusOf(vector: UpgradeVector): Promise<number> {
  ({ lists } = vector);
  const { method, url, httpVersion, rawHeaders } = vector.request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i < rawHeaders.length; i += 2) lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'utf8'));
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString('latin1');
    if (answer.includes('\r\n\r\n')) socket.destroy();
  });
  await once(socket, 'close');
  return Number(/^HTTP\/1\.1 ([0-9]{3})/.exec(answer)?.[1] ?? 0);
}

async function verdict(vector: UpgradeVector): Promise<string> {
  const status = await statusOf(vector);
  if ('accepted' in vector.answer) return status === 101 ? 'passes' : `refused with ${status}`;
  if (status === 101) return 'accepted';
  return vector.answer.refused === 'version-not-13' && status !== 426 ? `refused with ${status}, not 426` : 'passes';
}

test('[B3.1] the table of what Node and ws do with each upgrade vector is current', async () => {
  const rows = new Map<string, { passed: number; failed: string[] }>();
  for (const vector of readUpgradeVectors().vectors) {
    const row = rows.get(vector.row) ?? { passed: 0, failed: [] };
    rows.set(vector.row, row);
    // One after the other: the lists of the vector stand for the server's configuration.
    const found = await verdict(vector);
    if (found === 'passes') row.passed += 1;
    else row.failed.push(`${vector.name} (${found})`);
  }
  const lines = [...rows].map(
    ([row, { passed, failed }]) => `| ${row} | ${passed} | ${failed.length} | ${failed.join('; ').replaceAll('|', '\\|') || '-'} |\n`,
  );
  const table = `| row of B3.1 | passed | failed | which |\n|---|---|---|---|\n${lines.join('')}`;
  expect(table).toBe(storedTable('websocket-framing.md', 'upgrades', table));
});
