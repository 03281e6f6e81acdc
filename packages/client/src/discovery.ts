import { type ClientOptions, createContext, operationMethod } from '@tidemark/transport';
import { HostEventsClientError } from './client-error.ts';

/** Bytes of a discovery document that are read. */
const MAX_BYTES = 1_048_576;

/**
 * Whether the host at an address advertises strict replay of host events (H1.2, H4.3): its discovery document is asked, without a credential.
 * A host without such a document advertises nothing. Throws `HostEventsClientError` `discovery-failed` when it could not be asked.
 */
export async function advertisesStrictReplay(
  options: Pick<ClientOptions, 'baseUrl' | 'fetch' | 'timeoutMs' | 'timers' | 'now' | 'random'>,
): Promise<boolean> {
  const origin = new URL(options.baseUrl).origin;
  const context = createContext(
    { id: 'discovery', version: '1.0.0', errors: {}, security: {}, digests: {} },
    { ...options, baseUrl: origin, maxResponseBytes: MAX_BYTES },
  );
  const read = operationMethod(context, {
    name: 'discovery',
    method: 'GET',
    path: '/.well-known/tidemark',
    access: [],
    parameters: [],
    responses: { 200: { decode: (input) => JSON.parse(new TextDecoder().decode(input as Uint8Array)) as unknown } },
    result: 'body',
  });
  try {
    return isStrict(await read({}));
  } catch (error) {
    if ((error as { readonly status?: unknown }).status === 404) return false;
    throw new HostEventsClientError('discovery-failed', { cause: error });
  }
}

/** Presence is the claim; anything malformed is none. */
function isStrict(document: unknown): boolean {
  const replay = memberOf(memberOf(document, 'hostEvents'), 'replay');
  const seconds = memberOf(replay, 'minRetentionSeconds');
  return typeof seconds === 'number' && Number.isSafeInteger(seconds) && seconds >= 1;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}
