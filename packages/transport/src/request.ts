import { untilAborted } from './abort-scope.ts';
import type { ClientContext } from './context.ts';
import { credentialHeaders } from './credential.ts';
import type { Access, ParameterDescriptor } from './descriptor.ts';
import type { Attempt, AttemptOptions } from './options.ts';
import { TransportError } from './transport-error.ts';

/** What describes the request side of an operation, stream or socket. */
export interface RequestDescriptor {
  readonly name: string;
  readonly path: string;
  readonly access: Access;
  readonly parameters: readonly ParameterDescriptor[];
  readonly body?: { readonly maxBytes: number };
}

/** The caller's request by the contract's names: parameters, `body`, and options that are not the wire's business. */
export type RequestValues = Readonly<Record<string, unknown>>;

/** One attempt in the shapes that `fetch` takes. */
export interface PreparedRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

const encoder = new TextEncoder();

/**
 * Writes a request for one attempt, credential included (C4.2a).
 *
 * @throws TransportError `invalid-argument`, `message-too-large`, `credential-failed`
 */
export async function prepareRequest(
  context: ClientContext,
  endpoint: RequestDescriptor,
  values: RequestValues,
  renew: boolean,
  signal: AbortSignal,
): Promise<PreparedRequest> {
  const url = context.baseUrl + encodePath(endpoint, values) + encodeQuery(endpoint, values);
  const body = endpoint.body === undefined ? undefined : encodeJson(values['body'], endpoint.body.maxBytes, `${endpoint.name}: body`);
  const headers = { ...encodeHeaders(endpoint, values), ...(await credentialHeaders(context, endpoint, renew, signal)) };
  if (body !== undefined) headers['content-type'] = 'application/json';
  return { url, headers, body };
}

/**
 * The request of one attempt: what the call gave, overridden by what `prepare` returns.
 *
 * @throws TransportError `prepare-failed`
 */
export async function prepareValues(
  request: RequestValues & AttemptOptions<unknown>,
  attempt: Attempt,
  what: string,
): Promise<RequestValues> {
  const { prepare } = request;
  if (prepare === undefined) return request;
  try {
    return { ...request, ...((await untilAborted((async () => prepare(attempt))(), attempt.signal)) as RequestValues) };
  } catch (cause) {
    throw new TransportError('prepare-failed', what, { cause });
  }
}

/** Path with its parameters. A value that would change the path's structure is refused: URL parsers resolve `.` and `..`, encoded or not. */
export function encodePath(endpoint: RequestDescriptor, values: RequestValues): string {
  const segments = endpoint.path.split('/').map((template) => {
    const segment = template.replace(/\{([^}]*)\}/g, (_, name: string) => encodeText(endpoint, name, valueOf(endpoint, name, values)));
    if (segment !== template && (segment === '' || segment === '.' || segment === '..')) {
      throw new TransportError('invalid-argument', `${endpoint.name}: a path parameter of ${endpoint.path} is empty, "." or ".."`);
    }
    return segment;
  });
  return segments.join('/');
}

/** Query with its question mark, in the contract's order; empty when nothing is given. Arrays repeat their key. */
export function encodeQuery(endpoint: RequestDescriptor, values: RequestValues): string {
  const pairs = endpoint.parameters.flatMap((parameter) => {
    if (parameter.in !== 'query') return [];
    const value = present(endpoint, parameter, values);
    if (value === undefined) return [];
    const items: readonly unknown[] = parameter.repeated === true && Array.isArray(value) ? value : [value];
    return items.map((item) => `${encodeURIComponent(parameter.name)}=${encodeText(endpoint, parameter.name, item)}`);
  });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Header parameters. Values that `fetch` would trim, or that are not Latin-1, are refused rather than changed. */
export function encodeHeaders(endpoint: RequestDescriptor, values: RequestValues): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const parameter of endpoint.parameters) {
    if (parameter.in !== 'header') continue;
    const value = present(endpoint, parameter, values);
    if (value === undefined) continue;
    const text = textOf(endpoint, parameter.name, value);
    if (!/^[\x20-\x7e\xa0-\xff]*$/.test(text) || text.trim() !== text) throw invalid(endpoint, parameter.name, 'does not fit a header');
    headers[parameter.name] = text;
  }
  return headers;
}

/** Compact JSON of a value, at most `maxBytes` of UTF-8. */
export function encodeJson(value: unknown, maxBytes: number, what: string): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value, refuseNonFinite);
  } catch (cause) {
    throw new TransportError('invalid-argument', `${what} has no JSON form`, { cause });
  }
  if (text === undefined) throw new TransportError('invalid-argument', `${what} is missing`);
  // A UTF-16 unit takes at most three bytes, so that most texts need no second look.
  if (text.length * 3 > maxBytes && encoder.encode(text).length > maxBytes) {
    throw new TransportError('message-too-large', `${what} is over ${maxBytes} bytes`);
  }
  return text;
}

/** `JSON.stringify` writes NaN and the infinities as null, which a nullable field would accept as another value. */
function refuseNonFinite(_key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('a number that is not finite');
  return value;
}

function valueOf(endpoint: RequestDescriptor, name: string, values: RequestValues): unknown {
  return values[endpoint.parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.property ?? name];
}

function present(endpoint: RequestDescriptor, parameter: ParameterDescriptor, values: RequestValues): unknown {
  const value = values[parameter.property ?? parameter.name];
  if (value === undefined && parameter.required) throw invalid(endpoint, parameter.name, 'is missing');
  return value;
}

function encodeText(endpoint: RequestDescriptor, name: string, value: unknown): string {
  const text = textOf(endpoint, name, value);
  if (!text.isWellFormed()) throw invalid(endpoint, name, 'has a lone surrogate');
  return encodeURIComponent(text);
}

function textOf(endpoint: RequestDescriptor, name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return String(value);
  throw invalid(endpoint, name, 'is not a string, finite number or boolean');
}

function invalid(endpoint: RequestDescriptor, name: string, why: string): TransportError {
  return new TransportError('invalid-argument', `${endpoint.name}: parameter ${name} ${why}`);
}
