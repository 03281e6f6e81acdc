import type { GeneratedFile, Operation, Representation, Socket, Stream } from '@tidemark/model';
import { constantNames } from './descriptor-file.ts';
import { hasRequest, resolvesToBody, resultType } from './endpoints-file.ts';
import type { ClientInputs } from './inputs.ts';
import type { Names } from './names.ts';
import { docComment, header, namesStatement, WIDTH } from './text.ts';
import { Imports, MODULES } from './type-text.ts';

interface Context {
  readonly names: Names;
  readonly types: Imports;
}

/** `src/client.ts`: the client's interface and the function that makes one. */
export function emitClient(representation: Representation, inputs: ClientInputs, names: Names): GeneratedFile {
  const context = { names, types: new Imports() };
  const { operations, streams, sockets } = representation;
  const members = [
    ...operations.map((operation) => operationMember(operation, context)),
    ...streams.map((stream) => streamMember(stream, context)),
    ...sockets.map((socket) => socketMember(socket, context)),
    `${docComment(['Compares the descriptions that this client was generated from with those that the server publishes.'], '  ')}  readonly checkDescriptions: (options?: ${use(context, 'CallOptions')}) => Promise<${use(context, 'DescriptionCheck')}>;`,
  ];
  const client = `${docComment([`${representation.title}: ${representation.summary}`, representation.description])}export interface ${names.prefix}Client {\n${members.join('\n\n')}\n}`;
  const head = [header(representation, inputs.runtimeVersion), ...importStatements(representation, context)].join('\n');
  return { path: 'src/client.ts', text: `${[head, client, createFunction(representation, context)].join('\n\n')}\n` };
}

function use(context: Context, name: string): string {
  return context.types.use(MODULES.transport, name);
}

function importStatements(representation: Representation, context: Context): readonly string[] {
  const { operations, streams, sockets } = representation;
  const values = ['createContext', 'descriptionCheck'];
  if (operations.length > 0) values.push('operationMethod');
  if (streams.length > 0) values.push('streamMethod');
  if (sockets.length > 0) values.push('socketMethod');
  use(context, 'ClientOptions');
  const constants = [
    constantNames.service(representation),
    ...operations.map(({ name }) => constantNames.operation(name)),
    ...streams.map(({ name }) => constantNames.stream(name)),
    ...sockets.map(({ name }) => constantNames.socket(name)),
  ];
  const typesOf = (module: string): string[] => {
    const names = context.types.names(module);
    return names.length === 0 ? [] : [namesStatement('import type', names, module)];
  };
  return [
    namesStatement('import', values, MODULES.transport),
    ...typesOf(MODULES.transport),
    namesStatement('import', constants, MODULES.descriptor),
    ...typesOf(MODULES.endpoints),
    ...typesOf(MODULES.types),
  ];
}

function createFunction(representation: Representation, { names }: Context): string {
  const rows = [
    ...representation.operations.map(({ name }) => `${name}: operationMethod(context, ${constantNames.operation(name)}),`),
    ...representation.streams.map(({ name }) => `${name}: streamMethod(context, ${constantNames.stream(name)}),`),
    ...representation.sockets.map(({ name }) => `${name}: socketMethod(context, ${constantNames.socket(name)}),`),
    'checkDescriptions: descriptionCheck(context),',
  ];
  const doc = docComment([`Makes a client of ${representation.title}. Throws \`TransportError\` with code \`invalid-options\`.`]);
  const head = `export function create${names.prefix}Client(options: ClientOptions): ${names.prefix}Client {`;
  const body = [
    `const context = createContext(${constantNames.service(representation)}, options);`,
    'return {',
    ...rows.map((row) => `  ${row}`),
    '};',
  ];
  return `${doc}${head}\n${body.map((row) => `  ${row}\n`).join('')}}`;
}

function operationMember(operation: Operation, context: Context): string {
  const options = parameterType(operation, 'CallOptions', '', context);
  const result = resolvesToBody(operation)
    ? resultType(operation, context.names, (schema) => context.types.use(MODULES.types, schema))
    : context.types.use(MODULES.endpoints, context.names.response(operation.name));
  return member(operation, options, `Promise<${result}>`, context);
}

function streamMember(stream: Stream, context: Context): string {
  const event = context.types.use(MODULES.endpoints, context.names.event(stream.name));
  const options = parameterType(stream, 'StreamOptions', `, ${event}`, context);
  return member(stream, options, `${use(context, 'EventStream')}<${event}>`, context);
}

function socketMember(socket: Socket, context: Context): string {
  const { opening } = socket;
  const options = parameterType(socket, 'SocketOptions', '', context);
  const type = context.types.use(MODULES.endpoints, context.names.socket(socket.name));
  if (opening === undefined) return member(socket, options, type, context);
  const schemaOf = (tag: string): string => {
    const found = [...socket.client.messages, ...socket.server.messages].find((message) => message.tag === tag);
    return context.types.use(MODULES.types, found?.schema ?? 'never');
  };
  const challenge = `${use(context, 'OpeningOptions')}<${schemaOf(opening.challenge)}, ${schemaOf(opening.answer)}>`;
  return member(socket, { type: `${options.type} & ${challenge}`, optional: false }, type, context);
}

/** The one argument of a method: the request and the options of the call. */
interface ParameterText {
  readonly type: string;
  readonly optional: boolean;
}

function parameterType(endpoint: Operation | Stream | Socket, options: string, more: string, context: Context): ParameterText {
  const name = use(context, options);
  if (!hasRequest(endpoint)) return { type: more === '' ? name : `${name}<unknown${more}>`, optional: true };
  const request = context.types.use(MODULES.endpoints, context.names.request(endpoint.name));
  const required = endpoint.parameters.some((parameter) => parameter.required) || ('body' in endpoint && endpoint.body !== undefined);
  return { type: `${request} & ${name}<${request}${more}>`, optional: !required };
}

function member(endpoint: Operation | Stream | Socket, parameter: ParameterText, result: string, { names }: Context): string {
  const errors = endpoint.errors.map((code) => `\`${names.errorClass(code)}\``);
  const refusals = errors.length === 0 ? undefined : `Refusals: ${errors.join(', ')}.`;
  const where = `${'method' in endpoint ? endpoint.method : 'WebSocket'} ${endpoint.path}`;
  const doc = docComment([`${endpoint.summary}: \`${where}\`.`, endpoint.description, refusals], '  ');
  const argument = `${parameter.optional ? 'request?' : 'request'}: ${parameter.type}`;
  const flat = `  readonly ${endpoint.name}: (${argument}) => ${result};`;
  return doc + (flat.length <= WIDTH ? flat : `  readonly ${endpoint.name}: (\n    ${argument},\n  ) => ${result};`);
}
