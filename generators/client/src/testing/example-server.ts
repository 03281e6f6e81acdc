import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Representation } from '@tidemark/model';
import { WebSocketServer, type WebSocket } from 'ws';

export interface ExampleServer {
  readonly url: string;
  readonly seen: {
    readonly method: string;
    readonly url: string;
    readonly authorization: string | undefined;
    readonly lastEventId: string | undefined;
  }[];
  close(): Promise<void>;
}

/**
 * A server that answers with the contract's own examples. An order named `ord_none` is not found; the first stream connection ends after two events.
 * Everything else under `/` is served from `files`.
 */
export async function startExampleServer(
  representation: Representation,
  files: Readonly<Record<string, { readonly type: string; readonly text: string }>> = {},
): Promise<ExampleServer> {
  const seen: ExampleServer['seen'][number][] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    const file = files[url];
    if (file !== undefined) {
      response.writeHead(200, { 'content-type': file.type }).end(file.text);
      return;
    }
    const lastEventId = headers['last-event-id'];
    seen.push({
      method,
      url,
      authorization: headers.authorization,
      lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
    });
    answer(representation, request, response);
  });
  serveSockets(representation, server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function answer(representation: Representation, request: IncomingMessage, response: ServerResponse): void {
  const [path = ''] = (request.url ?? '').split('?', 1);
  const stream = representation.streams.find((candidate) => candidate.path === path);
  if (stream !== undefined) {
    sendEvents(stream, request, response);
    return;
  }
  const operation = representation.operations.find((candidate) => candidate.method === request.method && matches(candidate.path, path));
  const result = operation?.responses.at(-1);
  if (result === undefined || path.endsWith('ord_none')) {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not_found","message":"No."}');
    return;
  }
  const headers = Object.fromEntries(result.headers.map(({ name }) => [name, '/orders/ord_7f3k']));
  request.resume().on('end', () => {
    response.writeHead(result.status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(result.examples[0]?.value));
  });
}

function matches(template: string, path: string): boolean {
  return new RegExp(`^${template.replace(/\{[^}]*\}/g, '[^/]+')}$`).test(path);
}

function sendEvents(stream: Representation['streams'][number], request: IncomingMessage, response: ServerResponse): void {
  const from = Number(request.headers['last-event-id'] ?? 0);
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
  const blocks = stream.events.map(
    ({ tag, id, examples }, i) => `event: ${tag}\n${id === 'never' ? '' : `id: ${i + 1}\n`}data: ${JSON.stringify(examples[0]?.value)}\n\n`,
  );
  if (from === 0) response.end(blocks.slice(0, 2).join(''));
  else response.write(blocks.slice(from).join(''));
}

const push = (connection: WebSocket, message: object): void => connection.send(JSON.stringify(message));

/** Challenge first; each request gets the first of its replies, with its own correlation value. */
function serveSockets(representation: Representation, server: Server): void {
  const sockets = new WebSocketServer({ server, handleProtocols: (offered) => [...offered][0] ?? false });
  const [socket] = representation.sockets;
  if (socket === undefined) return;
  const exampleOf = (tag: string): Record<string, unknown> =>
    socket.server.messages.find((message) => message.tag === tag)?.examples[0]?.value as Record<string, unknown>;
  sockets.on('connection', (connection) => {
    connection.on('message', (data) => {
      const message = JSON.parse((data as Buffer).toString()) as Record<string, unknown>;
      const tag = String(message[socket.tag]);
      const exchange = socket.exchanges.find(({ request }) => request === tag);
      if (tag === socket.opening?.answer) push(connection, exampleOf(socket.opening.accepted));
      if (exchange !== undefined)
        push(connection, { ...exampleOf(exchange.replies[0] ?? ''), [exchange.correlation]: message[exchange.correlation] });
    });
    if (socket.opening !== undefined) push(connection, exampleOf(socket.opening.challenge));
  });
}
