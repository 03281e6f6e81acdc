import Fastify, { LogController, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { Socket } from 'node:net';
import type { GatewayFault } from './descriptor.ts';
import { createErrorAnswers } from './error-answers.ts';
import { gatewayPlugin } from './fastify-adapter.ts';
import type { GatewayOptions } from './gateway.ts';
import { resolveLimits } from './limits.ts';
import { NodeExchange } from './node-exchange.ts';
import { encodeRawAnswer } from './raw-answer.ts';
import { systemClock } from './time.ts';

export interface CreateServerOptions extends GatewayOptions {
  /** Fastify's `logger`; default none. The gateway's own lines go to the same one unless `GatewayOptions.logger` is given. */
  readonly log?: FastifyServerOptions['logger'];
}

/** A Fastify instance with every bound of the listener set and the gateway registered; register services on it, then listen. */
export async function createServer(options: CreateServerOptions = {}): Promise<FastifyInstance> {
  const limits = resolveLimits({}, options.limits ?? {});
  const fastify = Fastify({
    logger: options.log ?? false,
    // Fastify's own lines hold the whole URL, query included; what is worth a line here is said without (P3.1).
    logController: new LogController({ disableRequestLogging: true }),
    // Every route is the contract's own; an implicit HEAD would bypass it.
    exposeHeadRoutes: false,
    return503OnClosing: false,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    // Streams are bounded by their own write deadline.
    connectionTimeout: 0,
    // A path parameter is bounded by its type, and the request head as a whole.
    routerOptions: { maxParamLength: limits.headerBytes },
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: Math.min(1_000, limits.headersMs),
      joinDuplicateHeaders: false,
    },
    clientErrorHandler: answerUnparsed,
    // A path that is no path (a malformed escape): the only error of the router itself.
    frameworkErrors: (_error, request, reply) => {
      reply.hijack();
      new NodeExchange(request.raw, reply.raw, { clock: systemClock, pathParameters: {} }).respond(answers.fault('invalid'));
    },
  });
  await fastify.register(gatewayPlugin(options));
  return fastify;
}

const answers = createErrorAnswers(null);

/** Requests that `node:http` could not parse: the same closed body as everywhere, and the connection ends. */
function answerUnparsed(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const { status, fault } = PARSE_ERRORS[error.code ?? ''] ?? { status: 400, fault: 'invalid' as const };
  socket.end(encodeRawAnswer({ ...answers.fault(fault), status }), () => socket.destroy());
}

const PARSE_ERRORS: Readonly<Record<string, { readonly status: number; readonly fault: GatewayFault }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, fault: 'tooLarge' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, fault: 'tooLarge' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, fault: 'requestTimeout' },
};
