import { ServiceError } from './service-error.ts';
import { TransportError } from './transport-error.ts';

/**
 * What a failure allows (C4.2a, B2.2):
 * - `renew`: a 401; worth one attempt at once with a fresh credential.
 * - `unprocessed`: the server says that it did not act on the request (408, 425, 429); any request may be repeated after a wait.
 * - `ambiguous`: the server may have acted (no answer, cut answer, 5xx); only what may happen twice is repeated.
 * - `never`: everything else; repeating would meet the same answer, or hide a fault.
 */
export type RetryClass = 'renew' | 'unprocessed' | 'ambiguous' | 'never';

const unprocessed: readonly number[] = [408, 425, 429];
/** 501 and 505 tell of a capability that waiting does not bring. */
const permanent: readonly number[] = [501, 505];

export function retryClass(error: unknown): RetryClass {
  if (error instanceof ServiceError) return classOfStatus(error.status, error.retriable);
  if (!(error instanceof TransportError)) return 'never';
  switch (error.code) {
    case 'network':
    case 'timeout':
    case 'idle':
    case 'interrupted':
      return 'ambiguous';
    case 'credential-failed':
      // Fetching a credential fails when the network does, and nothing was sent.
      return 'unprocessed';
    case 'prepare-failed':
      return ['unprocessed', 'ambiguous'].includes(retryClass(error.cause)) ? 'unprocessed' : 'never';
    case 'unexpected-status':
      return classOfStatus(error.status ?? 0, true);
    case 'socket-closed':
      return error.close?.reconnect === true ? 'ambiguous' : 'never';
    default:
      return 'never';
  }
}

function classOfStatus(status: number, retriable: boolean): RetryClass {
  if (status === 401) return 'renew';
  if (unprocessed.includes(status)) return 'unprocessed';
  return status >= 500 && retriable && !permanent.includes(status) ? 'ambiguous' : 'never';
}

/** What the server asked to wait, where the failure carries it. */
export function toldMs(error: unknown): number | undefined {
  return error instanceof ServiceError || error instanceof TransportError ? error.retryAfterMs : undefined;
}
