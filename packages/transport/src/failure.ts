import { TransportError } from './transport-error.ts';

/**
 * Names the failure behind anything that was thrown while `signal` ruled. An abort explains whatever else went wrong;
 * its reason is a `TransportError` where this package aborted (time-out, idle), otherwise the caller's own.
 */
export function failureOf(error: unknown, signal: AbortSignal, what: string): unknown {
  if (!signal.aborted) return error;
  const reason: unknown = signal.reason;
  return reason instanceof TransportError ? reason : new TransportError('aborted', `${what}: by the caller`, { cause: reason });
}

/** Runs a step of the network, whose every rejection means that no complete answer arrived. */
export async function overNetwork<T>(step: () => Promise<T>, what: string): Promise<T> {
  try {
    return await step();
  } catch (cause) {
    throw cause instanceof TransportError ? cause : new TransportError('network', `${what}: no complete answer`, { cause });
  }
}
