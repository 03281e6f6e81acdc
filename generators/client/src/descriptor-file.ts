import type { Access, GeneratedFile, Node, Operation, Parameter, Representation, Socket, Stream } from '@tidemark/model';
import { ClientError } from './client-error.ts';
import { correlationFill } from './correlation.ts';
import { hasRequest, resolvesToBody, resultType } from './endpoints-file.ts';
import type { ClientInputs } from './inputs.ts';
import { type EndpointKind, type Names, parameterProperties } from './names.ts';
import { camel, docComment, header, namesStatement, propertyKey } from './text.ts';
import { Imports, MODULES, resolve } from './type-text.ts';
import { type Data, expandedLiteral, Reference } from './value.ts';

interface Context {
  readonly representation: Representation;
  readonly names: Names;
  /** Values and types of this file. */
  readonly values: Imports;
  readonly types: Imports;
}

/** `src/descriptor.ts`: the contract as data for the transport. */
export function emitDescriptor(representation: Representation, inputs: ClientInputs, names: Names): GeneratedFile {
  const context = { representation, names, values: new Imports(), types: new Imports() };
  const declarations = [
    serviceDescriptor(context, inputs),
    ...limits(representation),
    ...representation.operations.map((operation) => operationDescriptor(operation, context)),
    ...representation.streams.map((stream) => streamDescriptor(stream, context)),
    ...representation.sockets.map((socket) => socketDescriptor(socket, context)),
  ];
  const statements = [
    ['import type', context.types, MODULES.transport],
    ['import', context.values, MODULES.decoders],
    ['import type', context.types, MODULES.endpoints],
    ['import', context.values, MODULES.errors],
    ['import type', context.types, MODULES.types],
  ] as const;
  const imports = statements.flatMap(([keyword, from, module]) => {
    const used = from.names(module);
    return used.length === 0 ? [] : [namesStatement(keyword, used, module)];
  });
  return {
    path: 'src/descriptor.ts',
    text: `${[[header(representation, inputs.runtimeVersion), ...imports].join('\n'), ...declarations].join('\n\n')}\n`,
  };
}

/** Names of the constants in `src/descriptor.ts`. */
export const constantNames = {
  service: (representation: Representation): string => `${camel(representation.id)}Descriptor`,
  limits: (representation: Representation): string => `${camel(representation.id)}Limits`,
  operation: (name: string): string => `${name}Operation`,
  stream: (name: string): string => `${name}Stream`,
  socket: (name: string): string => `${name}Socket`,
} as const;

function decoder(schema: string, context: Context): Reference {
  return new Reference(context.values.use(MODULES.decoders, `decode${schema}`));
}

function serviceDescriptor(context: Context, inputs: ClientInputs): string {
  const { representation, names } = context;
  const errors = representation.errors.map((row): [string, Data] => {
    const type = new Reference(context.values.use(MODULES.errors, names.errorClass(row.code)));
    const details = row.details === null ? null : decoder(row.details.name, context);
    return [row.code, { status: row.status, retriable: row.retriable, type, details }];
  });
  const security = representation.security.map((scheme): [string, Data] => [
    scheme.name,
    scheme.kind === 'bearer' ? { kind: 'bearer' } : { kind: 'api-key', header: scheme.header },
  ]);
  const data = {
    id: representation.id,
    version: representation.version,
    errors: Object.fromEntries(errors),
    security: Object.fromEntries(security),
    digests: { ...inputs.digests },
  };
  const type = context.types.use(MODULES.transport, 'ServiceDescriptor');
  const doc = docComment([`${representation.title} ${representation.version}, as far as its endpoints share it.`]);
  return `${doc}export const ${constantNames.service(representation)}: ${type} = ${expandedLiteral(data)};`;
}

/** A constant of its own, since nothing at run time reads it: a bundle that does not name it does not hold it. */
function limits(representation: Representation): readonly string[] {
  if (representation.limits.length === 0) return [];
  const name = constantNames.limits(representation);
  const rows = representation.limits.map((row) => {
    const doc = docComment([`${row.description} Unit: ${row.unit}.`], '  ');
    return { name: propertyKey(row.name), doc, value: row.value };
  });
  const type = rows.map((row) => `${row.doc}  readonly ${row.name}: number;\n`).join('');
  const values = rows.map((row) => `  ${row.name}: ${row.value},\n`).join('');
  return [`${docComment([`Published bounds of ${representation.title}.`])}export const ${name}: {\n${type}} = {\n${values}};`];
}

function requestName(endpoint: Operation | Stream | Socket, context: Context): string {
  return hasRequest(endpoint) ? context.types.use(MODULES.endpoints, context.names.request(endpoint.name)) : 'unknown';
}

function operationDescriptor(operation: Operation, context: Context): string {
  const { names, types } = context;
  const responses = operation.responses.map((response): [string, Data] => [
    String(response.status),
    {
      decode: response.schema === undefined ? undefined : decoder(response.schema, context),
      headers:
        response.headers.length === 0
          ? undefined
          : response.headers.map(({ name, required, node }) => ({ name, required, type: headerType(node, context) })),
    },
  ]);
  const data = {
    ...endpointData(operation, 'operation', context),
    method: operation.method,
    body: bodyData(operation, context),
    responses: Object.fromEntries(responses),
    result: resolvesToBody(operation) ? 'body' : 'response',
  };
  const result = resolvesToBody(operation)
    ? resultType(operation, names, (schema) => types.use(MODULES.types, schema))
    : types.use(MODULES.endpoints, names.response(operation.name));
  const type = `${types.use(MODULES.transport, 'OperationDescriptor')}<${requestName(operation, context)}, ${result}>`;
  return `export const ${constantNames.operation(operation.name)}: ${type} = ${expandedLiteral(data)};`;
}

function streamDescriptor(stream: Stream, context: Context): string {
  const events = stream.events.map((event): [string, Data] => [
    event.tag,
    { decode: decoder(event.schema, context), id: event.id, terminal: event.terminal },
  ]);
  const data = {
    ...endpointData(stream, 'stream', context),
    method: stream.method,
    body: bodyData(stream, context),
    events: Object.fromEntries(events),
    unknownEvents: stream.unknownEvents ?? 'refuse',
    resume: resumeData(stream),
    eventBytes: limit(stream.limits.eventBytes, context),
    heartbeatMs: limit(stream.limits.heartbeatMs, context),
  };
  const event = context.types.use(MODULES.endpoints, context.names.event(stream.name));
  const type = `${context.types.use(MODULES.transport, 'StreamDescriptor')}<${requestName(stream, context)}, ${event}>`;
  return `export const ${constantNames.stream(stream.name)}: ${type} = ${expandedLiteral(data)};`;
}

/** The body beats the header where both may carry the position, so that is where a client puts it. */
function resumeData({ resume }: Stream): Data | undefined {
  if (resume === undefined) return undefined;
  return { option: resume.option, carrier: resume.bodyField === undefined ? { in: 'header' } : { in: 'body', field: resume.bodyField } };
}

function socketDescriptor(socket: Socket, context: Context): string {
  const schemaOf = (tag: string): string => socket.client.messages.find((message) => message.tag === tag)?.schema ?? '';
  const terminals = socket.server.messages.flatMap(({ tag, terminal }): [string, Data][] =>
    terminal === undefined ? [] : [[tag, terminal]],
  );
  const exchanges = socket.exchanges.map(({ request, replies, correlation }): [string, Data] => [
    request,
    { replies, correlation, fill: correlationFill(context.representation, schemaOf(request), correlation) },
  ]);
  const data = {
    ...endpointData(socket, 'socket', context),
    subprotocol: socket.subprotocol,
    tag: socket.tag,
    decode: decoder(socket.server.schema, context),
    terminals: Object.fromEntries(terminals),
    exchanges: Object.fromEntries(exchanges),
    opening: socket.opening === undefined ? undefined : { ...socket.opening },
    closeCodes: Object.fromEntries(socket.closeCodes.map(({ code, name, reconnect }) => [code, { name, reconnect }])),
    messageBytes: limit(socket.limits.messageBytes, context),
    replyMs: limit(socket.limits.replyMs, context),
  };
  const type = context.types.use(MODULES.endpoints, context.names.socket(socket.name));
  const descriptor = `${context.types.use(MODULES.transport, 'SocketDescriptor')}<${requestName(socket, context)}, ${type}>`;
  return `export const ${constantNames.socket(socket.name)}: ${descriptor} = ${expandedLiteral(data)};`;
}

function endpointData(endpoint: Operation | Stream | Socket, kind: EndpointKind, context: Context) {
  const properties = parameterProperties(endpoint, kind);
  return {
    name: endpoint.name,
    path: endpoint.path,
    access: accessData(endpoint.access),
    parameters: endpoint.parameters.map((parameter) => parameterData(parameter, properties.get(parameter) ?? parameter.name, context)),
  };
}

function accessData(access: Access): Data {
  return access.map(({ scheme, scopes }) => ({ scheme, scopes }));
}

function parameterData(parameter: Parameter, property: string, context: Context): Data {
  const repeated = resolve(context.representation, parameter.node).kind === 'array';
  return {
    name: parameter.name,
    property: property === parameter.name ? undefined : property,
    in: parameter.in,
    required: parameter.required,
    repeated: repeated ? true : undefined,
  };
}

function bodyData(endpoint: Operation | Stream, context: Context): Data | undefined {
  return endpoint.body === undefined ? undefined : { maxBytes: limit(endpoint.body.maxBytes, context) };
}

function headerType(node: Node, context: Context): string {
  const resolved = resolve(context.representation, node);
  const [first] = resolved.kind === 'literal' ? resolved.values : [];
  if (resolved.kind === 'number' || typeof first === 'number') return 'number';
  return resolved.kind === 'boolean' || typeof first === 'boolean' ? 'boolean' : 'string';
}

function limit(name: string, { representation }: Context): number {
  const found = representation.limits.find((candidate) => candidate.name === name);
  if (found === undefined) throw new ClientError('unknown-reference', `limit ${name}`);
  return found.value;
}
