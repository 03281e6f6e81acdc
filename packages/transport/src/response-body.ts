import { overNetwork } from './failure.ts';
import { TransportError } from './transport-error.ts';

/**
 * Reads a body whole, at most `maxBytes`, and never more than one chunk beyond before it gives up. The caller aborts the request on failure.
 *
 * @throws TransportError `response-too-large`, `network`
 */
export async function readBody(response: Response, maxBytes: number, what: string): Promise<Uint8Array> {
  if (response.body === null) return new Uint8Array(0);
  const reader = response.body.getReader();
  try {
    return await overNetwork(() => readAll(reader, maxBytes, what), what);
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
 * Looks at the essence of the media type, and lets go of a body of another one.
 *
 * @throws TransportError `unexpected-media-type`
 */
export function expectMediaType(response: Response, type: string, what: string): void {
  const given = /^[^;\s]*/.exec(response.headers.get('content-type') ?? '')?.[0].toLowerCase();
  if (given === type) return;
  discardBody(response);
  const { status } = response;
  throw new TransportError('unexpected-media-type', `${what}: answered ${status} with another type than ${type}`, { status });
}
