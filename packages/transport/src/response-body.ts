import { untilAborted } from './abort-scope.ts';
import { overNetwork } from './failure.ts';
import type { Answer } from './send.ts';
import { TransportError } from './transport-error.ts';

/**
 * Reads a JSON body whole, at most `maxBytes`, and never more than one chunk beyond before it gives up. The caller aborts the request on failure;
 * an abort lets go of a body that does not listen to it (B50).
 *
 * @throws TransportError `unexpected-media-type`, `response-too-large`, `network`
 */
export async function readJsonBytes(answer: Answer, maxBytes: number): Promise<Uint8Array> {
  const reader = bodyOf(answer, 'application/json').getReader();
  const { what, signal } = answer;
  try {
    return await overNetwork(() => untilAborted(readAll(reader, maxBytes, what), signal), what);
  } catch (error) {
    reader.cancel().catch(() => undefined);
    throw error;
  } finally {
    reader.releaseLock();
  }
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>, maxBytes: number, what: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return concat(chunks, size);
    size += value.length;
    if (size > maxBytes) throw new TransportError('response-too-large', `${what}: the answer is over ${maxBytes} bytes`);
    chunks.push(value);
  }
}

function concat(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return only;
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Lets go of a body that nobody reads. */
export function discardBody(response: Response): void {
  response.body?.cancel().catch(() => undefined);
}

/**
 * The body, where its media type's essence is this one; lets go of another.
 *
 * @throws TransportError `unexpected-media-type`
 */
export function bodyOf({ response, what }: Answer, type: string): ReadableStream<Uint8Array> {
  const { status, headers, body } = response;
  const given = /^[^;\s]*/.exec(headers.get('content-type') ?? '')?.[0].toLowerCase();
  if (given === type && body !== null) return body;
  discardBody(response);
  throw new TransportError('unexpected-media-type', `${what}: answered ${status} without a body of type ${type}`, { status });
}
