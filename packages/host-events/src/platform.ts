import { randomBytes } from 'node:crypto';

/** The platform's own facilities, where a caller gives none. */
export const systemClock = { now: (): number => Date.now() };

/** Milliseconds that only ever grow, for durations. */
export function monotonicNow(): number {
  return performance.now();
}

/** A one-shot timer that does not keep the process alive; gives the function that cancels it. */
export function startTimer(callback: () => void, milliseconds: number): () => void {
  const timer = setTimeout(callback, milliseconds);
  timer.unref();
  return () => {
    clearTimeout(timer);
  };
}

/** 144 random bits: unguessable, and without order (H1.1). */
export function newEventId(): string {
  return `evt_${randomBytes(18).toString('base64url')}`;
}
