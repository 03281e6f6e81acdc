import type { CheckContext } from './context.ts';
import { checkGeneratedNames } from './generated-names.ts';

const PASCAL = /^[A-Z][A-Za-z0-9]{0,63}$/;
const CAMEL = /^[a-z][A-Za-z0-9]{0,63}$/;
const SNAKE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
const KEBAB = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
/** RFC 6749 section 3.3. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;
const SEMVER = /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z.-]+)?$/;

/** Characters of a URI (RFC 3986 section 2), without a fragment's: a description has the URL as it is written. */
const URI = /^[\w\-.~:/?@!$&'()*+,;=%[\]]+$/;

/** Names, version, servers, licence, security schemes and limits. */
export function checkIdentity(context: CheckContext): void {
  const { definition, issues } = context;
  if (!KEBAB.test(definition.id)) issues.add('malformed-name', ['id'], `${definition.id} is not kebab-case.`);
  if (!SEMVER.test(definition.version)) issues.add('malformed-version', ['version'], `${definition.version} is not semantic.`);
  for (const field of ['title', 'summary'] as const) {
    if (definition[field].trim() === '') issues.add('empty', [field], `${field} is empty.`);
  }
  for (const field of ['name', 'identifier'] as const) {
    if (definition.license[field].trim() === '') issues.add('empty', ['license', field], 'The licence has a name and an SPDX identifier.');
  }
  checkNames(context);
  checkEndpointNames(context);
  checkGeneratedNames(context);
  checkServers(context);
  checkSecurity(context);
  checkLimits(context);
}

function checkNames({ definition, issues }: CheckContext): void {
  const groups: readonly (readonly [keyof typeof definition, RegExp, string])[] = [
    ['schemas', PASCAL, 'PascalCase'],
    ['errors', SNAKE, 'snake_case'],
    ['security', CAMEL, 'camelCase'],
    ['limits', CAMEL, 'camelCase'],
    ['operations', CAMEL, 'camelCase'],
    ['streams', CAMEL, 'camelCase'],
    ['sockets', CAMEL, 'camelCase'],
  ];
  for (const [group, form, label] of groups) {
    for (const name of Object.keys((definition[group] as object | undefined) ?? {})) {
      if (!form.test(name)) issues.add('malformed-name', [group, name], `${name} is not ${label}.`);
    }
  }
}

function checkEndpointNames({ definition, issues }: CheckContext): void {
  const seen = new Map<string, string>();
  for (const group of ['operations', 'streams', 'sockets'] as const) {
    for (const name of Object.keys(definition[group] ?? {})) {
      const other = seen.get(name);
      if (other !== undefined) issues.add('duplicate-name', [group, name], `${other} has one of that name too.`);
      seen.set(name, group);
    }
  }
  if (seen.size === 0) issues.add('empty', ['operations'], 'A contract has at least one operation, stream or socket.');
}

function checkSecurity({ definition, issues }: CheckContext): void {
  for (const [name, scheme] of Object.entries(definition.security)) {
    if (scheme.kind === 'api-key') {
      if (!TOKEN.test(scheme.header)) issues.add('malformed-name', ['security', name, 'header'], `${scheme.header} is no header name.`);
      continue;
    }
    for (const scope of Object.keys(scheme.scopes ?? {})) {
      if (!SCOPE.test(scope)) issues.add('malformed-name', ['security', name, 'scopes', scope], `${scope} is no OAuth scope.`);
    }
  }
}

function checkServers({ definition, issues }: CheckContext): void {
  const servers = Object.entries(definition.servers);
  if (servers.length === 0) issues.add('empty', ['servers'], 'At least one server is needed.');
  for (const [name, server] of servers) {
    const url = URL.canParse(server.url) ? new URL(server.url) : undefined;
    if (
      url === undefined ||
      !/^https?:$/.test(url.protocol) ||
      url.search !== '' ||
      url.hash !== '' ||
      url.username !== '' ||
      url.password !== '' ||
      !URI.test(server.url)
    ) {
      issues.add(
        'malformed-url',
        ['servers', name, 'url'],
        `${server.url} is not an absolute http or https URL of URI characters without query, fragment or credentials.`,
      );
    }
  }
}

function checkLimits({ definition, issues }: CheckContext): void {
  for (const [name, limit] of Object.entries(definition.limits)) {
    if (!Number.isSafeInteger(limit.value) || limit.value < 0)
      issues.add('malformed-limit', ['limits', name, 'value'], `${limit.value} is not a safe integer of at least 0.`);
  }
}
