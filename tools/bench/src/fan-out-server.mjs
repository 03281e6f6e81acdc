// One server of the fan-out bench, in a process of its own so that its CPU time and memory are its own. Commands come over IPC.
import { createServer as createHttpServer } from 'node:http';
import { createServer as createNetServer } from 'node:net';
import { createServer, staticTokens } from '@tidemark/gateway';
import { openDatabase } from '@tidemark/database';
import { createHostEvents } from '@tidemark/host-events';
import { decodeAnyPayload } from '@tidemark/host-events-client/decoders';
import { hostEventsHost, HOST_EVENTS_LIMITS } from '@tidemark/hosts';
import { openLogs } from '@tidemark/log';

const HEAD = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' };
const data = JSON.stringify({
  type: 'example.order-paid',
  eventId: 'x'.repeat(28),
  timestamp: '2026-01-01T00:00:00.000Z',
  delivery: 'durable',
  payload: { text: 'x'.repeat(40) },
});
/** As HTTP/1.1 carries it. */
const framed = (text) => Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
const block = `id: ${'x'.repeat(28)}\nevent: example.order-paid\ndata: ${data}\n\n`;

const servers = {
  /** The limit: one shared, already chunked buffer, written to each socket. */
  async limit() {
    const sockets = new Set();
    const chunk = framed(block);
    const server = createHttpServer((request, response) => {
      response.writeHead(200, HEAD);
      response.flushHeaders();
      sockets.add(response.socket);
    });
    return {
      server: await listen(server),
      emit: async () => {
        for (const socket of sockets) socket.write(chunk);
      },
    };
  },
  /** What a person writes first: `response.write` of a buffer for each. */
  async write() {
    const responses = new Set();
    const buffer = Buffer.from(block);
    const server = createHttpServer((request, response) => {
      response.writeHead(200, HEAD);
      response.flushHeaders();
      responses.add(response);
    });
    return {
      server: await listen(server),
      emit: async () => {
        for (const response of responses) response.write(buffer);
      },
    };
  },
  /** Bare sockets, for memory only. */
  async net() {
    const sockets = new Set();
    return { server: await listen(createNetServer((socket) => sockets.add(socket))), emit: async () => {} };
  },
  /** Host events as they are served: stored, then read from the log and sent to each. */
  async tidemark() {
    const database = await openDatabase('sqlite::memory:');
    const logs = await openLogs(database);
    const limits = { ...HOST_EVENTS_LIMITS, streamsPerCaller: 100_000, readsPerSecond: 1_000_000 };
    const service = await createHostEvents({
      database,
      logs,
      types: [{ type: 'example.order-paid', delivery: 'durable', decodePayload: decodeAnyPayload }],
      replay: { minRetentionSeconds: 60 },
      retentionSeconds: 120,
      limits,
    });
    const fastify = await createServer({});
    const rows = [{ token: 't', principal: { tenant: 'acme', subject: 's', workspaces: [] }, caller: 's', scopes: ['events:read'] }];
    await fastify.register(hostEventsHost({ service, authenticate: staticTokens(rows), limits, clock: performance }));
    await fastify.listen({ host: '127.0.0.1', port: 0 });
    return {
      server: fastify.server,
      emit: () => service.emit({ tenant: 'acme', type: 'example.order-paid', payload: { text: 'x'.repeat(40) } }),
    };
  },
};

function listen(server) {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

const { server, emit } = await servers[process.argv[2]]();
let start = process.cpuUsage();
async function obey(message) {
  if (message.command === 'memory') {
    globalThis.gc?.();
    process.send({ rss: process.memoryUsage().rss });
  } else if (message.command === 'burst') {
    start = process.cpuUsage();
    for (let index = 0; index < message.events; index++) {
      await emit();
      // An event reaches everybody before the next one is made: this is fan-out, not a backlog.
      if (message.pause) await new Promise((resolve) => setImmediate(resolve));
    }
    process.send({ emitted: true });
  } else if (message.command === 'cost') {
    const { user, system } = process.cpuUsage(start);
    process.send({ microseconds: user + system });
  }
}

process.on('message', (message) => void obey(message));
process.send({ port: server.address().port, bytes: framed(block).length });
