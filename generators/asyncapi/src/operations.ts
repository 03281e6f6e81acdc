import type { Message, Socket } from '@tidemark/model';
import { type JsonObject, pascalCase, present, reference, uniqueName } from '@tidemark/schema';
import { correlationLocation, messageReference } from './message.ts';
import { securityReferences } from './security.ts';

/** Operations of all channels, by id: one for each message that a client sends, one for each that the server sends unasked. */
export function operationObjects(sockets: readonly Socket[]): JsonObject {
  const taken = new Set<string>();
  return Object.fromEntries(sockets.flatMap((socket) => [...receives(socket, taken), ...sends(socket, taken)]));
}

function receives(socket: Socket, taken: Set<string>): readonly [string, JsonObject][] {
  return socket.client.messages.map((message) => {
    const id = uniqueName(`${socket.name}Receive${pascalCase(message.tag)}`, taken);
    return [id, operation('receive', message, socket, reply(message.tag, socket))];
  });
}

/** A message that only answers a request is part of that request's operation. */
function sends(socket: Socket, taken: Set<string>): readonly [string, JsonObject][] {
  const answers = new Set(socket.client.messages.flatMap(({ tag }) => replyTags(tag, socket)));
  const pushes = socket.server.messages.filter(({ tag }) => !answers.has(tag));
  return pushes.map((message) => [
    uniqueName(`${socket.name}Send${pascalCase(message.tag)}`, taken),
    operation('send', message, socket, {}),
  ]);
}

function operation(action: 'send' | 'receive', message: Message, socket: Socket, rest: JsonObject): JsonObject {
  return present({
    action,
    channel: reference('channels', socket.name),
    summary: `${action === 'receive' ? 'Clients send' : 'The server sends'} \`${message.tag}\`.`,
    description: message.description,
    security: securityReferences(socket.access),
    messages: [messageReference(socket, message.tag)],
    ...rest,
  });
}

/** The reply comes over the same channel. That its correlation property equals the request's has no field in AsyncAPI. */
function reply(tag: string, socket: Socket): JsonObject {
  const tags = replyTags(tag, socket);
  if (tags.length === 0) return {};
  const exchange = socket.exchanges.find(({ request }) => request === tag);
  const location = exchange && correlationLocation(exchange.correlation);
  return present({
    reply: { channel: reference('channels', socket.name), messages: tags.map((answer) => messageReference(socket, answer)) },
    'x-tidemark-correlation': location === undefined ? undefined : { request: location, reply: location, equal: true },
  });
}

/** What answers a client's message: the replies of its exchange, or the acceptance of an opening's answer. */
function replyTags(tag: string, { exchanges, opening }: Socket): readonly string[] {
  const exchange = exchanges.find(({ request }) => request === tag);
  if (exchange !== undefined) return exchange.replies;
  return opening?.answer === tag ? [opening.accepted] : [];
}
