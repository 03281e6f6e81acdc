import { untilAborted } from './abort-scope.ts';
import type { ClientContext } from './context.ts';
import { overNetwork } from './failure.ts';
import type { PreparedRequest } from './request.ts';
import { discardBody } from './response-body.ts';

/** The answer of one attempt. */
export interface Answer {
  readonly response: Response;
  /** Method and path, for messages. */
  readonly what: string;
  /** What ends the attempt. */
  readonly signal: AbortSignal;
}

/**
 * One HTTP exchange up to the response head.
 * Redirects are answers, not instructions: following one would carry body and API key to an address that nobody configured.
 *
 * @throws TransportError `network`
 */
export async function send(
  context: ClientContext,
  request: PreparedRequest,
  how: { readonly method: string; readonly accept: string; readonly noStore: boolean },
  what: string,
  signal: AbortSignal,
): Promise<Answer> {
  const init: RequestInit = { method: how.method, headers: { accept: how.accept, ...request.headers }, signal, redirect: 'manual' };
  if (request.body !== undefined) init.body = request.body;
  // Browsers queue equal GETs behind a cache lock, which a stream would hold for ever.
  if (how.noStore) init.cache = 'no-store';
  const response = await overNetwork(async () => {
    const pending = context.fetch(request.url, init);
    try {
      return await untilAborted(pending, signal);
    } catch (error) {
      pending.then(discardBody, () => undefined);
      throw error;
    }
  }, what);
  return { response, what, signal };
}
