import { type Both, compareTexts, report, type Tools } from '../comparison.ts';
import { entriesOf, type Located, own, stringAt } from '../json.ts';
import { componentsOf } from '../openapi/compare-openapi.ts';
import { compareErrorRegistry } from '../shared/errors.ts';
import { compareLimits, limitsInForce } from '../shared/limits.ts';
import { compareNamedSchemas } from '../shared/named-schemas.ts';
import { compareSecuritySchemes } from '../shared/security.ts';
import { partition } from '../shared/sets.ts';
import { addressKey, compareChannel } from './compare-channel.ts';
import { type Channel, channelsOf } from './channels.ts';

const shared = { where: 'shared', direction: 'both' } as const;
const socket = { where: 'websocket', direction: 'both' } as const;

/** Two versions of an AsyncAPI 3 description of a server. */
export function compareAsyncApi(tools: Tools, root: Both): void {
  compareTexts(tools, root, shared, ['asyncapi', 'id', 'info', 'tags', 'externalDocs', 'defaultContentType']);
  compareServers(tools, root);
  compareChannels(tools, root);
  compareOperationIds(tools, root);
  compareSecuritySchemes(tools, componentsOf(root));
  compareErrorRegistry(tools, root);
  compareLimits(tools, root, shared, new Set([...limitsInForce(root.old.value), ...limitsInForce(root.next.value)]));
  compareNamedSchemas(tools, root);
}

function serverAddress(server: Located): string {
  return `${stringAt(server.value, 'protocol') ?? ''}://${stringAt(server.value, 'host') ?? ''}${stringAt(server.value, 'pathname') ?? ''}`;
}

function serversOf(root: Located): Map<string, Located> {
  return new Map([...entriesOf(root, 'servers').values()].map((server) => [serverAddress(server), server]));
}

function compareServers(tools: Tools, root: Both): void {
  const { removed, added, kept } = partition(serversOf(root.old), serversOf(root.next));
  for (const [address, server] of removed) {
    report(tools, 'server-removed', shared, { old: server, next: root.next }, `"${address}" was removed`);
  }
  for (const [address, server] of added) {
    report(tools, 'server-added', shared, { old: root.old, next: server }, `"${address}" was added`);
  }
  for (const [, old, next] of kept) {
    compareTexts(tools, { old, next }, shared, ['title', 'summary', 'description', 'tags', 'variables']);
  }
}

/** By address; a channel whose address is not known before run time, by name. */
function byAddress(root: Located): Map<string, Channel> {
  return new Map(
    channelsOf(root.document).map((channel) => [channel.address === '' ? `name ${channel.name}` : addressKey(channel), channel]),
  );
}

function byName(entries: readonly (readonly [string, Channel])[]): Map<string, Channel> {
  return new Map(entries.map(([, channel]) => [channel.name, channel]));
}

/** Pairs channels by address, then by name; the rest came or went. */
function compareChannels(tools: Tools, root: Both): void {
  const same = partition(byAddress(root.old), byAddress(root.next));
  const moved = partition(byName(same.removed), byName(same.added));
  for (const [, old, next] of [...same.kept, ...moved.kept]) compareChannel(tools, old, next);
  for (const [, channel] of moved.removed) {
    report(tools, 'channel-removed', socket, { old: channel.at, next: root.next }, `"${channel.address}" was removed`);
  }
  for (const [, channel] of moved.added) {
    report(tools, 'channel-added', socket, { old: root.old, next: channel.at }, `"${channel.address}" was added`);
  }
}

/** Action, channel and messages of an operation: what it is, whatever it is called. */
function signature(operation: Located): string {
  return JSON.stringify([own(operation.value, 'action'), own(operation.value, 'channel'), own(operation.value, 'messages')]);
}

function bySignature(operations: readonly (readonly [string, Located])[]): Map<string, readonly [string, Located]> {
  return new Map(operations.map((entry) => [signature(entry[1]), entry]));
}

/** Operation ids are method names in generated code. What operations come and go is seen in the channels' messages. */
function compareOperationIds(tools: Tools, root: Both): void {
  const { removed, added, kept } = partition(entriesOf(root.old, 'operations'), entriesOf(root.next, 'operations'));
  for (const [, old, next] of kept) compareTexts(tools, { old, next }, socket, ['title', 'summary', 'description', 'tags', 'externalDocs']);
  for (const [, [id, old], [other, next]] of partition(bySignature(removed), bySignature(added)).kept)
    report(tools, 'operation-renamed', socket, { old, next }, `"${id}" became "${other}"`);
}
