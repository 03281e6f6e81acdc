import { type Contract, dereference, flattenUnion, type JsonSchema, literalOf, type VersionCarrier } from '@tidemark/contract';
import { bodyOf, endpointOf, examplesOf } from './endpoints.ts';
import type { SchemaTable } from './named-schemas.ts';
import type { Message, Socket, Stream } from './representation.ts';

type Version = Stream['version'];

/** Streams in the author's order; events in the order of their entries. */
export function streamsOf(contract: Contract, table: SchemaTable, major: number): readonly Stream[] {
  return Object.entries(contract.streams ?? {}).map(([name, stream]) => {
    const schemaOf = messageNames(table, stream.message, stream.tag);
    return {
      ...endpointOf(contract, table, name, stream, ['streams', name]),
      method: stream.method,
      ...bodyOf(table, stream.request),
      tag: stream.tag,
      version: versionOf(stream.version, major),
      message: table.nameOf(stream.message),
      events: Object.entries(stream.events).map(([tag, event]) => ({ ...messageOf(tag, schemaOf, event), id: event.id })),
      ...(stream.unknownEvents === undefined ? {} : { unknownEvents: stream.unknownEvents }),
      ...(stream.resume === undefined ? {} : { resume: { ...stream.resume } }),
      limits: { ...stream.limits },
    };
  });
}

/** Sockets in the author's order; messages of each direction in the order of their entries. */
export function socketsOf(contract: Contract, table: SchemaTable, major: number): readonly Socket[] {
  return Object.entries(contract.sockets ?? {}).map(([name, socket]) => {
    const client = messageNames(table, socket.client, socket.tag);
    const server = messageNames(table, socket.server, socket.tag);
    const entries = Object.entries(socket.messages);
    const side = (names: ReadonlyMap<string, string>): readonly Message[] =>
      entries.filter(([tag]) => names.has(tag)).map(([tag, entry]) => messageOf(tag, names, entry));
    return {
      ...endpointOf(contract, table, name, socket, ['sockets', name]),
      subprotocol: socket.subprotocol,
      tag: socket.tag,
      version: versionOf(socket.version, major),
      client: { schema: table.nameOf(socket.client), messages: side(client) },
      server: { schema: table.nameOf(socket.server), messages: side(server) },
      exchanges: Object.entries(socket.exchanges ?? {}).map(([request, exchange]) => ({
        request,
        replies: [...exchange.replies],
        correlation: exchange.correlation,
      })),
      ...(socket.opening === undefined ? {} : { opening: { ...socket.opening } }),
      closeCodes: [...STANDARD_CLOSE_CODES, ...Object.entries(socket.closeCodes).map(([code, row]) => ({ code: Number(code), ...row }))],
      limits: { ...socket.limits },
    };
  });
}

/** RFC 6455 section 7.4.1, those that a server or a client of ours sends. */
const STANDARD_CLOSE_CODES: Socket['closeCodes'] = [
  { code: 1000, name: 'normal', description: 'The purpose of the connection is fulfilled.', reconnect: false },
  { code: 1001, name: 'going-away', description: 'The server is draining, or the page is left.', reconnect: true },
  { code: 1002, name: 'protocol-error', description: 'A frame violates RFC 6455.', reconnect: false },
  { code: 1003, name: 'unsupported-data', description: 'A binary message was sent; only text is accepted.', reconnect: false },
  {
    code: 1007,
    name: 'invalid-data',
    description: 'A text message is not UTF-8, or does not decode as a message of this contract.',
    reconnect: false,
  },
  {
    code: 1008,
    name: 'policy-violation',
    description: 'A bound on rates or the order of messages was violated, or access was refused.',
    reconnect: false,
  },
  { code: 1009, name: 'too-big', description: 'A frame or a message exceeds its bound.', reconnect: false },
  { code: 1011, name: 'internal-error', description: 'A fault of the server.', reconnect: true },
  { code: 1013, name: 'try-again-later', description: 'The server cannot serve now, or the reader is too slow.', reconnect: true },
];

function messageNames(table: SchemaTable, message: unknown, tag: string): ReadonlyMap<string, string> {
  const { definitions } = table;
  const members = flattenUnion(dereference(message as JsonSchema, definitions), definitions);
  return new Map(members.map((member) => [literalOf(dereference(member, definitions), tag) ?? '', table.nameOf(member)]));
}

function messageOf(
  tag: string,
  schemaOf: ReadonlyMap<string, string>,
  entry: { readonly description?: string; readonly terminal?: 'reconnect' | 'final'; readonly examples: Parameters<typeof examplesOf>[0] },
): Message {
  return {
    tag,
    schema: schemaOf.get(tag) ?? '',
    ...(entry.description === undefined ? {} : { description: entry.description }),
    examples: examplesOf(entry.examples),
    ...(entry.terminal === undefined ? {} : { terminal: entry.terminal }),
  };
}

function versionOf(version: VersionCarrier, major: number): Version {
  return 'field' in version ? { field: version.field, value: major } : { none: version.none };
}
