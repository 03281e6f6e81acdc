import {
  arrayAt,
  elementsOf,
  entriesOf,
  isObject,
  type JsonObject,
  locate,
  locateMember,
  type Located,
  memberOf,
  objectAt,
  own,
  stringAt,
} from '../json.ts';
import type { Alternative } from '../shared/security.ts';

/** A request of a channel and what may answer it. */
export interface Exchange {
  readonly at: Located;
  readonly replies: ReadonlySet<string>;
  readonly correlation: string;
}

/** One channel of an AsyncAPI document as the server sees it; messages are known by their keys in the channel. */
export interface Channel {
  readonly name: string;
  readonly address: string;
  readonly at: Located;
  /** `x-tidemark-socket`: what AsyncAPI has no field for. */
  readonly facts: Located | undefined;
  readonly messages: ReadonlyMap<string, Located>;
  /** Keys of the messages that clients send, and that the server sends. */
  readonly request: ReadonlySet<string>;
  readonly response: ReadonlySet<string>;
  readonly exchanges: ReadonlyMap<string, Exchange>;
  readonly security: readonly Alternative[];
}

interface OperationView {
  readonly at: Located;
  readonly received: boolean;
  readonly messages: readonly string[];
  readonly replies: readonly string[];
}

/** Message keys of `#/channels/<name>/messages/<key>` references, or all of the channel's where none are listed. */
function messageKeys(holder: Located, channel: Located): string[] {
  const prefix = `#${channel.pointer}/messages/`;
  const listed = arrayAt(holder.value, 'messages').map((reference) => stringAt(reference, '$ref') ?? '');
  if (listed.length === 0) return Object.keys(objectAt(channel.value, 'messages'));
  return listed
    .filter((reference) => reference.startsWith(prefix))
    .map((reference) => reference.slice(prefix.length).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function operationsOf(document: JsonObject, channel: Located): OperationView[] {
  const root = locate(document, '');
  if (!root) return [];
  return [...entriesOf(root, 'operations').values()].flatMap((at) => {
    const reply = locateMember(at, 'reply');
    const replyChannel = reply && locateMember(reply, 'channel');
    const repliesHere = replyChannel === undefined || replyChannel.pointer === channel.pointer;
    const here = locateMember(at, 'channel')?.pointer === channel.pointer;
    if (!here && (!reply || replyChannel?.pointer !== channel.pointer)) return [];
    return [
      {
        at,
        received: own(at.value, 'action') === 'receive',
        messages: here ? messageKeys(at, channel) : [],
        replies: reply && repliesHere ? messageKeys(reply, channel) : [],
      },
    ];
  });
}

/** `action` is the described application's view: a server receives what clients send, and sends the replies to it. */
function sentBy(
  party: 'client' | 'server',
  operations: readonly OperationView[],
  messages: ReadonlyMap<string, Located>,
  facts: Located | undefined,
): ReadonlySet<string> {
  const stated = facts && own(facts.value, party);
  if (Array.isArray(stated)) return new Set(stated.map(String));
  if (operations.length === 0) return new Set(messages.keys());
  return new Set(operations.flatMap((operation) => (operation.received === (party === 'client') ? operation.messages : operation.replies)));
}

function exchangesOf(
  operations: readonly OperationView[],
  facts: Located | undefined,
  messages: ReadonlyMap<string, Located>,
): Map<string, Exchange> {
  if (facts) {
    return new Map(
      elementsOf(facts, 'exchanges').map((at) => [
        stringAt(at.value, 'request') ?? '',
        { at, replies: new Set(arrayAt(at.value, 'replies').map(String)), correlation: stringAt(at.value, 'correlation') ?? '' },
      ]),
    );
  }
  const answered = operations.filter(({ received, replies }) => received && replies.length > 0);
  return new Map(
    answered.flatMap(({ at, messages: requests, replies }) =>
      requests.map((request) => [request, { at, replies: new Set(replies), correlation: correlationOf(messages.get(request)) }] as const),
    ),
  );
}

function correlationOf(message: Located | undefined): string {
  const correlation = message && locateMember(message, 'correlationId');
  return stringAt(correlation?.value, 'location') ?? '';
}

/** Alternatives of the operations and servers of a channel: a scheme reference with its scopes each. */
function securityOf(document: JsonObject, operations: readonly OperationView[], facts: Located | undefined): Alternative[] {
  const access = facts && arrayAt(facts.value, 'access');
  if (access)
    return orPublic(
      access.filter(isObject).map((entry) => new Map([[stringAt(entry, 'scheme') ?? '', new Set(arrayAt(entry, 'scopes').map(String))]])),
    );
  const root = locate(document, '');
  const holders = [...operations.map(({ at }) => at), ...(root ? entriesOf(root, 'servers').values() : [])];
  const schemes = holders.flatMap((holder) => arrayAt(holder.value, 'security').filter(isObject));
  const named = schemes.map((scheme): Alternative => {
    const target = typeof scheme.$ref === 'string' ? locate(document, scheme.$ref.slice(1)) : undefined;
    return new Map([
      [target?.pointer.split('/').pop() ?? stringAt(scheme, 'type') ?? '', new Set(arrayAt(target?.value ?? scheme, 'scopes').map(String))],
    ]);
  });
  return orPublic(named);
}

const orPublic = (alternatives: Alternative[]): Alternative[] => (alternatives.length === 0 ? [new Map()] : alternatives);

export function channelsOf(document: JsonObject): Channel[] {
  const root = locate(document, '');
  if (!root) return [];
  return [...entriesOf(root, 'channels')].map(([name, at]) => {
    const messages = entriesOf(at, 'messages');
    const facts = memberOf(at, 'x-tidemark-socket');
    const operations = operationsOf(document, at);
    return {
      name,
      address: stringAt(at.value, 'address') ?? '',
      at,
      facts,
      messages,
      request: sentBy('client', operations, messages, facts),
      response: sentBy('server', operations, messages, facts),
      exchanges: exchangesOf(operations, facts, messages),
      security: securityOf(document, operations, facts),
    };
  });
}
