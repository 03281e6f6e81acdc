import type { IncomingMessage, ServerResponse } from 'node:http';
import type {
  BodyOutcome,
  ByteSinkEvents,
  HeaderList,
  HttpExchange,
  HttpRequest,
  HttpResponse,
  StreamBlock,
  StreamSink,
} from './http-exchange.ts';
import { announcesBody, headerValues } from './headers.ts';
import { awaitsContinue, continueBody } from './node-expectation.ts';
import { pipelineOf, type Pipeline } from './node-pipeline.ts';
import { NodeStreamSink } from './node-sink.ts';
import type { Clock } from './time.ts';

const NO_HEADERS = Object.freeze({});
const NO_RAW_HEADERS: string[] = [];

/** How much of an unread body is read and thrown away to keep a connection usable. */
const DRAIN_BYTES = 1_048_576;

/** `node:http` as an `HttpExchange`. */
export class NodeExchange implements HttpExchange {
  readonly request: HttpRequest;
  readonly pipelined: number;
  readonly behindStream: boolean;
  readonly #incoming: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #clock: Clock;
  #extra: HeaderList = [];
  readonly #pipeline: Pipeline;

  constructor(
    incoming: IncomingMessage,
    response: ServerResponse,
    options: { readonly clock: Clock; readonly pathParameters: HttpRequest['pathParameters'] },
  ) {
    this.#incoming = incoming;
    this.#response = response;
    this.#clock = options.clock;
    this.request = requestOf(incoming, options.pathParameters);
    this.#pipeline = pipelineOf(incoming.socket);
    this.pipelined = this.#pipeline.answers;
    this.behindStream = this.#pipeline.holder !== null;
  }

  get closed(): boolean {
    return this.#incoming.socket.destroyed;
  }

  onClosed(callback: () => void): () => void {
    if (this.closed) {
      callback();
      return () => {};
    }
    const pipeline = this.#pipeline;
    pipeline.closed ??= new Set();
    pipeline.closed.add(callback);
    return () => {
      pipeline.closed?.delete(callback);
      if (pipeline.closed?.size === 0) pipeline.closed = null;
    };
  }

  addHeaders(headers: HeaderList): void {
    this.#extra = [...this.#extra, ...headers];
  }

  holdConnection(): void {
    this.#pipeline.holder = this.#response;
  }

  destroy(): void {
    this.#incoming.socket.destroy();
  }

  readBody(maxBytes: number): Promise<BodyOutcome> {
    const announced = Number(headerValues(this.request.rawHeaders, 'content-length')[0] ?? '0');
    if (announced > maxBytes) return Promise.resolve({ ok: false, fault: 'too-large' });
    const incoming = this.#incoming;
    continueBody(incoming, this.#response);
    return new Promise((resolve) => {
      const chunks: Uint8Array[] = [];
      let length = 0;
      const settle = (outcome: BodyOutcome): void => {
        // Not `for await`: leaving it early would destroy the connection that has to carry the answer.
        incoming.removeListener('data', collect);
        resolve(outcome);
      };
      const collect = (chunk: Uint8Array): void => {
        length += chunk.length;
        if (length > maxBytes) settle({ ok: false, fault: 'too-large' });
        else chunks.push(chunk);
      };
      incoming.on('data', collect);
      incoming.once('end', () => {
        settle({ ok: true, bytes: chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, length) });
      });
      incoming.once('error', () => {});
      incoming.once('close', () => {
        settle({ ok: false, fault: 'aborted' });
      });
    });
  }

  respond({ status, headers, body }: HttpResponse): void {
    const response = this.#response;
    if (response.headersSent || this.closed) return;
    const head = this.request.method === 'HEAD';
    // What GET would send of a stream has no length.
    const length: HeaderList = status === 204 || (head && body === undefined) ? [] : [['content-length', String(body?.length ?? 0)]];
    // Whoever was not told to send a body may send one or not: what comes next could be either (RFC 9110 section 10.1.1).
    const untold = awaitsContinue(this.#incoming);
    const all = [...headers, ...this.#extra, ...length];
    response.writeHead(status, flat(untold || !response.shouldKeepAlive ? closing(all) : all));
    if (this.#incoming.complete || !announcesBody(this.request.rawHeaders) || (untold && this.#incoming.readableLength === 0)) {
      response.end(head ? undefined : body);
      return;
    }
    if (!head && body !== undefined) response.write(body);
    this.#endBehindBody();
  }

  async openStream(headers: HeaderList, first: StreamBlock, events: ByteSinkEvents): Promise<StreamSink | null> {
    const response = this.#response;
    const { socket } = this.#incoming;
    if (response.socket === null) await this.#turn();
    if (socket.destroyed || response.headersSent) return null;
    response.writeHead(200, flat([...headers, ...this.#extra]));
    this.#forgetHead();
    const sink = new NodeStreamSink(response, socket, this.#clock, events);
    socket.cork();
    response.flushHeaders();
    sink.write(sink.chunked ? first.chunk : first.block);
    socket.uncork();
    return sink;
  }

  /** An open stream keeps nothing of its request: neither its memory (F4) nor its credential. */
  #forgetHead(): void {
    this.#incoming.headers = NO_HEADERS;
    this.#incoming.rawHeaders = NO_RAW_HEADERS;
  }

  /** Resolves when the answers ahead on this connection are sent, or the connection is gone. */
  async #turn(): Promise<void> {
    const { socket } = this.#incoming;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        this.#response.removeListener('socket', done);
        socket.removeListener('close', done);
        resolve();
      };
      this.#response.once('socket', done);
      socket.once('close', done);
      if (socket.destroyed) done();
    });
  }

  /**
   * The whole answer is out, and the client still sends: closing now would reset the connection, and with it the answer. So the rest is
   * read and thrown away, up to a bound; the server's request time-out ends a slow one.
   */
  #endBehindBody(): void {
    let left = DRAIN_BYTES;
    const end = (): void => {
      this.#response.end();
    };
    this.#incoming.on('data', (chunk: Uint8Array) => {
      left -= chunk.length;
      if (left < 0) end();
    });
    this.#incoming.once('end', end);
    this.#incoming.once('error', end);
    this.#incoming.resume();
  }
}

export function requestOf(incoming: IncomingMessage, pathParameters: HttpRequest['pathParameters']): HttpRequest {
  return {
    method: incoming.method ?? '',
    target: incoming.url ?? '',
    httpVersion: incoming.httpVersion,
    rawHeaders: incoming.rawHeaders,
    remoteAddress: incoming.socket.remoteAddress ?? '',
    pathParameters,
  };
}

/** A header of ours must not take back that the connection closes (RFC 9112 section 9.6). */
function closing(headers: HeaderList): HeaderList {
  const others = headers.filter(([name]) => name !== 'connection');
  const options = headers.filter(([name, value]) => name === 'connection' && value !== 'close').map(([, value]) => value);
  return [...others, ['connection', [...options, 'close'].join(', ')]];
}

function flat(headers: HeaderList): string[] {
  return headers.flatMap(([name, value]) => [name, value]);
}
