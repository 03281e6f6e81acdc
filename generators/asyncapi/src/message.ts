import type { Message, Representation, Socket } from '@tidemark/model';
import { type JsonObject, nonEmpty, pointer, present, reference } from '@tidemark/schema';

/** Reference to a message of a socket's channel, the only place that operations may take messages from. */
export function messageReference(socket: Socket, tag: string): JsonObject {
  return reference('channels', socket.name, 'messages', tag);
}

/** A Message Object, named by its tag; its payload is the named schema that streams use as well (C2.2a). */
export function messageObject(message: Message, socket: Socket, representation: Representation): JsonObject {
  const examples = message.examples.length > 0 ? message.examples : schemaExamples(message.schema, representation);
  return present({
    payload: reference('components', 'schemas', message.schema),
    correlationId: correlationId(message.tag, socket),
    contentType: 'application/json',
    name: message.tag,
    title: message.schema,
    description: message.description,
    examples: nonEmpty(examples.map(({ name, summary, value }) => ({ name, summary, payload: value }))),
    'x-tidemark-terminal': message.terminal,
  });
}

/** Where a request and its replies carry the value that they share; undefined for a message outside every exchange. */
function correlationId(tag: string, socket: Socket): JsonObject | undefined {
  const exchange = socket.exchanges.find(({ request, replies }) => request === tag || replies.includes(tag));
  if (exchange === undefined) return undefined;
  return { description: 'Equal in a request and its reply.', location: correlationLocation(exchange.correlation) };
}

/** A runtime expression for a top-level property of the payload. */
export function correlationLocation(property: string): string {
  return `$message.payload${pointer(property)}`;
}

function schemaExamples(name: string, representation: Representation): Message['examples'] {
  return representation.schemas.find((schema) => schema.name === name)?.examples ?? [];
}
