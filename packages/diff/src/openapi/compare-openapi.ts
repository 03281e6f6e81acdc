import type { Scope } from '../collector.ts';
import { type Both, compareTexts, compareUnjudged, report, type Tools } from '../comparison.ts';
import { elementsOf, type Located, memberOf, stringAt } from '../json.ts';
import { compareErrorRegistry } from '../shared/errors.ts';
import { compareLimits, limitsInForce } from '../shared/limits.ts';
import { compareNamedSchemas } from '../shared/named-schemas.ts';
import { compareSecuritySchemes } from '../shared/security.ts';
import { partition } from '../shared/sets.ts';
import { compareEndpoint } from './compare-endpoint.ts';
import { type Endpoint, endpointsOf } from './endpoints.ts';

const shared = { where: 'shared', direction: 'both' } as const;

/** Two versions of an OpenAPI description. */
export function compareOpenApi(tools: Tools, root: Both): void {
  compareTexts(tools, root, shared, ['openapi', 'info', 'tags', 'externalDocs', '$self']);
  compareUnjudged(tools, root, shared, ['webhooks', 'jsonSchemaDialect']);
  compareServers(tools, root);
  compareEndpoints(tools, root);
  compareSecuritySchemes(tools, componentsOf(root));
  compareErrorRegistry(tools, root);
  compareLimits(tools, root, shared, new Set([...limitsInForce(root.old.value), ...limitsInForce(root.next.value)]));
  compareNamedSchemas(tools, root);
}

function componentsAt(root: Located): Located {
  return memberOf(root, 'components') ?? { ...root, pointer: '/components', value: {} };
}

export function componentsOf(root: Both): Both {
  return { old: componentsAt(root.old), next: componentsAt(root.next) };
}

function serversOf(root: Located): Map<string, Located> {
  return new Map(elementsOf(root, 'servers').map((server) => [stringAt(server.value, 'url') ?? '', server]));
}

function compareServers(tools: Tools, root: Both): void {
  const { removed, added, kept } = partition(serversOf(root.old), serversOf(root.next));
  for (const [url, server] of removed) report(tools, 'server-removed', shared, { old: server, next: root.next }, `"${url}" was removed`);
  for (const [url, server] of added) report(tools, 'server-added', shared, { old: root.old, next: server }, `"${url}" was added`);
  for (const [, old, next] of kept) compareTexts(tools, { old, next }, shared, ['description', 'name', 'variables']);
}

function byKey(root: Located): Map<string, Endpoint> {
  return new Map(endpointsOf(root.document).map((endpoint) => [endpoint.key, endpoint]));
}

function byId(endpoints: readonly (readonly [string, Endpoint])[]): Map<string, Endpoint> {
  return new Map(endpoints.map(([key, endpoint]) => [endpoint.id ?? ` ${key}`, endpoint]));
}

function scopeOf({ isStream }: Endpoint): Scope {
  return { where: isStream ? 'sse' : 'http', direction: 'both' };
}

/** Pairs operations by method and path, then by id; the rest came or went. */
function compareEndpoints(tools: Tools, root: Both): void {
  const same = partition(byKey(root.old), byKey(root.next));
  const moved = partition(byId(same.removed), byId(same.added));
  for (const [, old, next] of [...same.kept, ...moved.kept]) compareEndpoint(tools, old, next);
  for (const [, endpoint] of moved.removed) {
    report(tools, 'operation-removed', scopeOf(endpoint), { old: endpoint.at, next: root.next }, `${endpoint.key} was removed`);
  }
  for (const [, endpoint] of moved.added) {
    report(tools, 'operation-added', scopeOf(endpoint), { old: root.old, next: endpoint.at }, `${endpoint.key} was added`);
  }
}
