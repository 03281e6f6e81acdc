import type { TSchema } from 'typebox';
import type { Examples, SocketDefinition, StreamDefinition, VersionCarrier } from '../definition.ts';
import { fingerprint, type JsonSchema } from '../json-schema.ts';
import { own } from '../own.ts';
import type { Path } from '../path.ts';
import { dereference, flattenUnion, jsonTypes, literalOf, tagOf } from '../union.ts';
import { type CheckContext, requireLimit, requireName } from './context.ts';
import { checkClientError, checkEndpoint } from './endpoints.ts';
import { checkExamples } from './examples.ts';

/** The messages of a union by tag; the checks report members without one. */
type Messages = ReadonlyMap<string, JsonSchema>;

/** Streams: messages, event names, resume position, limits. */
export function checkStreams(context: CheckContext): void {
  for (const [name, stream] of Object.entries(context.definition.streams ?? {})) {
    const path: Path = ['streams', name];
    checkEndpoint(context, stream, path);
    checkClientError(context, stream, path);
    const messages = readMessages(context, stream.message, stream.tag, stream.version, [...path, 'message']);
    checkEvents(context, stream, messages, path);
    checkResume(context, stream, path);
    requireLimit(context, stream.limits.eventBytes, 'bytes', [...path, 'limits', 'eventBytes']);
    requireLimit(context, stream.limits.heartbeatMs, 'milliseconds', [...path, 'limits', 'heartbeatMs']);
  }
}

/** Sockets: messages of both directions, exchanges, opening, close codes, limits. */
export function checkSockets(context: CheckContext): void {
  for (const [name, socket] of Object.entries(context.definition.sockets ?? {})) {
    const path: Path = ['sockets', name];
    checkEndpoint(context, { ...socket, method: 'GET' }, path);
    const client = readMessages(context, socket.client, socket.tag, socket.version, [...path, 'client']);
    const server = readMessages(context, socket.server, socket.tag, socket.version, [...path, 'server']);
    for (const tag of client.keys()) {
      if (server.has(tag)) context.issues.add('overlapping-tags', [...path, 'client'], `Both directions use ${tag}.`);
    }
    checkEntries(context, new Map([...client, ...server]), socket.messages, [...path, 'messages'], 'all');
    checkExchanges(context, socket, client, server, path);
    checkOpening(context, socket, client, server, path);
    checkCloseAndProtocol(context, socket, path);
    requireLimit(context, socket.limits.messageBytes, 'bytes', [...path, 'limits', 'messageBytes']);
    requireLimit(context, socket.limits.replyMs, 'milliseconds', [...path, 'limits', 'replyMs']);
  }
}

/** A tag is the SSE `event:` and names a type and a branch in generated code. */
const TAG = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

function readMessages(context: CheckContext, message: TSchema, tag: string, version: VersionCarrier, path: Path): Messages {
  requireName(context, message, path);
  const messages = new Map<string, JsonSchema>();
  const members = flattenUnion(dereference(message as JsonSchema, context.definitions), context.definitions);
  const targets = members.map((member) => dereference(member, context.definitions));
  members.forEach((member, index) => {
    const target = targets[index] ?? member;
    requireName(context, member, path);
    const value = literalOf(target, tag);
    if (value === undefined) context.issues.add('untagged-union', path, `A message has no required literal ${tag}.`);
    else if (!TAG.test(value)) context.issues.add('malformed-name', path, `The tag ${JSON.stringify(value)} is no event name.`);
    else messages.set(value, target);
    checkVersion(context, target, version, value ?? '?', path);
  });
  const chosen = targets.length > 1 ? tagOf(targets) : tag;
  if (messages.size === targets.length && chosen !== tag)
    context.issues.add('untagged-union', path, `The members are told apart by ${chosen}, which stands first, and not by ${tag}.`);
  return messages;
}

function checkVersion(context: CheckContext, message: JsonSchema, version: VersionCarrier, tag: string, path: Path): void {
  if ('none' in version) {
    if (version.none.trim() === '') context.issues.add('missing-version', [...path.slice(0, -1), 'version'], 'none states no reason.');
    return;
  }
  const carried = own(message.properties, version.field);
  if (carried?.const !== context.major || !message.required?.includes(version.field)) {
    context.issues.add('missing-version', path, `${tag} does not carry ${version.field}: ${context.major}.`);
  }
}

function checkEntries(
  context: CheckContext,
  messages: Messages,
  entries: Readonly<Record<string, { readonly examples: Examples }>>,
  path: Path,
  need: 'all' | 'some',
): void {
  for (const [tag, entry] of Object.entries(entries)) {
    const schema = messages.get(tag);
    if (schema === undefined) context.issues.add('unknown-tag', [...path, tag], `No message has the tag ${tag}.`);
    else checkExamples(context, schema, entry.examples, [...path, tag, 'examples'], 'required');
  }
  if (need === 'some') return;
  for (const tag of messages.keys()) {
    if (!Object.hasOwn(entries, tag)) context.issues.add('unknown-tag', path, `The message ${tag} has no entry.`);
  }
}

function checkEvents(context: CheckContext, stream: StreamDefinition, messages: Messages, path: Path): void {
  const at = [...path, 'events'];
  if (Object.keys(stream.events).length === 0) context.issues.add('empty', at, 'A stream sends at least one event.');
  checkEntries(context, messages, stream.events, at, 'some');
}

function checkResume(context: CheckContext, stream: StreamDefinition, path: Path): void {
  const at = [...path, 'resume'];
  const carriesId = Object.values(stream.events).some((event) => event.id !== 'never');
  if (stream.resume === undefined) {
    if (carriesId) context.issues.add('malformed-resume', at, 'Events carry an id from which nobody can resume.');
    return;
  }
  const { bodyField, header } = stream.resume;
  if (!carriesId) context.issues.add('malformed-resume', at, 'No event carries an id.');
  if (!header && bodyField === undefined)
    context.issues.add('malformed-resume', at, 'Neither the header nor the body carries the position.');
  if (bodyField === undefined) return;
  const body = stream.request?.body === undefined ? undefined : dereference(stream.request.body.schema as JsonSchema, context.definitions);
  const field = own(body?.properties, bodyField);
  if (field === undefined || dereference(field, context.definitions).type !== 'string' || body?.required?.includes(bodyField)) {
    context.issues.add('malformed-resume', [...at, 'bodyField'], `The body has no optional string ${bodyField}.`);
  }
}

function checkExchanges(context: CheckContext, socket: SocketDefinition, client: Messages, server: Messages, path: Path): void {
  for (const [request, exchange] of Object.entries(socket.exchanges ?? {})) {
    const at = [...path, 'exchanges', request];
    const parties = [client.get(request), ...exchange.replies.map((reply) => server.get(reply))];
    if (exchange.replies.length === 0) context.issues.add('malformed-exchange', at, 'There is no reply.');
    if (parties.includes(undefined)) {
      context.issues.add('unknown-tag', at, 'The request is a client tag and each reply a server tag.');
      continue;
    }
    const forms = parties.map((party) => correlationForm(context, party, exchange.correlation));
    if (forms.includes(undefined) || new Set(forms).size !== 1)
      context.issues.add(
        'malformed-exchange',
        at,
        `${exchange.correlation} is not a required string or number of one type in all of ${[request, ...exchange.replies].join(', ')}.`,
      );
  }
}

/** The type of the correlating field, its documentation aside. */
function correlationForm(context: CheckContext, party: JsonSchema | undefined, name: string): string | undefined {
  const field = party?.required?.includes(name) === true ? own(party.properties, name) : undefined;
  if (field === undefined) return undefined;
  const target = dereference(field, context.definitions);
  if (!jsonTypes(target).every((type) => type === 'string' || type === 'number')) return undefined;
  return fingerprint({ ...target, description: undefined, title: undefined });
}

function checkOpening(context: CheckContext, socket: SocketDefinition, client: Messages, server: Messages, path: Path): void {
  if (socket.opening === undefined) return;
  const { challenge, answer, accepted } = socket.opening;
  if (!server.has(challenge) || !server.has(accepted) || !client.has(answer)) {
    context.issues.add(
      'malformed-opening',
      [...path, 'opening'],
      `${challenge}, ${answer}, ${accepted} are not a server, a client and a server tag.`,
    );
  }
}

function checkCloseAndProtocol(context: CheckContext, socket: SocketDefinition, path: Path): void {
  if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(socket.subprotocol) || !socket.subprotocol.endsWith(`.v${context.major}`)) {
    context.issues.add(
      'malformed-subprotocol',
      [...path, 'subprotocol'],
      `${socket.subprotocol} is no token that ends in .v${context.major}.`,
    );
  }
  for (const code of Object.keys(socket.closeCodes)) {
    if (!/^4\d{3}$/.test(code))
      context.issues.add('malformed-close-code', [...path, 'closeCodes', code], `${code} is not an application code.`);
  }
}
