import { arrayAt, isObject, type JsonObject, objectAt, own, pointerTo, pointerTokens, stringAt, valueAt } from '../json.ts';
import { localPointer } from '../reference.ts';

/** An AsyncAPI 3 document whose channels of many messages have become several of few, and the channel that each part is of. */
export interface SplitDocument {
  readonly document: JsonObject;
  /** The names of the channels by those of their parts. The first part keeps its channel's name. */
  readonly channelOf: ReadonlyMap<string, string>;
}

/** Numbers of messages: a channel of more than `above` is split into parts of about `perPart`. */
export interface PartSize {
  readonly above: number;
  readonly perPart: number;
}

/** The part of each message, by channel and name. */
type Parts = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Splits each large channel into parts, the messages that one operation names together in one part. The schema of the specification and the
 * rules of `@asyncapi/parser` judge every entry of `operations`, `channels` and `messages` for itself, so a fault of the whole is a fault of a
 * part and the other way round. Undefined where no channel is that large, and where something refers to a channel in a way that would show the
 * difference: then only the document as it is can be judged.
 */
export function splitChannels(document: JsonObject, { above, perPart }: PartSize): SplitDocument | undefined {
  const names = Object.keys(objectAt(document, 'channels')).filter((name) => isSplittable(document, name, above));
  if (names.length === 0) return undefined;
  const uses = channelUses(document);
  const taken = new Set(Object.keys(objectAt(document, 'channels')));
  const parts: Parts = new Map(names.map((name) => [name, partsOf(messagesOf(document, name), name, uses, perPart, taken)]));
  const replacements = replacedReferences(document, parts, uses);
  if (replacements === undefined) return undefined;
  const copy = structuredClone(document) as Record<string, unknown>;
  for (const [at, reference] of replacements) (valueAt(copy, at) as { $ref: string }).$ref = reference;
  const channels = Object.entries(objectAt(copy, 'channels')).flatMap(([name, channel]) => splitChannel(name, channel, parts.get(name)));
  copy.channels = Object.fromEntries(channels);
  const channelOf = new Map([...parts].flatMap(([name, partOf]) => [...partOf.values()].map((part) => [part, name] as const)));
  return { document: copy, channelOf };
}

/** Of a plain name, so that every reference to it has the same form. */
function isSplittable(document: JsonObject, name: string, above: number): boolean {
  const channel = own(document.channels, name);
  const messages = own(channel, 'messages');
  if (!/^[A-Za-z0-9][\w-]*$/.test(name) || !isObject(messages) || Object.keys(messages).length <= above) return false;
  return typeof own(channel, '$ref') !== 'string' && typeof own(messages, '$ref') !== 'string';
}

function messagesOf(document: JsonObject, channel: string): readonly string[] {
  return Object.keys(objectAt(own(document.channels, channel), 'messages'));
}

/** An operation or a reply: it names a channel, and messages of it. */
interface ChannelUse {
  readonly pointer: string;
  readonly channel: string;
  readonly messages: readonly string[];
}

function channelUses(document: JsonObject): readonly ChannelUse[] {
  const operations = ['/operations', '/components/operations'].flatMap((map) => childrenOf(document, map));
  const holders = [...operations, ...operations.map((operation) => `${operation}/reply`), ...childrenOf(document, '/components/replies')];
  return holders.flatMap((pointer) => {
    const holder = valueAt(document, pointer);
    const [root, channel, ...rest] = targetOf(own(holder, 'channel'));
    if (root !== 'channels' || channel === undefined || rest.length > 0) return [];
    const targets = arrayAt(holder, 'messages').map(targetOf);
    const messages = targets.filter((target) => target[0] === 'channels' && target[1] === channel && target[2] === 'messages');
    return [{ pointer, channel, messages: messages.flatMap((target) => target[3] ?? []) }];
  });
}

function childrenOf(document: JsonObject, map: string): readonly string[] {
  const found = valueAt(document, map);
  return isObject(found) ? Object.keys(found).map((name) => pointerTo(map, name)) : [];
}

function targetOf(reference: unknown): readonly string[] {
  return pointerTokens(localPointer(stringAt(reference, '$ref') ?? '') ?? '');
}

/** Which part each message goes to: messages that one operation names go together. New names are added to `taken`. */
function partsOf(
  messages: readonly string[],
  channel: string,
  uses: readonly ChannelUse[],
  perPart: number,
  taken: Set<string>,
): ReadonlyMap<string, string> {
  const groupOf = new Map(messages.map((message) => [message, [message]]));
  for (const use of uses) {
    if (use.channel !== channel) continue;
    const together = new Set(use.messages.flatMap((message) => [groupOf.get(message) ?? []]));
    if (together.size < 2) continue;
    const merged = [...together].flat();
    for (const message of merged) groupOf.set(message, merged);
  }
  const parts = new Map<string, string>();
  let part = channel;
  let size = 0;
  for (const group of new Set(groupOf.values())) {
    if (size > 0 && size + group.length > perPart) {
      part = freshName(channel, taken);
      size = 0;
    }
    for (const message of group) parts.set(message, part);
    size += group.length;
  }
  return parts;
}

function freshName(channel: string, taken: Set<string>): string {
  let number = 1;
  while (taken.has(`${channel}-part-${number}`)) number++;
  taken.add(`${channel}-part-${number}`);
  return `${channel}-part-${number}`;
}

function splitChannel(name: string, channel: unknown, partOf: ReadonlyMap<string, string> | undefined): [string, unknown][] {
  if (partOf === undefined) return [[name, channel]];
  const messages = objectAt(channel, 'messages');
  return [...new Set(partOf.values())].map((part) => {
    const chosen = Object.entries(messages).filter(([message]) => partOf.get(message) === part);
    return [part, { ...(channel as JsonObject), messages: Object.fromEntries(chosen) }];
  });
}

/** Every `$ref` that has to lead to a part, by the pointer of its object; `undefined`: one of the document's shows that a channel was split. */
function replacedReferences(document: JsonObject, parts: Parts, uses: readonly ChannelUse[]): ReadonlyMap<string, string> | undefined {
  const partOfUse = new Map(uses.map((use) => [use.pointer, partUsed(use, parts)]));
  const replacements = new Map<string, string>();
  for (const { at, reference } of references(document)) {
    const pointer = localPointer(reference);
    if (pointer === undefined || leadsThroughReference(document, pointer)) return undefined;
    const [root, channel, member, message] = pointerTokens(pointer);
    if (root === undefined || (root === 'channels' && channel === undefined)) return undefined;
    const partOf = root === 'channels' && channel !== undefined ? parts.get(channel) : undefined;
    if (partOf === undefined || channel === undefined) continue;
    const prefix = `#/channels/${channel}`;
    const [, holder, role] = /^(.*?)\/(channel|messages\/\d+)$/.exec(at) ?? [];
    const used = holder === undefined ? undefined : partOfUse.get(holder);
    if (!reference.startsWith(prefix)) return undefined;
    if (member === undefined ? role !== 'channel' || used === undefined : member === 'messages' && message === undefined) return undefined;
    const isMessage = member === 'messages' && message !== undefined;
    const ofUse = used?.channel === channel ? used.part : undefined;
    const part = member === undefined || isMessage ? (ofUse ?? partOf.get(message ?? '') ?? channel) : channel;
    replacements.set(at, `#/channels/${part}${reference.slice(prefix.length)}`);
  }
  return replacements;
}

/** An operation is judged with the part that has its messages. */
function partUsed({ channel, messages }: ChannelUse, parts: Parts): { readonly channel: string; readonly part: string } {
  const partOf = parts.get(channel);
  const known = messages.map((message) => partOf?.get(message)).find((part) => part !== undefined);
  return { channel, part: known ?? channel };
}

interface Reference {
  /** JSON Pointer of the object that has `$ref`. */
  readonly at: string;
  readonly reference: string;
}

/** Every `$ref`, wherever it stands: the parser follows those of examples and extensions too. */
function references(value: unknown, at = '', found: Reference[] = []): readonly Reference[] {
  if (Array.isArray(value)) value.forEach((item, index) => references(item, `${at}/${index}`, found));
  if (!isObject(value)) return found;
  const reference = own(value, '$ref');
  if (typeof reference === 'string') found.push({ at, reference });
  for (const name of Object.keys(value)) references(value[name], pointerTo(at, name), found);
  return found;
}

/** A pointer that passes another reference ends in whatever that one leads to. */
function leadsThroughReference(document: JsonObject, pointer: string): boolean {
  if (valueAt(document, pointer) !== undefined) return false;
  let value: unknown = document;
  for (const token of pointerTokens(pointer)) {
    if (typeof own(value, '$ref') === 'string') return true;
    value = own(value, token);
  }
  return false;
}
