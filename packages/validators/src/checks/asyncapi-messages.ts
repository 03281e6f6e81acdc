import { asyncApiChannels, asyncApiMessages, type ChannelSite, messageExamples, type MessageSite } from '../asyncapi/sites.ts';
import { own, pointerTo, stringAt } from '../json.ts';
import { follow } from '../reference.ts';
import { alternativesOf, isClosed, propertiesOf, tagsOf } from '../schema/constants.ts';
import { hasConstants, possibleMatches, tagIndex } from '../schema/tagged-union.ts';
import type { CheckContext } from './check.ts';
import { checkExample } from './example.ts';

/** AsyncAPI 3.0 Message Example Object: `payload` and `headers` must validate (asyncapi/parser-js#1024: the parser does not look). */
export async function checkMessageExamples(context: CheckContext): Promise<void> {
  for (const message of asyncApiMessages(context.document)) {
    for (const part of ['payload', 'headers'] as const) {
      const { pointer, dialect } = message[part];
      if (own(message.value, part) === undefined) continue;
      if (dialect === 'unknown') {
        const unread = messageExamples(message).some((example) => own(example.value, part) !== undefined);
        if (unread)
          context.report(
            'dialect-not-checked',
            pointerTo(message.pointer, part),
            'the schemaFormat is not JSON Schema, so examples were not checked',
          );
        continue;
      }
      await context.schemas.compile(pointer, dialect);
      for (const example of messageExamples(message)) {
        const value = own(example.value, part);
        if (value !== undefined)
          await checkExample(context, { pointer: pointerTo(example.pointer, part), value, schemaPointer: pointer }, dialect);
      }
    }
  }
}

/** AsyncAPI 3.0 Channel Object: "every message sent to this channel MUST be valid against one, and only one, of the message objects". */
export async function checkAmbiguousMessages(context: CheckContext): Promise<void> {
  for (const channel of asyncApiChannels(context.document)) {
    checkTags(context, channel);
    const possible = possibleMessages(context, channel);
    for (const message of channel.messages) {
      for (const example of messageExamples(message)) {
        const payload = own(example.value, 'payload');
        if (payload !== undefined) await checkMatches(context, channel, message, example.pointer, payload, possible(payload));
      }
    }
  }
}

/** The messages of a channel that no constant of their payload rules out for a value, from an index where there is one. */
function possibleMessages(context: CheckContext, { messages }: ChannelSite): (payload: unknown) => readonly MessageSite[] {
  const readable = messages.filter(({ value, payload }) => own(value, 'payload') !== undefined && payload.dialect !== 'unknown');
  const isPlain = context.schemas.hasOneScope && readable.every(({ payload }) => hasConstants(payload.dialect));
  const index = isPlain
    ? tagIndex(
        context.document,
        readable.map(({ payload }) => payload.pointer),
      )
    : undefined;
  return (value) => {
    const matches = index && possibleMatches(index, value);
    return matches === undefined ? readable : matches.flatMap((at) => readable[at] ?? []);
  };
}

async function checkMatches(
  context: CheckContext,
  channel: ChannelSite,
  message: MessageSite,
  pointer: string,
  payload: unknown,
  possible: readonly MessageSite[],
): Promise<void> {
  for (const other of possible) {
    if (other.pointer === message.pointer) continue;
    if (await context.schemas.accepts(other.payload.pointer, other.payload.dialect, payload)) {
      context.report(
        'ambiguous-message',
        pointerTo(pointer, 'payload'),
        `the example also matches ${other.pointer} on channel ${channel.pointer}`,
      );
    }
  }
}

/** Two messages with tags of the same name must differ in one; in preset `strict` every pair must have such a tag. */
function checkTags(context: CheckContext, channel: ChannelSite): void {
  const tags = channel.messages.map((message) =>
    alternativesOf(context.document, message.payload.pointer).map((schema) => tagsOf(context.document, schema)),
  );
  if (isToldApartByOneTag(tags)) return;
  for (const [index, message] of channel.messages.entries()) {
    for (let earlier = 0; earlier < index; earlier++) {
      const verdicts = (tags[index] ?? []).flatMap((left) => (tags[earlier] ?? []).map((right) => compareTags(left, right)));
      const clash = verdicts.includes('equal') || (context.description.preset === 'strict' && verdicts.includes('none'));
      if (clash)
        context.report(
          'ambiguous-message',
          message.pointer,
          `no tag tells it from ${channel.messages[earlier]?.pointer ?? ''} on channel ${channel.pointer}`,
        );
    }
  }
}

/** Whether every message has one and the same tag with constants that no other message has: then no pair needs to be looked at. */
function isToldApartByOneTag(tags: readonly (readonly ReadonlyMap<string, readonly string[]>[])[]): boolean {
  const [first] = tags[0] ?? [];
  return [...(first?.keys() ?? [])].some((name) => {
    const owners = new Map<string, number>();
    return tags.every((alternatives, message) =>
      alternatives.every((tag) =>
        tag.get(name)?.every((value) => {
          const owner = owners.get(value) ?? message;
          owners.set(value, owner);
          return owner === message;
        }),
      ),
    );
  });
}

function compareTags(
  left: ReadonlyMap<string, readonly string[]>,
  right: ReadonlyMap<string, readonly string[]>,
): 'disjoint' | 'equal' | 'none' {
  const shared = [...left].filter(([name]) => right.has(name));
  if (shared.length === 0) return 'none';
  return shared.some(([name, values]) => !values.some((value) => right.get(name)?.includes(value))) ? 'disjoint' : 'equal';
}

/** AsyncAPI 3.0 runtime expressions: `$message.payload#/path` or `$message.header#/path`. */
export function checkCorrelation(context: CheckContext): void {
  for (const message of asyncApiMessages(context.document)) {
    const correlation = follow(context.document, pointerTo(message.pointer, 'correlationId'));
    const location = stringAt(correlation?.value, 'location');
    const match = location === undefined ? null : /^\$message\.(payload|header)#(\/.*)$/.exec(location);
    if (!correlation || !match) continue;
    const part = match[1] === 'header' ? message.headers : message.payload;
    if (part.dialect === 'unknown' || leads(context, part.pointer, match[2]?.slice(1).split('/') ?? [])) continue;
    context.report(
      'correlation-location',
      pointerTo(message.pointer, 'correlationId'),
      `${location ?? ''} leads nowhere in ${part.pointer}`,
    );
  }
}

/** Whether the declared properties, in every alternative, lead along the path. A schema that declares none may hold anything. */
function leads(context: CheckContext, pointer: string, path: readonly string[]): boolean {
  const [next, ...rest] = path;
  if (next === undefined) return true;
  const alternatives = alternativesOf(context.document, pointer);
  return (
    alternatives.length > 0 &&
    alternatives.every((schema) => {
      const properties = propertiesOf(context.document, schema);
      const property = properties.get(next.replaceAll('~1', '/').replaceAll('~0', '~'));
      if (property) return leads(context, property.schema.pointer, rest);
      return properties.size === 0 && !isClosed(schema.value);
    })
  );
}
