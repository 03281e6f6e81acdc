import type { TSchema } from 'typebox';
import type { Access, BodyDefinition, ParametersDefinition, RequestDefinition, ResponseDefinition } from '../definition.ts';
import type { JsonSchema } from '../json-schema.ts';
import { dereference, flattenUnion, jsonTypes } from '../union.ts';
import { type CheckContext, type Path, requireLimit, requireName } from './context.ts';
import { checkExamples } from './examples.ts';
import { checkSchema } from './schema.ts';

interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly access: Access;
  readonly request?: RequestDefinition | ParametersDefinition;
  readonly errors: readonly string[];
}

const TEMPLATE = /^(?:\/(?:[A-Za-z0-9._~-]+|\{[A-Za-z][A-Za-z0-9]*\}))+$/;
const HEADER = /^[a-z][a-z0-9-]*$/;

/** Operations: paths, parameters, access, errors, bodies and responses. */
export function checkOperations(context: CheckContext): void {
  for (const [name, operation] of Object.entries(context.definition.operations ?? {})) {
    const path: Path = ['operations', name];
    checkEndpoint(context, operation, path);
    const responses = Object.entries(operation.responses);
    if (responses.length === 0) context.issues.add('empty', [...path, 'responses'], 'An operation has at least one success response.');
    for (const [status, response] of responses) checkResponse(context, Number(status), response, [...path, 'responses', status]);
  }
}

/** What operations, streams and sockets have in common. */
export function checkEndpoint(context: CheckContext, endpoint: Endpoint, path: Path): void {
  checkPath(context, endpoint, path);
  checkParameters(context, endpoint.request ?? {}, [...path, 'request']);
  const body = (endpoint.request as RequestDefinition | undefined)?.body;
  if (body !== undefined) checkBody(context, body, endpoint.method, [...path, 'request', 'body']);
  checkAccess(context, endpoint.access, [...path, 'access']);
  endpoint.errors.forEach((code, index) => {
    if (context.definition.errors[code] === undefined)
      context.issues.add('unregistered-error', [...path, 'errors', index], `The registry has no ${code}.`);
  });
}

/** No two endpoints answer the same method and path; parameters' names do not tell paths apart. */
export function checkUniquePaths(context: CheckContext): void {
  const seen = new Map<string, string>();
  for (const group of ['operations', 'streams', 'sockets'] as const) {
    for (const [name, endpoint] of Object.entries(context.definition[group] ?? {})) {
      const method = 'method' in endpoint ? endpoint.method : 'GET';
      const key = `${method} ${endpoint.path.replaceAll(/\{[^}]*\}/g, '{}')}`;
      const other = seen.get(key);
      if (other !== undefined) context.issues.add('duplicate-path', [group, name, 'path'], `${other} answers ${key} too.`);
      else seen.set(key, name);
    }
  }
}

function checkPath(context: CheckContext, endpoint: Endpoint, path: Path): void {
  if (!TEMPLATE.test(endpoint.path)) context.issues.add('malformed-path', [...path, 'path'], `${endpoint.path} is not a path template.`);
  const inTemplate = [...endpoint.path.matchAll(/\{([^}]*)\}/g)].map((match) => match[1] ?? '');
  const described = Object.keys(endpoint.request?.path ?? {});
  for (const name of inTemplate.filter((n) => !described.includes(n)))
    context.issues.add('undescribed-path-parameter', [...path, 'path'], `{${name}} has no type.`);
  for (const name of described.filter((n) => !inTemplate.includes(n))) {
    context.issues.add('undescribed-path-parameter', [...path, 'request', 'path', name], `The path has no {${name}}.`);
  }
}

function checkParameters(context: CheckContext, request: ParametersDefinition, path: Path): void {
  for (const place of ['path', 'query', 'headers'] as const) {
    for (const [name, schema] of Object.entries(request[place] ?? {})) {
      const at = [...path, place, name];
      checkSchema(schema as JsonSchema, at, context.definitions, context.issues);
      checkTextual(context, schema, place, at);
      if (place === 'headers' && !HEADER.test(name)) context.issues.add('malformed-parameter', at, 'A header is named in lower case.');
    }
  }
}

function checkTextual(context: CheckContext, schema: TSchema, place: string, path: Path): void {
  const [only, ...others] = members(context, schema as JsonSchema);
  const list = others.length === 0 && place === 'query' && only?.type === 'array' ? (only.items as JsonSchema | undefined) : undefined;
  if (!members(context, list ?? (schema as JsonSchema)).every(isTextual))
    context.issues.add('malformed-parameter', path, 'The type cannot be told from its text.');
  if (place === 'path' && (schema as { '~optional'?: unknown })['~optional'] !== undefined)
    context.issues.add('malformed-parameter', path, 'A path parameter is required.');
}

function members(context: CheckContext, schema: JsonSchema): readonly JsonSchema[] {
  return flattenUnion(dereference(schema, context.definitions), context.definitions).map((member) =>
    dereference(member, context.definitions),
  );
}

function isTextual(schema: JsonSchema): boolean {
  return jsonTypes(schema).every((type) => type === 'string' || type === 'number' || type === 'boolean');
}

function checkBody(context: CheckContext, body: BodyDefinition, method: string, path: Path): void {
  if (method === 'GET' || method === 'DELETE') context.issues.add('malformed-parameter', path, `A ${method} request has no body.`);
  requireLimit(context, body.maxBytes, 'bytes', [...path, 'maxBytes']);
  requireName(context, body.schema, [...path, 'schema']);
  checkExamples(context, body.schema, body.examples, [...path, 'examples'], 'required');
}

function checkResponse(context: CheckContext, status: number, response: ResponseDefinition, path: Path): void {
  if (!Number.isInteger(status) || status < 200 || status > 299)
    context.issues.add('malformed-status', path, `${status} is no success status.`);
  for (const [name, schema] of Object.entries(response.headers ?? {})) {
    checkSchema(schema as JsonSchema, [...path, 'headers', name], context.definitions, context.issues);
    checkTextual(context, schema, 'headers', [...path, 'headers', name]);
  }
  if (response.schema === undefined) return;
  if (status === 204) context.issues.add('malformed-status', path, '204 has no body.');
  requireName(context, response.schema, [...path, 'schema']);
  checkExamples(context, response.schema, response.examples ?? {}, [...path, 'examples'], 'required');
}

function checkAccess(context: CheckContext, access: Access, path: Path): void {
  if (access === 'public') return;
  if (access.length === 0) context.issues.add('empty', path, "Name a scheme, or state 'public'.");
  access.forEach((requirement, index) => {
    const scheme = context.definition.security[requirement.scheme];
    if (scheme === undefined) return context.issues.add('unknown-scheme', [...path, index], `security has no ${requirement.scheme}.`);
    const known = scheme.kind === 'bearer' ? Object.keys(scheme.scopes ?? {}) : [];
    for (const scope of requirement.scopes ?? []) {
      if (!known.includes(scope)) context.issues.add('unknown-scheme', [...path, index], `${requirement.scheme} lists no scope ${scope}.`);
    }
  });
}
