import type { RequestContext, SocketConnection, SocketEnd, StreamContext } from './context.ts';
import type { ServerDescriptor } from './descriptor.ts';
import { GatewayError } from './gateway-error.ts';
import type { StreamEndReason } from './stream-session.ts';

/** What the generated `Handlers` interfaces come down to once their types are erased. Request and result types are the generated ones. */
export type OperationHandler = (request: unknown, context: RequestContext<unknown>) => unknown;

export interface StreamHandler {
  /** Decides, before a byte is sent: throwing refuses with a status; what it returns is the stream. */
  open(request: unknown, context: StreamContext<unknown>): AsyncIterable<object> | Promise<AsyncIterable<object>>;
  /** Only where the contract has terminal events. */
  terminal?(reason: StreamEndReason): object;
}

export interface SocketHandler {
  /** Decides, before the 101: throwing refuses with a status; what it returns serves this one connection. */
  open(request: unknown, context: RequestContext<unknown>): SocketService | Promise<SocketService>;
  /** Only where the contract has terminal messages. */
  terminal?(reason: StreamEndReason): object;
}

/** One connection's side of the conversation. */
export interface SocketService {
  /** Challenge first: what the server says before it accepts anything but the answer. Throwing ends the socket with 1008. */
  readonly opening?: {
    challenge(): object | Promise<object>;
    answer(message: object): object | Promise<object>;
  };
  /** Messages may flow from now on. */
  opened?(connection: SocketConnection): void | Promise<void>;
  /** By the client's tag. A request's handler returns its reply. */
  readonly messages: Readonly<Record<string, (message: never, connection: SocketConnection) => unknown>>;
  /** Once, whoever ended it. */
  closed?(end: SocketEnd): void;
}

/** The handler of an endpoint, checked to be there: a class or an object, so that `this` is its own. */
export function handlerOf(handlers: object, name: string): OperationHandler {
  const handler = (handlers as Readonly<Record<string, unknown>>)[name];
  if (typeof handler !== 'function') throw new GatewayError('missing-handler', name);
  return (request, context) => Reflect.apply(handler, handlers, [request, context]) as unknown;
}

/** The handler object of a stream or socket, checked to have `open`. */
export function openerOf(handlers: object, name: string, terminal: boolean): StreamHandler & SocketHandler {
  const handler = (handlers as Readonly<Record<string, unknown>>)[name];
  if (typeof handler !== 'object' || handler === null || !('open' in handler) || typeof handler.open !== 'function') {
    throw new GatewayError('missing-handler', `${name}.open`);
  }
  if (terminal && (!('terminal' in handler) || typeof handler.terminal !== 'function')) {
    throw new GatewayError('missing-handler', `${name}.terminal`);
  }
  return handler as StreamHandler & SocketHandler;
}

/** Every endpoint has its handler: found at start-up, not by the first caller. */
export function checkHandlers(descriptor: ServerDescriptor, handlers: object): void {
  for (const { name } of descriptor.operations) handlerOf(handlers, name);
  for (const { name, events } of descriptor.streams) openerOf(handlers, name, hasTerminal(events));
  for (const { name, server } of descriptor.sockets) openerOf(handlers, name, hasTerminal(server));
}

function hasTerminal(messages: readonly { readonly terminal?: unknown }[]): boolean {
  return messages.some(({ terminal }) => terminal !== undefined);
}
