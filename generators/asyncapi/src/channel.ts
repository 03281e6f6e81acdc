import type { Node, Parameter, Representation, Socket } from '@tidemark/model';
import { type JsonObject, limitsInForce, nonEmpty, nonEmptyObject, present, printSchema, reference } from '@tidemark/schema';
import { channelText } from './channel-text.ts';
import { messageObject } from './message.ts';

/** The only version of the ws binding: method, query and headers, nothing else. */
const bindingVersion = '0.1.0';

/** A Channel Object: one WebSocket endpoint with the messages of both directions, whose tags are disjoint. */
export function channelObject(socket: Socket, representation: Representation): JsonObject {
  const messages = [...socket.client.messages, ...socket.server.messages];
  return present({
    address: socket.path,
    messages: Object.fromEntries(messages.map((message) => [message.tag, messageObject(message, socket, representation)])),
    summary: socket.summary,
    description: channelText(socket, representation),
    parameters: nonEmptyObject(
      Object.fromEntries(parametersIn(socket, 'path').map((parameter) => [parameter.name, pathParameter(parameter)])),
    ),
    tags: nonEmpty(socket.tags.map((name) => tagReference(name))),
    bindings: { ws: binding(socket) },
    'x-limits': limitsInForce(representation, socket.limits),
    'x-tidemark-socket': socketFacts(socket),
  });
}

/** Tags are shared components: Redocly takes a tag that is written out twice for two tags of one name. */
export function tagReference(name: string): JsonObject {
  return reference('components', 'tags', name);
}

/** AsyncAPI 3.0 parameters are strings without a schema of their own. */
function pathParameter({ node }: Parameter): JsonObject {
  const values = node.kind === 'literal' ? node.values.map(String) : [];
  return present({ enum: nonEmpty(values), description: node.doc?.description, 'x-schema': printSchema(node, 'draft-07') });
}

/** The upgrade request. The subprotocol has no field in the binding, so it is a constant header. */
function binding(socket: Socket): JsonObject {
  const query = parametersIn(socket, 'query');
  const protocol: Node = {
    kind: 'literal',
    values: [socket.subprotocol],
    doc: { description: 'The subprotocol to offer; the server selects it or refuses the upgrade.' },
  };
  const headers = [
    ...parametersIn(socket, 'header'),
    { name: 'Sec-WebSocket-Protocol', in: 'header', required: true, node: protocol } as const,
  ];
  return present({
    method: 'GET',
    query: query.length === 0 ? undefined : parametersSchema(query, false),
    headers: parametersSchema(headers, true),
    bindingVersion,
  });
}

/** Query parameters are a closed set; a request always has more headers than a contract lists. */
function parametersSchema(parameters: readonly Parameter[], open: boolean): JsonObject {
  const node: Node = { kind: 'object', properties: parameters, additional: open ? { kind: 'any' } : false };
  return printSchema(node, 'draft-07');
}

function parametersIn(socket: Socket, place: Parameter['in']): readonly Parameter[] {
  return socket.parameters.filter((parameter) => parameter.in === place);
}

/** `x-tidemark-socket`: what AsyncAPI and its ws binding have no field for. */
function socketFacts(socket: Socket): JsonObject {
  const { subprotocol, tag, version, client, server, exchanges, opening, closeCodes, errors, access } = socket;
  return present({
    subprotocol,
    tag,
    version,
    client: client.messages.map((message) => message.tag),
    server: server.messages.map((message) => message.tag),
    exchanges: nonEmpty(exchanges),
    opening,
    closeCodes,
    errors: nonEmpty(errors),
    access: nonEmpty(access),
    extendedConnect: false,
  });
}
