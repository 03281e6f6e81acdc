import { DecodeError } from '@tidemark/codec';
import { accepts, isJsonContent } from './accept.ts';
import { challengeHeader } from './authentication.ts';
import type { BodyDescriptor, EndpointDescriptor } from './descriptor.ts';
import { announcesBody, headerValues } from './headers.ts';
import type { HttpExchange, HttpResponse } from './http-exchange.ts';
import { limitOf } from './limits.ts';
import { decodeParameters } from './parameters.ts';
import type { ServiceRuntime } from './service-runtime.ts';

/** A request that belongs to somebody and is what the description says. */
export interface Admitted {
  readonly caller: { readonly principal: unknown; readonly caller: string };
  readonly request: { readonly path: unknown; readonly query: unknown; readonly headers: unknown; readonly body?: unknown };
  readonly rawBody: Uint8Array;
}

export type Admission = { readonly ok: true; readonly value: Admitted } | { readonly ok: false; readonly answer: HttpResponse };

/** RFC 9112 section 9.3: a connection that still carries an unread body cannot be used again. */
const CLOSE = [['connection', 'close']] as const;

/**
 * Authenticate, then `Accept`, then parameters, then the body: bounded, read, decoded. In this order, so that nobody without a credential
 * learns anything, and no body is buffered for a request that is refused anyway.
 */
export async function admit(
  runtime: ServiceRuntime,
  endpoint: EndpointDescriptor & { readonly body?: BodyDescriptor },
  exchange: HttpExchange,
  mediaType: string,
): Promise<Admission> {
  const caller = await authenticated(runtime, endpoint, exchange);
  if ('answer' in caller) return { ok: false, answer: caller.answer };
  if (!accepts(exchange.request.rawHeaders, mediaType)) return refuse(runtime.answers.fault('notAcceptable'));
  const parameters = decodeParameters(endpoint.parameters, exchange.request);
  if (!parameters.ok) return refuse(runtime.answers.fault('invalid', { message: parameters.problem, violation: parameters.violation }));
  const body = await decodedBody(runtime, endpoint.body, exchange);
  if ('answer' in body) return { ok: false, answer: body.answer };
  const request = endpoint.body === undefined ? parameters.value : { ...parameters.value, body: body.value };
  return { ok: true, value: { caller, request, rawBody: body.bytes } };
}

/** The caller, or the refusal. Shared by HTTP requests and upgrades. */
export async function authenticated(
  runtime: ServiceRuntime,
  endpoint: EndpointDescriptor,
  exchange: Pick<HttpExchange, 'request'>,
): Promise<{ readonly principal: unknown; readonly caller: string } | { readonly answer: HttpResponse }> {
  const decision = await runtime.authenticator(endpoint, exchange.request);
  if (decision.ok) return decision;
  if (decision.cause !== undefined) {
    runtime.logger.error({ service: runtime.descriptor.id, endpoint: endpoint.name, err: decision.cause }, 'no authentication decision');
  }
  const { fault } = decision;
  if (fault === 'unauthenticated') {
    return { answer: runtime.answers.fault(fault, { headers: [challengeHeader(endpoint.access, runtime.descriptor.security)] }) };
  }
  return { answer: runtime.answers.fault(fault, fault === 'unavailable' ? { retryAfterSeconds: 1 } : {}) };
}

const NO_BYTES = new Uint8Array(0);

type DecodedBody = { readonly value: unknown; readonly bytes: Uint8Array } | { readonly answer: HttpResponse };

async function decodedBody(runtime: ServiceRuntime, body: BodyDescriptor | undefined, exchange: HttpExchange): Promise<DecodedBody> {
  const { answers } = runtime;
  const { rawHeaders } = exchange.request;
  if (!announcesBody(rawHeaders)) {
    if (body === undefined) return { value: undefined, bytes: NO_BYTES };
    return {
      answer: answers.fault('invalid', { message: 'The request has no body.', violation: { code: 'missing-field', path: '/body' } }),
    };
  }
  if (body === undefined) {
    const violation = { code: 'unknown-field', path: '/body' };
    return { answer: answers.fault('invalid', { message: 'The request has a body, and none is expected.', violation, headers: CLOSE }) };
  }
  const encodings = headerValues(rawHeaders, 'content-encoding');
  if (!isJsonContent(rawHeaders) || encodings.some((encoding) => encoding.trim().toLowerCase() !== 'identity')) {
    return { answer: answers.fault('unsupportedMediaType', { headers: CLOSE }) };
  }
  const maxBytes = limitOf(runtime.limits, body.maxBytes);
  const outcome = await exchange.readBody(maxBytes);
  if (!outcome.ok) return { answer: answers.fault(outcome.fault === 'too-large' ? 'tooLarge' : 'requestTimeout', { headers: CLOSE }) };
  try {
    return { value: body.decode(outcome.bytes, { maxBytes }), bytes: outcome.bytes };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const violation = { code: error.code, path: `/body${error.path}` };
    return { answer: answers.fault('invalid', { message: `The body is not what the description says: ${error.code}.`, violation }) };
  }
}

function refuse(answer: HttpResponse): Admission {
  return { ok: false, answer };
}
