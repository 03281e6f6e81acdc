import { compareSchemas, compareTexts, compareUnjudged, report, type Tools } from '../comparison.ts';
import type { Scope } from '../collector.ts';
import { type Located, memberOf, locateMember, own, stringAt } from '../json.ts';
import { compareTerminal } from '../shared/stream-facts.ts';
import type { Channel } from './channels.ts';

/** Messages of a channel that both versions have, once for each party that sends them. */
export function compareMessages(tools: Tools, old: Channel, next: Channel): void {
  for (const direction of ['request', 'response'] as const) {
    const scope: Scope = { where: 'websocket', direction };
    for (const key of old[direction]) {
      const [before, after] = [old.messages.get(key), next.messages.get(key)];
      if (!next[direction].has(key) || !after)
        report(tools, 'message-removed', scope, { old: before ?? old.at, next: next.at }, `"${key}" was removed`);
      else if (before) compareMessage(tools, key, before, after, scope);
    }
    for (const key of next[direction]) {
      if (!old[direction].has(key) || !old.messages.has(key))
        report(tools, 'message-added', scope, { old: old.at, next: next.messages.get(key) ?? next.at }, `"${key}" was added`);
    }
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
  if (own(old.value, 'contentType') !== own(next.value, 'contentType'))
    report(tools, 'constraint-changed', scope, both, `contentType of "${key}" changed`);
  compareTerminal(tools, both, scope, key, own(old.value, 'x-tidemark-terminal'), own(next.value, 'x-tidemark-terminal'));
  compareTexts(tools, both, scope, ['name', 'title', 'summary', 'description', 'examples', 'tags', 'deprecated', 'externalDocs']);
  compareUnjudged(tools, both, scope, ['bindings', 'traits']);
}
