import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { ServerDescriptor } from './descriptor.ts';
import { createGateway, type Gateway, type GatewayOptions, type MountedRoute } from './gateway.ts';
import { GatewayError } from './gateway-error.ts';
import type { Logger } from './logger.ts';
import { NodeExchange } from './node-exchange.ts';
import { answersUnderWay, trackPipeline } from './node-pipeline.ts';
import { NodeUpgrade } from './node-upgrade.ts';
import type { ServiceOptions } from './service.ts';

/** A Fastify plugin, as `fastify.register` takes it. */
export type GatewayPlugin = FastifyPluginAsync;

const GATEWAY = Symbol.for('tidemark.gateway');
/** Fastify's own mark for a plugin whose decorations and hooks belong to the instance that registers it. */
const SKIP_OVERRIDE = Symbol.for('skip-override');

/** The gateway of a Fastify instance: health, discovery, 404, upgrades, shutdown. Register it once, before the services. */
export function gatewayPlugin(options: GatewayOptions = {}): GatewayPlugin {
  const plugin: FastifyPluginAsync = async (fastify) => {
    const gateway = createGateway({ logger: fastify.log, ...options });
    fastify.decorate(GATEWAY, gateway);
    attachToServer(fastify, gateway);
    fastify.addHook('onRequest', (request, reply, done) => {
      trackPipeline(request.raw, reply.raw);
      done();
    });
    fastify.addHook('onListen', (done) => {
      checkAddress(fastify, gateway, options.logger ?? fastify.log);
      done();
    });
    fastify.addHook('preClose', () => gateway.drain());
    for (const route of gateway.ownRoutes) addRoute(fastify, gateway, route, route.path);
    fastify.setNotFoundHandler({}, (request, reply) => {
      take(gateway, { path: '*', handle: gateway.handleUnknown }, request, reply);
    });
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

function attachToServer({ server }: FastifyInstance, gateway: Gateway): void {
  server.maxConnections = gateway.limits.connections;
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    gateway.setConnections(connections);
    socket.once('close', () => {
      connections -= 1;
      gateway.setConnections(connections);
    });
    // Connections that do nothing make way for those that would.
    if (connections > gateway.limits.connections - gateway.limits.healthReserve) server.closeIdleConnections();
  });
  server.on('upgrade', (request, stream, head) => {
    // `node:http` hands over the connection itself.
    upgrade(gateway, request, stream as Socket, head);
  });
}

function upgrade(gateway: Gateway, request: IncomingMessage, socket: Socket, head: Uint8Array): void {
  const { socket: mount, pathParameters } = gateway.findSocket(request.url ?? '');
  const { clock, timers, limits } = gateway;
  const exchange = new NodeUpgrade(request, socket, head, { clock, timers, pathParameters, closeMs: limits.closeMs });
  // An earlier answer is still being written to this connection; the client was told by RFC 6455 section 4.1 to wait for it.
  if (answersUnderWay(socket) > 0) socket.destroy();
  else void gateway.upgrade(mount, exchange);
}

function tcpAddress(address: AddressInfo | string | null): AddressInfo | null {
  return typeof address === 'object' ? address : null;
}
