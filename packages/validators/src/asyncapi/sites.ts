import { arrayAt, isObject, type JsonObject, objectAt, own, pointerTo, stringAt } from '../json.ts';
import { follow, followMember, type Located } from '../reference.ts';
import type { Dialect } from '../checks/schema-access.ts';

/** A payload or headers schema and the dialect that its `schemaFormat` names. */
export interface MessageSchema {
  readonly pointer: string;
  readonly dialect: Dialect;
}

export interface MessageSite {
  readonly pointer: string;
  readonly value: JsonObject;
  readonly payload: MessageSchema;
  readonly headers: MessageSchema;
}

export interface ChannelSite {
  readonly pointer: string;
  readonly value: JsonObject;
  readonly messages: readonly MessageSite[];
}

function dialectOf(schemaFormat: string): Dialect {
  if (
    schemaFormat.startsWith('application/vnd.aai.asyncapi') ||
    /^application\/schema(\+json|\+yaml)?;version=draft-07$/.test(schemaFormat)
  )
    return 'draft-07';
  if (
    /^application\/schema(\+json|\+yaml)?;version=(draft-)?2020-12$/.test(schemaFormat) ||
    /^application\/vnd\.oai\.openapi(\+json|\+yaml)?;version=3\.[12]/.test(schemaFormat)
  )
    return '2020-12';
  return 'unknown';
}

/** AsyncAPI 3.0 Multi Format Schema Object: `{ schemaFormat, schema }`, or a schema in the default dialect. */
function messageSchema(document: unknown, message: Located, name: string): MessageSchema {
  const pointer = pointerTo(message.pointer, name);
  const site = follow(document, pointer);
  const format = stringAt(site?.value, 'schemaFormat');
  return site && format !== undefined
    ? { pointer: pointerTo(site.pointer, 'schema'), dialect: dialectOf(format) }
    : { pointer, dialect: 'draft-07' };
}

function messageAt(document: unknown, pointer: string): MessageSite | undefined {
  const site = follow(document, pointer);
  if (!site || !isObject(site.value)) return undefined;
  return {
    pointer: site.pointer,
    value: site.value,
    payload: messageSchema(document, site, 'payload'),
    headers: messageSchema(document, site, 'headers'),
  };
}

function present<T>(value: T | undefined): value is T {
  return value !== undefined;
}

/** The document's channels with their messages, references followed. */
export function asyncApiChannels(document: JsonObject): ChannelSite[] {
  return Object.keys(objectAt(document, 'channels'))
    .map((name) => follow(document, pointerTo('/channels', name)))
    .filter((channel): channel is Located & { value: JsonObject } => channel !== undefined && isObject(channel.value))
    .map(({ pointer, value }) => ({
      pointer,
      value,
      messages: Object.keys(objectAt(value, 'messages'))
        .map((name) => messageAt(document, pointerTo(pointer, 'messages', name)))
        .filter(present),
    }));
}

/** Every message of the document once: those of channels, and of components. */
export function asyncApiMessages(document: JsonObject): MessageSite[] {
  const components = Object.keys(objectAt(own(document, 'components'), 'messages')).map((name) =>
    messageAt(document, pointerTo('/components/messages', name)),
  );
  const all = [...asyncApiChannels(document).flatMap((channel) => channel.messages), ...components.filter(present)];
  return [...new Map(all.map((message) => [message.pointer, message])).values()];
}

export interface MessageExample {
  readonly pointer: string;
  readonly value: JsonObject;
}

export function messageExamples(message: MessageSite): MessageExample[] {
  return arrayAt(message.value, 'examples').flatMap((value, index) =>
    isObject(value) ? [{ pointer: pointerTo(message.pointer, 'examples', index), value }] : [],
  );
}

/** Root operations, references followed. */
export function asyncApiOperations(document: JsonObject): Located[] {
  return Object.keys(objectAt(document, 'operations'))
    .map((name) => followMember(document, { pointer: '/operations', value: undefined }, name))
    .filter(present);
}
