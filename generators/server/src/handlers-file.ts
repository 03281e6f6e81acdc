import type {
  Access,
  GeneratedFile,
  Message,
  Operation,
  Parameter,
  Representation,
  Response,
  Socket,
  Stream,
  StreamEvent,
} from '@tidemark/model';
import type { ServerInputs } from './inputs.ts';
import { header, packageNames, pascal, propertyKey, quote } from './names.ts';
import { isGuarded } from './resolve.ts';
import { docComment, methodSignature, typeAlias } from './text.ts';
import { objectText, propertyText, typeText } from './type-text.ts';

/** `src/handlers.ts`: the interface that an application implements, and the types of its requests and results. */
export function handlersFile(representation: Representation, inputs: ServerInputs): GeneratedFile {
  const names = packageNames(representation, inputs);
  const { operations, streams, sockets } = representation;
  const parts = [
    ...operations.map(operationTypes),
    ...streams.map(streamTypes),
    ...sockets.map(socketTypes),
    handlersInterface(representation, names.handlers),
  ];
  const body = parts.join('\n');
  const imports = [
    ...(body.includes('gateway.') ? [`import type * as gateway from '@tidemark/gateway';\n`] : []),
    ...(body.includes('types.') ? [`import type * as types from ${quote(`${names.client}/types`)};\n`] : []),
  ];
  return {
    path: 'src/handlers.ts',
    text: `${header(representation, inputs)}\n${imports.join('')}${imports.length === 0 ? '' : '\n'}${body}`,
  };
}

function handlersInterface(representation: Representation, name: string): string {
  const { title, version, operations, streams, sockets } = representation;
  const rows = [
    ...operations.map((operation) => operationDoc(operation) + operationSignature(operation)),
    ...[...streams, ...sockets].map(
      (endpoint) =>
        docComment([endpoint.summary, endpoint.description], '  ') +
        `  readonly ${endpoint.name}: ${pascal(endpoint.name)}Handler${generic(endpoint.access)};\n`,
    ),
  ];
  const guarded = isGuarded(representation);
  const about = guarded ? ' `P` is the principal that `authenticate` makes of a credential.' : '';
  const doc = docComment([`Everything that ${title} ${version} promises.${about}`]);
  return `${doc}export interface ${name}${guarded ? '<P = unknown>' : ''} {\n${rows.join('\n')}}\n`;
}

function operationDoc(operation: Operation): string {
  const throws = operation.errors.map((code) => `\`${code}\``).join(', ');
  return docComment(
    [
      operation.summary,
      operation.description,
      `\`${operation.method} ${operation.path}\``,
      throws === '' ? undefined : `@throws ${throws}`,
    ],
    '  ',
  );
}

function operationSignature(operation: Operation): string {
  const type = pascal(operation.name);
  const parameters = [`request: ${type}Request`, `context: gateway.RequestContext<${principal(operation.access)}>`];
  return methodSignature(operation.name, parameters, `gateway.Awaitable<${resultType(operation)}>`, '  ');
}

/** The type parameter of an endpoint's handler: none where nobody is known. */
function generic(access: Access): string {
  return access.length === 0 ? '' : '<P>';
}

/** Public endpoints have nobody. */
function principal(access: Access): string {
  return access.length === 0 ? 'null' : 'P';
}

function operationTypes(operation: Operation): string {
  const type = pascal(operation.name);
  const request = requestInterface(operation);
  if (isPlain(operation.responses)) return request;
  const result = docComment([`What \`${operation.name}\` answers.`]) + typeAlias(`${type}Result`, operation.responses.map(responseType));
  return `${request}\n${result}`;
}

/** One status without headers: the handler returns the body itself. The gateway's rule is the same. */
function isPlain(responses: readonly Response[]): boolean {
  return responses.length === 1 && responses[0]?.headers.length === 0;
}

function resultType(operation: Operation): string {
  if (!isPlain(operation.responses)) return `${pascal(operation.name)}Result`;
  const schema = operation.responses[0]?.schema;
  return schema === undefined ? 'void' : `types.${schema}`;
}

function responseType({ status, schema, headers }: Response): string {
  const members = [
    `readonly status: ${status}`,
    ...(headers.length === 0
      ? []
      : [
          `readonly headers: { ${headers.map(({ name, required, node }) => `readonly ${propertyKey(name)}${required ? '' : '?'}: ${typeText(node)}`).join('; ')} }`,
        ]),
    ...(schema === undefined ? [] : [`readonly body: types.${schema}`]),
  ];
  return `{ ${members.join('; ')} }`;
}

function requestInterface(endpoint: {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly body?: { readonly schema: string; readonly description?: string };
}): string {
  const groups = (['path', 'query', 'header'] as const).flatMap((place) => {
    const parameters = endpoint.parameters.filter((parameter) => parameter.in === place);
    if (parameters.length === 0) return [];
    const node = {
      kind: 'object',
      properties: parameters.map(({ name, required, node: type }) => ({ name, required, node: type })),
      additional: false,
    } as const;
    return [propertyText(place === 'header' ? 'headers' : place, true, objectText(node, '  '), '  ')];
  });
  const { body } = endpoint;
  const rows = body === undefined ? groups : [...groups, propertyText('body', true, `types.${body.schema}`, '  ', body.description)];
  const doc = docComment([`What \`${endpoint.name}\` is asked, decoded.`]);
  return `${doc}export interface ${pascal(endpoint.name)}Request {${rows.length === 0 ? '' : `\n${rows.join('')}`}}\n`;
}

function streamTypes(stream: Stream): string {
  const type = pascal(stream.name);
  const position = stream.resume === undefined ? '' : ` & gateway.${pascal(stream.resume.option)}Context`;
  const context = `gateway.StreamContext<${principal(stream.access)}, ${type}Event>${position}`;
  const open =
    docComment(['Decides, before a byte is sent: throwing refuses. What it returns is the stream.'], '  ') +
    methodSignature('open', [`request: ${type}Request`, `context: ${context}`], `gateway.Awaitable<AsyncIterable<${type}Event>>`, '  ');
  return [
    requestInterface(stream),
    docComment([`What \`${stream.name}\` sends; \`withId\` gives an event the id that a client resumes from.`]) +
      typeAlias(`${type}Event`, eventTypes(stream.events)),
    docComment([stream.summary, stream.description, `\`${stream.method} ${stream.path}\``]) +
      `export interface ${type}Handler${generic(stream.access)} {\n${open}${terminalMethod(stream.events)}}\n`,
  ].join('\n');
}

function eventTypes(events: readonly StreamEvent[]): readonly string[] {
  const bare = events.filter(({ id }) => id !== 'always').map(({ schema }) => `types.${schema}`);
  const identified = events.filter(({ id }) => id !== 'never').map(({ schema }) => `types.${schema}`);
  return [...(identified.length === 0 ? [] : [`gateway.IdentifiedEvent<${distinct(identified).join(' | ')}>`]), ...distinct(bare)];
}

/** The last message for a reason of the gateway's; only where the contract has terminals. */
function terminalMethod(messages: readonly Message[]): string {
  const terminals = distinct(messages.filter(({ terminal }) => terminal !== undefined).map(({ schema }) => `types.${schema}`));
  if (terminals.length === 0) return '';
  return `\n${docComment(['The last message when it is not this handler that ends it.'], '  ')}${methodSignature('terminal', ['reason: gateway.StreamEndReason'], terminals.join(' | '), '  ')}`;
}

function socketTypes(socket: Socket): string {
  const type = pascal(socket.name);
  const asked =
    socket.access.length > 0 && socket.opening !== undefined
      ? 'gateway.OpeningContext<P>'
      : `gateway.RequestContext<${principal(socket.access)}>`;
  const open =
    docComment(['Decides, before the 101: throwing refuses with a status. What it returns serves this one connection.'], '  ') +
    methodSignature('open', [`request: ${type}Request`, `context: ${asked}`], `gateway.Awaitable<${type}Socket>`, '  ');
  return [
    requestInterface(socket),
    docComment([`What \`${socket.name}\` sends.`]) +
      typeAlias(`${type}Message`, distinct(socket.server.messages.map(({ schema }) => `types.${schema}`))),
    typeAlias(`${type}Connection`, [`gateway.SocketConnection<${type}Message>`]),
    docComment([`One connection of \`${socket.name}\`.`]) + `export interface ${type}Socket {\n${socketMembers(socket, type)}}\n`,
    docComment([socket.summary, socket.description, `\`GET ${socket.path}\`, subprotocol \`${socket.subprotocol}\``]) +
      `export interface ${type}Handler${generic(socket.access)} {\n${open}${terminalMethod(socket.server.messages)}}\n`,
  ].join('\n');
}

function socketMembers(socket: Socket, type: string): string {
  const connection = `connection: ${type}Connection`;
  const schemaOf = new Map([...socket.client.messages, ...socket.server.messages].map(({ tag, schema }) => [tag, `types.${schema}`]));
  const messages = socket.client.messages
    .filter(({ tag }) => tag !== socket.opening?.answer)
    .map(({ tag, schema, description }) => {
      const exchange = socket.exchanges.find(({ request }) => request === tag);
      const result =
        exchange === undefined ? 'void' : distinct(exchange.replies.map((reply) => schemaOf.get(reply) ?? 'never')).join(' | ');
      return (
        docComment([description], '    ') +
        methodSignature(propertyKey(tag), [`message: types.${schema}`, connection], `gateway.Awaitable<${result}>`, '    ')
      );
    });
  return [
    ...openingMember(socket, schemaOf),
    docComment(['Messages may flow from now on.'], '  ') + methodSignature('opened?', [connection], 'gateway.Awaitable<void>', '  '),
    `  readonly messages: {\n${messages.join('')}  };\n`,
    docComment(['Once, whoever ended it.'], '  ') + methodSignature('closed?', ['end: gateway.SocketEnd'], 'void', '  '),
  ].join('\n');
}

function openingMember({ opening }: Socket, schemaOf: ReadonlyMap<string, string>): readonly string[] {
  if (opening === undefined) return [];
  const of = (tag: string): string => schemaOf.get(tag) ?? 'never';
  return [
    docComment(['Challenge first: nothing but the answer is accepted before it. Throwing ends the socket with 1008.'], '  ') +
      `  readonly opening: {\n` +
      methodSignature('challenge', [], `gateway.Awaitable<${of(opening.challenge)}>`, '    ') +
      methodSignature('answer', [`message: ${of(opening.answer)}`], `gateway.Awaitable<${of(opening.accepted)}>`, '    ') +
      `  };\n`,
  ];
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
