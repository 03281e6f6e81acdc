import type { HostEvents, OpenRequest, OpenedStream, Reader } from '@tidemark/host-events';
import type { Principal } from './principal.ts';

export interface ExpiryOptions {
  /** Milliseconds since 1970. */
  readonly clock: { now(): number };
  /** Gives the function that cancels it. */
  readonly startTimer: (callback: () => void, milliseconds: number) => () => void;
}

/** Longer timers would end at once; a stream that is waited for asks again. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** Opens streams that end, between two events, when the credential that opened them does. */
export function openUntilExpiry(open: HostEvents['open'], options: ExpiryOptions): HostEvents['open'] {
  return async (request: OpenRequest): Promise<OpenedStream> => {
    const { expiresAt = null } = request.reader as Reader & Partial<Principal>;
    if (expiresAt === null) return open(request);
    const ended = once(request.ended);
    const opened = await open({ ...request, ended });
    let cancel: (() => void) | null = null;
    const wait = (): void => {
      const left = expiresAt - options.clock.now();
      if (left <= 0) ended();
      else cancel = options.startTimer(wait, Math.min(left, LONGEST_TIMER_MS));
    };
    wait();
    return {
      events: opened.events,
      close: () => {
        cancel?.();
        opened.close();
      },
    };
  };
}

function once(callback: () => void): () => void {
  let called = false;
  return () => {
    if (called) return;
    called = true;
    callback();
  };
}
