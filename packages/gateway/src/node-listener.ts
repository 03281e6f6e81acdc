import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Gateway } from './gateway.ts';
import { offersWebSocket } from './headers.ts';
import { expectContinue } from './node-expectation.ts';
import { NodeConnections } from './node-connections.ts';
import { answersUnderWay, trackPipeline } from './node-pipeline.ts';
import { returnRequest } from './node-return.ts';
import { NodeUpgrade } from './node-upgrade.ts';
import { protocolAnswer } from './protocol-answers.ts';
import { pathOfTarget, resolveAbsoluteTarget } from './request-target.ts';

/** What the gateway does at the sockets of one listener, below any framework's requests. */
export interface NodeListener {
  /** A server of the same listener, at another address; its upgrades are the business of who made it. */
  attach(server: Server): void;
  /** Ends every connection within `graceMs`. */
  end(): Promise<void>;
}

/** Takes over upgrades, connections and expectations of a server. */
export function createNodeListener(server: Server, gateway: Gateway): NodeListener {
  const { limits, timers } = gateway;
  const connections = new NodeConnections((count) => {
    gateway.setConnections(count);
    // Connections that do nothing make way for those that would.
    if (count > limits.connections - limits.healthReserve) connections.closeIdle();
  });
  const attach = (each: Server): void => {
    each.maxConnections = limits.connections;
    connections.watch(each);
    each.prependListener('request', (request, response) => {
      trackPipeline(request, response);
      resolveAbsoluteTarget(request);
    });
    // In its turn like every request: whether its body is wanted, and whether more is expected, is decided where all is.
    each.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
      expectContinue(request);
      each.emit('request', request, response);
    });
    each.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => each.emit('request', request, response));
    // `node:http` hands over the connection itself, here and for upgrades.
    each.on('connect', (request, stream, head) => {
      if (canTake(stream as Socket)) upgradeOf(gateway, request, stream as Socket, head).refuse(protocolAnswer('method'));
    });
  };
  attach(server);
  server.on('upgrade', (request, stream, head) => {
    const socket = stream as Socket;
    if (!offersWebSocket(request.rawHeaders)) returnRequest(server, request, socket, head);
    else if (canTake(socket)) upgrade(gateway, request, socket, head);
  });
  return { attach, end: () => connections.end(timers, limits.graceMs) };
}

/** An earlier answer may still be being written to the connection; RFC 6455 section 4.1 told the client to wait for it. */
function canTake(socket: Socket): boolean {
  if (answersUnderWay(socket) === 0) return true;
  // Before it is cut: an error without a listener would end the process (B3.6).
  socket.on('error', () => {});
  socket.destroy();
  return false;
}

function upgrade(gateway: Gateway, request: IncomingMessage, socket: Socket, head: Uint8Array): void {
  const { socket: mount, pathParameters } = gateway.findSocket(pathOfTarget(request.url ?? ''));
  void gateway.upgrade(mount, upgradeOf(gateway, request, socket, head, pathParameters));
}

function upgradeOf(
  { clock, timers, limits }: Gateway,
  request: IncomingMessage,
  socket: Socket,
  head: Uint8Array,
  pathParameters: Readonly<Record<string, string>> = {},
): NodeUpgrade {
  return new NodeUpgrade(request, socket, head, { clock, timers, pathParameters, closeMs: limits.closeMs });
}
