import type { TSchema } from 'typebox';
import type { Access, BodyDefinition, ParametersDefinition, RequestDefinition, ResponseDefinition } from '../definition.ts';
import { isOptional, type JsonSchema } from '../json-schema.ts';
import { own } from '../own.ts';
import type { Path } from '../path.ts';
import { dereference, flattenUnion, isLiteral, jsonTypes, literalValues } from '../union.ts';
import { type CheckContext, requireLimit, requireName } from './context.ts';
import { checkExamples } from './examples.ts';
import { checkSchema } from './schema.ts';

interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly access: Access;
  readonly tags?: readonly string[];
  readonly request?: RequestDefinition | ParametersDefinition;
  readonly errors: readonly string[];
}

const TEMPLATE = /^(?:\/(?:[A-Za-z0-9._~-]+|\{[A-Za-z][A-Za-z0-9]*\}))+$/;
const HEADER = /^[a-z][a-z0-9-]*$/;
/** Set by the bindings themselves, so that a contract cannot describe them a second time. */
const RESERVED =
  /^(?:accept|authorization|connection|content-(?:length|type)|host|last-event-id|sec-websocket-.*|transfer-encoding|upgrade)$/;

/** Operations: paths, parameters, access, errors, bodies and responses. */
export function checkOperations(context: CheckContext): void {
  for (const [name, operation] of Object.entries(context.definition.operations ?? {})) {
    const path: Path = ['operations', name];
    checkEndpoint(context, operation, path);
    checkClientError(context, operation, path);
    const responses = Object.entries(operation.responses);
    if (responses.length === 0) context.issues.add('empty', [...path, 'responses'], 'An operation has at least one success response.');
    for (const [status, response] of responses) checkResponse(context, Number(status), response, [...path, 'responses', status]);
  }
}

/** What operations, streams and sockets have in common. */
export function checkEndpoint(context: CheckContext, endpoint: Endpoint, path: Path): void {
  checkPath(context, endpoint, path);
  checkParameters(context, endpoint.request ?? {}, [...path, 'request']);
  const body = endpoint.request !== undefined && 'body' in endpoint.request ? endpoint.request.body : undefined;
  if (body !== undefined) checkBody(context, body, endpoint.method, [...path, 'request', 'body']);
  checkAccess(context, endpoint.access, [...path, 'access']);
  endpoint.errors.forEach((code, index) => {
    if (own(context.definition.errors, code) === undefined)
      context.issues.add('unregistered-error', [...path, 'errors', index], `The registry has no ${code}.`);
  });
  endpoint.tags?.forEach((tag, index) => {
    if (own(context.definition.tags, tag) === undefined)
      context.issues.add('undescribed-tag', [...path, 'tags', index], `tags does not describe ${tag}.`);
  });
}

/** What answers over HTTP can be asked wrongly; linters of OpenAPI ask for the answer to that (`operation-4xx-response`). */
export function checkClientError(context: CheckContext, endpoint: Pick<Endpoint, 'errors'>, path: Path): void {
  const statuses = endpoint.errors.map((code) => own(context.definition.errors, code)?.status);
  if (!statuses.some((status) => status === undefined || (status >= 400 && status <= 499)))
    context.issues.add('missing-error', [...path, 'errors'], 'It names no error with a status from 400 to 499.');
}

/** No two endpoints answer the same method and path, and parameters' names do not tell paths apart. */
export function checkUniquePaths(context: CheckContext): void {
  const byMethod = new Map<string, string>();
  const byShape = new Map<string, { readonly name: string; readonly path: string }>();
  for (const group of ['operations', 'streams', 'sockets'] as const) {
    for (const [name, endpoint] of Object.entries(context.definition[group] ?? {})) {
      const shape = endpoint.path.replaceAll(/\{[^}]*\}/g, '{}');
      const key = `${'method' in endpoint ? endpoint.method : 'GET'} ${shape}`;
      const other = byMethod.get(key);
      const alike = byShape.get(shape);
      const at = [group, name, 'path'];
      if (other !== undefined) context.issues.add('duplicate-path', at, `${other} answers ${key} too.`);
      else if (alike !== undefined && alike.path !== endpoint.path)
        context.issues.add('duplicate-path', at, `It differs from the path of ${alike.name} only in the names of parameters.`);
      if (other === undefined) byMethod.set(key, name);
      if (alike === undefined) byShape.set(shape, { name, path: endpoint.path });
    }
  }
}

function checkPath(context: CheckContext, endpoint: Endpoint, path: Path): void {
  const at = [...path, 'path'];
  if (!TEMPLATE.test(endpoint.path)) context.issues.add('malformed-path', at, `${endpoint.path} is not a path template.`);
  const inTemplate = [...endpoint.path.matchAll(/\{([^}]*)\}/g)].map((match) => match[1] ?? '');
  const twice = inTemplate.find((name, index) => inTemplate.indexOf(name) !== index);
  if (twice !== undefined) context.issues.add('malformed-path', at, `{${twice}} stands in it twice.`);
  const described = Object.keys(endpoint.request?.path ?? {});
  for (const name of inTemplate.filter((n) => !described.includes(n)))
    context.issues.add('undescribed-path-parameter', at, `{${name}} has no type.`);
  for (const name of described.filter((n) => !inTemplate.includes(n)))
    context.issues.add('undescribed-path-parameter', [...path, 'request', 'path', name], `The path has no {${name}}.`);
}

function checkParameters(context: CheckContext, request: ParametersDefinition, path: Path): void {
  const seen = new Map<string, string>();
  for (const place of ['path', 'query', 'headers'] as const) {
    for (const [name, schema] of Object.entries(request[place] ?? {})) {
      const at = [...path, place, name];
      checkSchema(context, schema as JsonSchema, at);
      checkTextual(context, schema, place, at);
      if (place === 'headers') checkHeaderName(context, name, at);
      if (name === '__proto__') context.issues.add('reserved-name', at, 'In the object of a request it would be the prototype.');
      const other = seen.get(name);
      if (other !== undefined) context.issues.add('duplicate-name', at, `${other} has a parameter of that name too.`);
      seen.set(name, place);
    }
  }
}

function checkHeaderName(context: CheckContext, name: string, path: Path): void {
  if (!HEADER.test(name)) context.issues.add('malformed-parameter', path, 'A header is named in lower case.');
  if (RESERVED.test(name)) context.issues.add('malformed-parameter', path, `${name} is set by the binding itself.`);
}

function checkTextual(context: CheckContext, schema: TSchema, place: 'path' | 'query' | 'headers', path: Path): void {
  const [only, ...others] = members(context, schema as JsonSchema);
  const items = others.length === 0 && place === 'query' && only?.type === 'array' ? only.items : undefined;
  const list = typeof items === 'object' && !Array.isArray(items) ? (items as JsonSchema) : undefined;
  if (!isTextual(members(context, list ?? (schema as JsonSchema))))
    context.issues.add('malformed-parameter', path, 'The type cannot be told from its text.');
  if (place === 'path' && isOptional(schema as JsonSchema))
    context.issues.add('malformed-parameter', path, 'A path parameter is required.');
}

function members(context: CheckContext, schema: JsonSchema): readonly JsonSchema[] {
  return flattenUnion(dereference(schema, context.definitions), context.definitions).map((member) =>
    dereference(member, context.definitions),
  );
}

/** Whether a text says which value it stands for: one type, or literals that differ as texts. */
function isTextual(options: readonly JsonSchema[]): boolean {
  const types = options.flatMap(jsonTypes);
  if (!types.every((type) => type === 'string' || type === 'number' || type === 'boolean')) return false;
  if (!options.every(isLiteral)) return types.length === 1;
  const texts = options.flatMap(literalValues).map(String);
  return new Set(texts).size === texts.length;
}

function checkBody(context: CheckContext, body: BodyDefinition, method: string, path: Path): void {
  if (method === 'GET' || method === 'DELETE') context.issues.add('malformed-parameter', path, `A ${method} request has no body.`);
  requireLimit(context, body.maxBytes, 'bytes', [...path, 'maxBytes']);
  requireName(context, body.schema, [...path, 'schema']);
  checkExamples(context, body.schema, body.examples, [...path, 'examples'], 'required');
}

function checkResponse(context: CheckContext, status: number, response: ResponseDefinition, path: Path): void {
  if (!Number.isInteger(status) || status < 200 || status > 299)
    context.issues.add('malformed-status', path, `${path.at(-1)} is no success status.`);
  for (const [name, schema] of Object.entries(response.headers ?? {})) {
    const at = [...path, 'headers', name];
    checkSchema(context, schema as JsonSchema, at);
    checkTextual(context, schema, 'headers', at);
    checkHeaderName(context, name, at);
  }
  const hasExamples = Object.keys(response.examples ?? {}).length > 0;
  if (response.schema === undefined) {
    if (hasExamples) context.issues.add('invalid-example', [...path, 'examples'], 'The response has no body.');
    return;
  }
  if (status === 204 || status === 205) context.issues.add('malformed-status', path, `${status} has no body.`);
  requireName(context, response.schema, [...path, 'schema']);
  checkExamples(context, response.schema, response.examples ?? {}, [...path, 'examples'], 'required');
}

function checkAccess(context: CheckContext, access: Access, path: Path): void {
  if (access === 'public') return;
  if (access.length === 0) context.issues.add('empty', path, "Name a scheme, or state 'public'.");
  access.forEach((requirement, index) => {
    const at = [...path, index];
    const scheme = own(context.definition.security, requirement.scheme);
    if (scheme === undefined) return context.issues.add('unknown-scheme', at, `security has no ${requirement.scheme}.`);
    const known = scheme.kind === 'bearer' ? Object.keys(scheme.scopes ?? {}) : [];
    for (const scope of requirement.scopes ?? []) {
      if (!known.includes(scope)) context.issues.add('unknown-scheme', at, `${requirement.scheme} lists no scope ${scope}.`);
    }
  });
}
