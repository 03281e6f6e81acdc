import Fastify, { LogController, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { createErrorAnswers } from './error-answers.ts';
import { gatewayPlugin } from './fastify-adapter.ts';
import type { GatewayOptions } from './gateway.ts';
import { resolveLimits } from './limits.ts';
import { checkMessage } from './message-checks.ts';
import { NodeExchange } from './node-exchange.ts';
import { answerUnparsed } from './node-parse-errors.ts';
import { protocolAnswer } from './protocol-answers.ts';
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
      // Refused like everything else, with a body.
      requireHostHeader: false,
    },
    clientErrorHandler: (error: Error, socket) => {
      answerUnparsed(error, socket);
    },
    // A path that is no path (a malformed escape): the only error of the router itself.
    frameworkErrors: (_error, request, reply) => {
      const fault = checkMessage(request.raw);
      reply.hijack();
      new NodeExchange(request.raw, reply.raw, { clock: systemClock, pathParameters: {} }).respond(
        fault === null ? answers.fault('invalid') : protocolAnswer(fault),
      );
    },
  });
  await fastify.register(gatewayPlugin(options));
  return fastify;
}

const answers = createErrorAnswers(null);
