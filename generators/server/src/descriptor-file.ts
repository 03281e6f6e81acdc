import type {
  Access,
  ErrorRow,
  GeneratedFile,
  Node,
  Operation,
  Parameter,
  Representation,
  Response,
  Socket,
  Stream,
} from '@tidemark/model';
import { GATEWAY_FAULT_CODES } from './gateway-faults.ts';
import type { ServerInputs } from './inputs.ts';
import { Expression, literalText, type LiteralObject } from './literal.ts';
import { header, packageNames, quote } from './names.ts';
import { parameterLiteral } from './parameter-literal.ts';
import { resolveNode } from './resolve.ts';
import { docComment } from './text.ts';

/** `src/descriptor.ts`: what the gateway needs to know of the contract, as data and decoder functions. */
export function descriptorFile(representation: Representation, inputs: ServerInputs): GeneratedFile {
  const names = packageNames(representation, inputs);
  const start = `export const ${names.descriptor}: ServerDescriptor = `;
  const descriptor = literalText(descriptorLiteral(representation), start.length, '');
  const text = [
    `${header(representation, inputs)}\n`,
    `import type { ServerDescriptor } from '@tidemark/gateway';\n`,
    ...(usesDecoders(representation) ? [`import * as decoders from ${quote(`${names.client}/decoders`)};\n`] : []),
    `import { descriptions } from './descriptions.ts';\n\n`,
    docComment([`${representation.title} ${representation.version}, as data: endpoints, decoders, errors, limits.`]),
    `${start}${descriptor};\n`,
  ];
  return { path: 'src/descriptor.ts', text: text.join('') };
}

function usesDecoders({ operations, streams, sockets }: Representation): boolean {
  return (
    streams.length + sockets.length > 0 ||
    operations.some(({ body, responses }) => body !== undefined || responses.some(({ schema }) => schema !== undefined))
  );
}

function descriptorLiteral(representation: Representation): LiteralObject {
  const { id, version, title, errors, limits, security, operations, streams, sockets } = representation;
  const codes = new Set(errors.map(({ code }) => code));
  return {
    id,
    version,
    title,
    errors: errors.map((row) => errorLiteral(representation, row)),
    gatewayErrors: Object.fromEntries(Object.entries(GATEWAY_FAULT_CODES).filter(([, code]) => codes.has(code))),
    limits: Object.fromEntries(limits.map((limit) => [limit.name, limit.value])),
    security: security.map((scheme) =>
      scheme.kind === 'bearer' ? { name: scheme.name, kind: scheme.kind } : { name: scheme.name, kind: scheme.kind, header: scheme.header },
    ),
    operations: operations.map((operation) => operationLiteral(representation, operation)),
    streams: streams.map((stream) => streamLiteral(representation, stream)),
    sockets: sockets.map((socket) => socketLiteral(representation, socket)),
    descriptions: new Expression('descriptions'),
  };
}

/** Longest `message` that descriptions promise, in code points. */
const MESSAGE_LENGTH = 1_024;

function errorLiteral(representation: Representation, row: ErrorRow): LiteralObject {
  const { code, status, retriable } = row;
  const pathLength = violationPath(representation, row.details);
  return {
    code,
    status,
    retriable,
    message: Array.from(row.message ?? row.description)
      .slice(0, MESSAGE_LENGTH)
      .join(''),
    constant: row.message !== undefined,
    details: row.details === null ? 'none' : pathLength === undefined ? 'program' : 'violation',
    pathLength,
  };
}

/** Details of the shape `{ code, path }` are what the gateway's own refusals can fill; then the longest path, else undefined. */
function violationPath(representation: Representation, details: Node | null): number | undefined {
  const node = details === null ? undefined : resolveNode(representation, details);
  if (node?.kind !== 'object' || node.additional !== false || node.properties.length !== 2) return undefined;
  const [code, path] = ['code', 'path'].map((name) => {
    const property = node.properties.find((candidate) => candidate.name === name);
    return property === undefined ? undefined : resolveNode(representation, property.node);
  });
  const plain = code?.kind === 'string' && path?.kind === 'string' && code.pattern === undefined && path.pattern === undefined;
  return plain && (code.maxLength ?? Infinity) >= LONGEST_CODE ? (path.maxLength ?? path.maxBytes ?? MESSAGE_LENGTH) : undefined;
}

/** Of `DecodeError` codes: `malformed-identity`. */
const LONGEST_CODE = 18;

function endpointLiteral(
  representation: Representation,
  endpoint: { readonly name: string; readonly path: string; readonly access: Access; readonly parameters: readonly Parameter[] },
): LiteralObject {
  return {
    name: endpoint.name,
    path: endpoint.path,
    access: endpoint.access.map(({ scheme, scopes }) => ({ scheme, scopes })),
    parameters: endpoint.parameters.map((parameter) => ({
      name: parameter.name,
      in: parameter.in,
      required: parameter.required,
      node: parameterLiteral(representation, parameter.node),
    })),
  };
}

function operationLiteral(representation: Representation, operation: Operation): LiteralObject {
  return {
    ...endpointLiteral(representation, operation),
    method: operation.method,
    body: bodyLiteral(operation),
    responses: operation.responses.map((response) => responseLiteral(representation, response)),
  };
}

function responseLiteral(representation: Representation, { status, schema, headers }: Response): LiteralObject {
  return {
    status,
    decode: schema === undefined ? undefined : decoder(schema),
    headers: headers.map(({ name, required, node }) => ({ name, required, node: parameterLiteral(representation, node) })),
  };
}

function streamLiteral(representation: Representation, stream: Stream): LiteralObject {
  const { resume } = stream;
  return {
    ...endpointLiteral(representation, stream),
    method: stream.method,
    body: bodyLiteral(stream),
    tag: stream.tag,
    events: stream.events.map(({ tag, schema, id, terminal }) => ({ tag, decode: decoder(schema), id, terminal })),
    resume: resume && { option: resume.option, header: resume.header, bodyField: resume.bodyField },
    limits: { eventBytes: stream.limits.eventBytes, heartbeatMs: stream.limits.heartbeatMs },
  };
}

function socketLiteral(representation: Representation, socket: Socket): LiteralObject {
  return {
    ...endpointLiteral(representation, socket),
    subprotocol: socket.subprotocol,
    tag: socket.tag,
    decode: decoder(socket.client.schema),
    client: socket.client.messages.map(({ tag }) => tag),
    server: socket.server.messages.map(({ tag, schema, terminal }) => ({ tag, decode: decoder(schema), terminal })),
    exchanges: socket.exchanges.map(({ request, replies, correlation }) => ({ request, replies, correlation })),
    opening: socket.opening && { ...socket.opening },
    closeCodes: socket.closeCodes.map(({ code, name }) => ({ code, name })),
    limits: { messageBytes: socket.limits.messageBytes, replyMs: socket.limits.replyMs },
  };
}

function bodyLiteral({ body }: Operation | Stream): LiteralObject | undefined {
  return body && { decode: decoder(body.schema), maxBytes: body.maxBytes };
}

function decoder(schema: string): Expression {
  return new Expression(`decoders.decode${schema}`);
}
