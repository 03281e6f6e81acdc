import { type Both, report, type Tools } from '../comparison.ts';
import { canonicalText, entriesOf, isObject, type JsonObject, type Located, memberOf, objectAt, own } from '../json.ts';
import { partition } from './sets.ts';

function namedSchemas(root: Located): Map<string, Located> {
  const components = memberOf(root, 'components');
  return components ? entriesOf(components, 'schemas') : new Map<string, Located>();
}

/** Named schemas are generated types and decoders: their names are source, whatever uses them. */
export function compareNamedSchemas(tools: Tools, root: Both): void {
  const scope = { where: 'shared', direction: 'both' } as const;
  const used = usedSchemas(root.old.document);
  const { removed, added, kept } = partition(namedSchemas(root.old), namedSchemas(root.next));
  for (const [name, schema] of removed) report(tools, 'schema-removed', scope, { old: schema, next: root.next }, `"${name}" was removed`);
  for (const [name, schema] of added) report(tools, 'schema-added', scope, { old: root.old, next: schema }, `"${name}" was added`);
  for (const [name, old, next] of kept) {
    if (used.has(name) || canonicalText(old.value) === canonicalText(next.value)) continue;
    report(tools, 'unused-schema-changed', scope, { old, next }, `"${name}" changed`);
  }
}

/** Names of the schemas that something outside `components.schemas` refers to, directly or through others. */
function usedSchemas(document: JsonObject): Set<string> {
  const schemas = objectAt(own(document, 'components'), 'schemas');
  const components = Object.fromEntries(Object.entries(objectAt(document, 'components')).filter(([name]) => name !== 'schemas'));
  const used = new Set<string>();
  const open = referencesIn({ ...document, components });
  while (open.length > 0) {
    const name = open.pop();
    if (name === undefined || used.has(name)) continue;
    used.add(name);
    open.push(...referencesIn(own(schemas, name)));
  }
  return used;
}

function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (!isObject(value)) return [];
  const target = typeof value.$ref === 'string' ? /^#\/components\/schemas\/([^/]+)/.exec(value.$ref)?.[1] : undefined;
  const nested = Object.values(value).flatMap(referencesIn);
  return target === undefined ? nested : [decodeURIComponent(target).replaceAll('~1', '/').replaceAll('~0', '~'), ...nested];
}
