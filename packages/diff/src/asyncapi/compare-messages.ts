import { compareSchemas, compareTexts, compareUnjudged, report, type Tools } from '../comparison.ts';
import type { Scope } from '../collector.ts';
import { type Located, memberOf, locateMember, jsonEqual, own, stringAt } from '../json.ts';
import { partition } from '../shared/sets.ts';
import { compareTerminal } from '../shared/stream-facts.ts';
import type { Channel } from './channels.ts';

/** The messages that one party sends; a name without a message is none. */
function sentMessages(channel: Channel, direction: 'request' | 'response'): Map<string, Located> {
  return new Map([...channel.messages].filter(([key]) => channel[direction].has(key)));
}

/** Messages of a channel that both versions have, once for each party that sends them. */
export function compareMessages(tools: Tools, old: Channel, next: Channel): void {
  for (const direction of ['request', 'response'] as const) {
    const scope: Scope = { where: 'websocket', direction };
    const { removed, added, kept } = partition(sentMessages(old, direction), sentMessages(next, direction));
    for (const [key, message] of removed) report(tools, 'message-removed', scope, { old: message, next: next.at }, `"${key}" was removed`);
    for (const [key, message] of added) report(tools, 'message-added', scope, { old: old.at, next: message }, `"${key}" was added`);
    for (const [key, before, after] of kept) compareMessage(tools, key, before, after, scope);
  }
}

interface Schema {
  readonly at: Located | undefined;
  readonly format: string | undefined;
}

/** A payload in a Multi Format Schema Object, or as it stands. */
function schemaOf(message: Located, name: string): Schema {
  const site = locateMember(message, name);
  const format = stringAt(site?.value, 'schemaFormat');
  return site && format !== undefined ? { at: memberOf(site, 'schema'), format } : { at: memberOf(message, name), format: undefined };
}

function isJsonSchema({ format }: Schema): boolean {
  return format === undefined || /asyncapi|schema\+(json|yaml)|oai\.openapi/.test(format);
}

function compareMessage(tools: Tools, key: string, old: Located, next: Located, scope: Scope): void {
  const both = { old, next };
  for (const part of ['payload', 'headers']) {
    const [before, after] = [schemaOf(old, part), schemaOf(next, part)];
    if (before.format === after.format && isJsonSchema(before)) compareSchemas(tools, before.at, after.at, both, scope);
    else compareUnjudged(tools, both, scope, [part]);
  }
  if (!jsonEqual(own(old.value, 'contentType'), own(next.value, 'contentType')))
    report(tools, 'constraint-changed', scope, both, `contentType of "${key}" changed`);
  compareTerminal(tools, both, scope, key, own(old.value, 'x-tidemark-terminal'), own(next.value, 'x-tidemark-terminal'));
  compareTexts(tools, both, scope, ['name', 'title', 'summary', 'description', 'examples', 'tags', 'deprecated', 'externalDocs']);
  compareUnjudged(tools, both, scope, ['bindings', 'traits']);
}
