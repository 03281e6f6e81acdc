import type { GeneratedFile, Operation, Parameter, Representation, Response, Socket, Stream } from '@tidemark/model';
import { correlationFill } from './correlation.ts';
import type { ClientInputs } from './inputs.ts';
import { type EndpointKind, type Names, parameterProperties } from './names.ts';
import { docComment, header, namesStatement, propertyKey, quote, unionAlias, WIDTH } from './text.ts';
import { Imports, MODULES, textType } from './type-text.ts';

/** Everything that the declarations of one file share. */
interface Context {
  readonly representation: Representation;
  readonly names: Names;
  readonly imports: Imports;
}

/** `src/endpoints.ts`: what each operation, stream and socket takes and gives. */
export function emitEndpoints(representation: Representation, inputs: ClientInputs, names: Names): GeneratedFile {
  const context = { representation, names, imports: new Imports() };
  const declarations = [
    ...representation.operations.flatMap((operation) => [
      ...requestType(operation, 'operation', context),
      ...responseType(operation, context),
    ]),
    ...representation.streams.flatMap((stream) => [...requestType(stream, 'stream', context), eventType(stream, context)]),
    ...representation.sockets.flatMap((socket) => [...requestType(socket, 'socket', context), socketType(socket, context)]),
  ];
  const imports = [MODULES.codec, MODULES.transport, MODULES.types].flatMap((module) => {
    const used = context.imports.names(module);
    return used.length === 0 ? [] : [namesStatement('import type', used, module)];
  });
  const head = [header(representation, inputs.runtimeVersion), ...imports].join('\n');
  // A file without declarations has to be a module all the same.
  return { path: 'src/endpoints.ts', text: `${[head, ...(declarations.length === 0 ? ['export {};'] : declarations)].join('\n\n')}\n` };
}

/** Whether an endpoint takes anything but options. */
export function hasRequest(endpoint: Operation | Stream | Socket): boolean {
  return (
    endpoint.parameters.length > 0 ||
    ('body' in endpoint && endpoint.body !== undefined) ||
    ('resume' in endpoint && endpoint.resume !== undefined)
  );
}

function requestType(endpoint: Operation | Stream | Socket, kind: EndpointKind, context: Context): readonly string[] {
  if (!hasRequest(endpoint)) return [];
  const properties = parameterProperties(endpoint, kind);
  const rows = endpoint.parameters.map((parameter) =>
    parameterRow(parameter, properties.get(parameter) ?? parameter.name, context.imports),
  );
  if ('body' in endpoint && endpoint.body !== undefined) {
    rows.push(
      `${docComment([endpoint.body.description], '  ')}  readonly body: ${context.imports.use(MODULES.types, endpoint.body.schema)};`,
    );
  }
  if ('resume' in endpoint && endpoint.resume !== undefined) {
    rows.push(`${docComment([endpoint.resume.description], '  ')}  readonly ${endpoint.resume.option}?: string;`);
  }
  return [`/** What \`${endpoint.name}\` takes. */\nexport interface ${context.names.request(endpoint.name)} {\n${rows.join('\n')}\n}`];
}

function parameterRow(parameter: Parameter, property: string, imports: Imports): string {
  const { doc } = parameter.node;
  const head = `  readonly ${propertyKey(property)}${parameter.required ? '' : '?'}:`;
  const type = textType(parameter.node, imports);
  const flat = `${head} ${type};`;
  const row =
    flat.length <= WIDTH || !type.includes(' | ') || type.startsWith('readonly')
      ? flat
      : `${head}\n${type
          .split(' | ')
          .map((member) => `    | ${member}`)
          .join('\n')};`;
  return docComment([doc?.title, doc?.description, doc?.deprecated === true ? '@deprecated' : undefined], '  ') + row;
}

/** Whether an operation's only success answer is a body, or nothing, without headers: then the call resolves to that. */
export function resolvesToBody(operation: Operation): boolean {
  return operation.responses.length === 1 && operation.responses[0]?.headers.length === 0;
}

/** What a call of an operation resolves to. */
export function resultType(operation: Operation, names: Names, use: (schema: string) => string): string {
  if (!resolvesToBody(operation)) return names.response(operation.name);
  const schema = operation.responses[0]?.schema;
  return schema === undefined ? 'void' : use(schema);
}

function responseType(operation: Operation, context: Context): readonly string[] {
  if (resolvesToBody(operation)) return [];
  const members = operation.responses.map((response) => responseMember(response, context.imports));
  return [
    `/** How the service answers \`${operation.name}\`. */\n${unionAlias(`export type ${context.names.response(operation.name)}`, members)}`,
  ];
}

function responseMember(response: Response, imports: Imports): string {
  const body = response.schema === undefined ? 'undefined' : imports.use(MODULES.types, response.schema);
  const headers = response.headers.map(
    ({ name, required, node }) => `readonly ${propertyKey(name)}${required ? '' : '?'}: ${textType(node, imports)}`,
  );
  const parts = [`readonly status: ${response.status}`, `readonly body: ${body}`];
  if (headers.length > 0) parts.push(`readonly headers: { ${headers.join('; ')} }`);
  const flat = `{ ${parts.join('; ')} }`;
  return flat.length + 4 <= WIDTH ? flat : `{\n${parts.map((part) => `      ${part};\n`).join('')}    }`;
}

function eventType(stream: Stream, context: Context): string {
  const members = stream.events.map((event) => {
    const id = event.id === 'always' ? 'readonly id: string' : event.id === 'optional' ? 'readonly id?: string' : 'readonly id?: undefined';
    return `{ readonly event: ${quote(event.tag)}; ${id}; readonly data: ${context.imports.use(MODULES.types, event.schema)} }`;
  });
  return `/** An event of \`${stream.name}\`: its tag, the position it stands for where it has one, and the message. */\n${unionAlias(`export type ${context.names.event(stream.name)}`, members)}`;
}

function socketType(socket: Socket, context: Context): string {
  const { imports } = context;
  const type = (schema: string): string => imports.use(MODULES.types, schema);
  const base = `${imports.use(MODULES.transport, 'DuplexSocket')}<${type(socket.client.schema)}, ${type(socket.server.schema)}>`;
  const head = `/** The socket \`${socket.name}\`. */\nexport interface ${context.names.socket(socket.name)} extends ${base} {`;
  const rows = socket.exchanges.map((exchange) => requestRow(socket, exchange, context));
  return rows.length === 0 ? `${head.replace(/ \{$/, '')} {}` : `${head}\n${rows.join('\n')}\n}`;
}

function requestRow(socket: Socket, exchange: Socket['exchanges'][number], context: Context): string {
  const { imports, representation } = context;
  const schemaOf = (tag: string): string =>
    imports.use(
      MODULES.types,
      [...socket.client.messages, ...socket.server.messages].find((message) => message.tag === tag)?.schema ?? 'never',
    );
  const schema = schemaOf(exchange.request);
  const fill = correlationFill(representation, schema, exchange.correlation);
  const message =
    fill === undefined ? schema : `${imports.use(MODULES.transport, 'Correlatable')}<${schema}, ${quote(exchange.correlation)}>`;
  const reply = exchange.replies.map(schemaOf).join(' | ');
  const doc = `  /** Sends \`${exchange.request}\` and waits for its reply. */\n`;
  const flat = `  request(message: ${message}, options?: ${imports.use(MODULES.transport, 'ReplyOptions')}): Promise<${reply}>;`;
  return doc + (flat.length <= WIDTH ? flat : `  request(\n    message: ${message},\n    options?: ReplyOptions,\n  ): Promise<${reply}>;`);
}
