import type { ClientContext } from './context.ts';
import type { Decode, OperationDescriptor, ResponseDescriptor, ResponseHeaderDescriptor } from './descriptor.ts';
import { discardBody, readJsonBytes } from './response-body.ts';
import type { Answer } from './send.ts';
import { TransportError } from './transport-error.ts';

/**
 * A success answer, decoded as the contract describes its status.
 *
 * @throws TransportError `unexpected-media-type`, `response-too-large`, `decode-failed`
 */
export async function readResult(
  context: ClientContext,
  operation: OperationDescriptor,
  described: ResponseDescriptor,
  answer: Answer,
): Promise<unknown> {
  const { response, what } = answer;
  const { status } = response;
  const body = described.decode === undefined ? discardBody(response) : await readJson(context, described.decode, answer);
  if (operation.result === 'body') return body;
  return described.headers === undefined ? { status, body } : { status, body, headers: readHeaders(described.headers, response, what) };
}

async function readJson(context: ClientContext, decode: Decode<unknown>, answer: Answer): Promise<unknown> {
  const maxBytes = context.maxResponseBytes;
  return decodeOrFail(decode, await readJsonBytes(answer, maxBytes), maxBytes, `${answer.what}: body`);
}

/** @throws TransportError `decode-failed`, with the decoder's error as cause */
export function decodeOrFail(decode: Decode<unknown>, input: string | Uint8Array, maxBytes: number, what: string): unknown {
  try {
    return decode(input, { maxBytes });
  } catch (cause) {
    throw new TransportError('decode-failed', what, { cause });
  }
}

function readHeaders(described: readonly ResponseHeaderDescriptor[], response: Response, what: string): Record<string, unknown> {
  const headers: Record<string, unknown> = {};
  for (const header of described) {
    const text = response.headers.get(header.name);
    const value = text === null ? undefined : headerValue(header.type, text);
    if (value === undefined && (text !== null || header.required)) {
      throw new TransportError('decode-failed', `${what}: header ${header.name} is ${text === null ? 'missing' : `not a ${header.type}`}`);
    }
    if (value !== undefined) headers[header.name] = value;
  }
  return headers;
}

function headerValue(type: ResponseHeaderDescriptor['type'], text: string): unknown {
  if (type === 'string') return text;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  return /^-?(?:0|[1-9]\d{0,15})(?:\.\d{1,15})?$/.test(text) ? Number(text) : undefined;
}
