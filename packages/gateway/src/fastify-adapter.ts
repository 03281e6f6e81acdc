import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { ServerDescriptor } from './descriptor.ts';
import { createGateway, type Gateway, type GatewayOptions, type MountedRoute } from './gateway.ts';
import { GatewayError } from './gateway-error.ts';
import type { Logger } from './logger.ts';
import { checkMessage } from './message-checks.ts';
import { NodeExchange } from './node-exchange.ts';
import { continueBody } from './node-expectation.ts';
import { createNodeListener } from './node-listener.ts';
import { answerUnparsed } from './node-parse-errors.ts';
import { protocolAnswer } from './protocol-answers.ts';
import type { ServiceOptions } from './service.ts';

/** A Fastify plugin, as `fastify.register` takes it. */
export type GatewayPlugin = FastifyPluginAsync;

const GATEWAY = Symbol.for('tidemark.gateway');
/** Fastify's own mark for a plugin whose decorations and hooks belong to the instance that registers it. */
const SKIP_OVERRIDE = Symbol.for('skip-override');

/** Marks the answer to what no route answers: the gateway's own, unless an application has set one for its prefix. */
const UNKNOWN = {};

/** The gateway of a Fastify instance: health, discovery, 404, upgrades, shutdown. Register it once, before the services. */
export function gatewayPlugin(options: GatewayOptions = {}): GatewayPlugin {
  const plugin: FastifyPluginAsync = async (fastify) => {
    const gateway = createGateway({ logger: fastify.log, ...options });
    fastify.decorate(GATEWAY, gateway);
    const unknown = (request: FastifyRequest, reply: FastifyReply): void => {
      take(gateway, { path: '*', handle: gateway.handleUnknown }, request, reply);
    };
    const listener = createNodeListener(fastify.server, gateway);
    fastify.addHook('onRequest', (request, reply, done) => {
      const fault = checkMessage(request.raw);
      if (fault === null) {
        // Ahead of Fastify's reading of the body, like every route of the gateway.
        if (request.routeOptions.config === UNKNOWN) unknown(request, reply);
        else done();
        return;
      }
      reply.hijack();
      new NodeExchange(request.raw, reply.raw, { clock: gateway.clock, pathParameters: {} }).respond(protocolAnswer(fault));
    });
    // Of requests that are not the gateway's: Fastify is about to read the body.
    fastify.addHook('preParsing', (request, reply, payload, done) => {
      continueBody(request.raw, reply.raw);
      done(null, payload);
    });
    fastify.addHook('onListen', (done) => {
      for (const server of otherServers(fastify)) {
        listener.attach(server);
        server.on('clientError', (error, socket) => {
          answerUnparsed(error, socket as Socket);
        });
      }
      checkAddress(fastify, gateway, options.logger ?? fastify.log);
      done();
    });
    fastify.addHook('preClose', async () => {
      await gateway.drain();
      await listener.end();
    });
    for (const route of gateway.ownRoutes) addRoute(fastify, gateway, route, route.path);
    fastify.setNotFoundHandler({ config: UNKNOWN } as object, unknown);
  };
  return Object.assign(plugin, { [SKIP_OVERRIDE]: true });
}

/** Fastify tells nobody what an `onListen` hook throws: so the server says it, and closes before it has answered anybody. */
function checkAddress(fastify: FastifyInstance, gateway: Gateway, logger: Logger): void {
  try {
    gateway.setAddress(tcpAddress(fastify.server.address()));
  } catch (err) {
    logger.error({ err }, 'cannot serve at this address');
    void fastify.close();
  }
}

/** Mounts a contract's server on the gateway of a Fastify instance. Generated packages call it with their descriptor. */
export function servicePlugin<P>(descriptor: ServerDescriptor, handlers: object, options: ServiceOptions<P>): GatewayPlugin {
  return async (fastify) => {
    const gateway = gatewayOf(fastify);
    if (gateway === undefined) throw new GatewayError('missing-gateway', descriptor.id);
    const { prefix } = fastify;
    for (const route of gateway.mount(descriptor, handlers, options, prefix)) {
      addRoute(fastify, gateway, route, route.path.slice(prefix.length));
    }
  };
}

/** The gateway that was registered on an instance, or undefined. */
export function gatewayOf(fastify: FastifyInstance): Gateway | undefined {
  return (fastify as unknown as { readonly [GATEWAY]?: Gateway })[GATEWAY];
}

function addRoute(fastify: FastifyInstance, gateway: Gateway, route: MountedRoute, path: string): void {
  fastify.all(path.replace(/\{([^{}]+)\}/g, ':$1'), {
    // Ahead of Fastify's own body parsing and content-type checks: what is refused, and how, is the contract's business.
    onRequest: (request, reply) => {
      take(gateway, route, request, reply);
    },
    handler: () => {},
  });
}

/** Takes a request from Fastify for good. */
function take(gateway: Gateway, route: MountedRoute, request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  const pathParameters = request.params as Readonly<Record<string, string>>;
  void route.handle(new NodeExchange(request.raw, reply.raw, { clock: gateway.clock, pathParameters }));
}

/** Fastify listens once per address of a name such as `localhost`, and keeps the other servers to itself. */
function otherServers(fastify: FastifyInstance): readonly Server[] {
  const key = Object.getOwnPropertySymbols(fastify).find(({ description }) => description === 'fastify.serverBindings');
  return key === undefined ? [] : ((fastify as unknown as Readonly<Record<symbol, readonly Server[]>>)[key] ?? []);
}

function tcpAddress(address: AddressInfo | string | null): AddressInfo | null {
  return typeof address === 'object' ? address : null;
}
