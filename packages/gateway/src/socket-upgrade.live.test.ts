import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ServiceError } from './service-error.ts';
import { AUTHORIZED, head, rawClient } from './test-support/raw-client.ts';
import { serve, type Served } from './test-support/serve.ts';
import { KEY, socketClient, upgradeHead } from './test-support/socket-client.ts';

let served: Served;
let opened: { request: object; context: Record<string, unknown> }[] = [];
beforeAll(async () => {
  served = await serve({
    server: { origins: ['https://app.example.com'] },
    handlers: {
      desk: {
        open: (request: { path: { room: string } }, context: Record<string, unknown>) => {
          opened.push({ request, context });
          if (request.path.room === 'closed') throw new ServiceError('not_found', { message: 'No such room.' });
          if (request.path.room === 'broken') throw new Error('secret');
          return { messages: { ask: () => ({}), say: () => {} } };
        },
        terminal: () => ({ type: 'ended', v: 1, reason: 'x' }),
      },
    },
  });
});
afterAll(() => served.close());

async function answerTo(bytes: string): Promise<string> {
  const client = await rawClient(served.port);
  client.send(bytes);
  return client.closed();
}

test('[B3.0, B3.1] an accepted handshake: 101, the accept key, the subprotocol, and no extension', async () => {
  opened = [];
  const client = await rawClient(served.port);
  client.send(
    upgradeHead(served.port, { headers: [AUTHORIZED, 'Origin: https://app.example.com', 'Sec-WebSocket-Extensions: permessage-deflate'] }),
  );
  const text = await client.until((received) => received.endsWith('\r\n\r\n'));
  const accept = createHash('sha1').update(`${KEY}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  expect(text).toBe(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\nSec-WebSocket-Protocol: sample.v1\r\n\r\n`,
  );
  expect(opened).toMatchObject([
    { request: { path: { room: 'a' } }, context: { endpoint: 'desk', principal: { subject: 'read' }, caller: 'read' } },
  ]);
  client.destroy();
});

const replaced = (name: string, ...lines: string[]): string =>
  upgradeHead(served.port, { without: [name], headers: [AUTHORIZED, ...lines] });
const added = (...lines: string[]): string => upgradeHead(served.port, { headers: [AUTHORIZED, ...lines] });

describe('refused handshakes', () => {
  test.each([
    ['no credential', () => upgradeHead(served.port, { headers: [] }), 401, 'unauthenticated'],
    ['a credential without the scope', () => upgradeHead(served.port, { headers: ['Authorization: Bearer t-none'] }), 403, 'forbidden'],
    ['two credentials', () => added(AUTHORIZED), 400, 'validation_error'],
    ['another version', () => replaced('sec-websocket-version', 'Sec-WebSocket-Version: 8'), 426, 'upgrade_required'],
    ['a short key', () => replaced('sec-websocket-key', 'Sec-WebSocket-Key: AAAA'), 400, 'validation_error'],
    [
      'a key that is not canonical',
      () => replaced('sec-websocket-key', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZR=='),
      400,
      'validation_error',
    ],
    ['two keys', () => added(`Sec-WebSocket-Key: ${KEY}`), 400, 'validation_error'],
    ['two versions', () => added('Sec-WebSocket-Version: 13'), 400, 'validation_error'],
    ['no subprotocol', () => replaced('sec-websocket-protocol'), 400, 'validation_error'],
    ['another subprotocol', () => replaced('sec-websocket-protocol', 'Sec-WebSocket-Protocol: sample.v2'), 400, 'validation_error'],
    ['another host', () => replaced('host', 'Host: evil.example.com'), 403, 'forbidden'],
    ['two hosts', () => added(`Host: 127.0.0.1:${served.port}`), 400, 'validation_error'],
    ['a foreign origin', () => added('Origin: https://app.example.com.evil.com'), 403, 'forbidden'],
    ['a null origin', () => added('Origin: null'), 403, 'forbidden'],
    ['two origins', () => added('Origin: https://app.example.com', 'Origin: https://app.example.com'), 400, 'validation_error'],
    ['a body', () => `${added('Content-Length: 2')}{}`, 400, 'validation_error'],
    ['an unknown path', () => upgradeHead(served.port, { target: '/nowhere' }), 404, 'not_found'],
    ['a path that is no socket', () => upgradeHead(served.port, { target: '/items/a' }), 404, 'not_found'],
    ['a path parameter over its bound', () => upgradeHead(served.port, { target: '/desk/12345678901' }), 400, 'validation_error'],
    ['an unknown query key', () => upgradeHead(served.port, { target: '/desk/a?x=1' }), 400, 'validation_error'],
    ['a handler that refuses', () => upgradeHead(served.port, { target: '/desk/closed' }), 404, 'not_found'],
    ['a handler that fails', () => upgradeHead(served.port, { target: '/desk/broken' }), 500, 'internal_error'],
  ])('[B3.1, P5.1] %s', async (_case, bytes, status, code) => {
    opened = [];
    const text = await answerTo(bytes());
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect((JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as { error: string }).error).toBe(code);
    expect(text).toMatch(/\r\nconnection: (?:upgrade, )?close\r\n/);
    expect(text.includes('\r\nsec-websocket-version: 13\r\n')).toBe(status === 426);
    // The two that the handler itself refuses are the last ones.
    expect(opened.length).toBe(code === 'internal_error' || text.includes('No such room.') ? 1 : 0);
  });

  test('[B3.1] a socket’s address without an upgrade is 426', async () => {
    const client = await rawClient(served.port);
    client.send(head('GET', '/desk/a', served.port, [AUTHORIZED]));
    const text = await client.until((received) => received.endsWith('}'));
    expect(text).toMatch(/^HTTP\/1\.1 426 Upgrade Required\r\n[\s\S]*upgrade: websocket\r\n[\s\S]*sec-websocket-version: 13/);
    client.destroy();
  });

  test('[B3.1] bytes behind a refused head are no frames and no requests', async () => {
    const text = await answerTo(`${upgradeHead(served.port, { headers: [] })}${head('DELETE', '/items/a', served.port, [AUTHORIZED])}`);
    expect(text.match(/HTTP\/1\.1/g)).toEqual(['HTTP/1.1']);
  });

  test('[B3.6] an upgrade behind an answer that is under way ends the connection, and nothing else', async () => {
    const client = await rawClient(served.port);
    client.send(head('GET', '/watch', served.port, [AUTHORIZED]));
    await client.until((text) => text.includes(':\n\n'));
    client.send(upgradeHead(served.port));
    expect(await client.closed()).not.toContain('101');
    expect((await fetch(`${served.url}/healthz`)).status).toBe(200);
  });

  test('[B3.1] a caller’s bound holds for sockets and streams together', async () => {
    const bounded = await serve({ service: { limits: { streamsPerCaller: 1 } } });
    const first = await socketClient(bounded.port);
    const second = await rawClient(bounded.port);
    second.send(upgradeHead(bounded.port));
    expect(await second.closed()).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: 1/);
    const stream = await rawClient(bounded.port);
    stream.send(head('GET', '/watch', bounded.port, [AUTHORIZED]));
    expect(await stream.until((text) => text.endsWith('}'))).toMatch(/^HTTP\/1\.1 429 /);
    first.destroy();
    stream.destroy();
    await bounded.close();
  });
});
