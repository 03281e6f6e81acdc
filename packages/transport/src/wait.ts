import { wakeSpreadMs } from './back-off.ts';
import type { ClientContext } from './context.ts';

/**
 * Resolves after `delayMs`, or when the signal aborts (the caller looks at the signal).
 * A wake-up shortens the wait, however many come (B2.3): never below `earliestMs`, which the server asked for,
 * and by a random remainder, since a network that comes back wakes all its clients at once.
 */
export function waitForRetry(
  context: Pick<ClientContext, 'now' | 'timers' | 'random' | 'wakeUps'>,
  wait: { readonly delayMs: number; readonly earliestMs: number },
  signal: AbortSignal,
): Promise<void> {
  const { now, timers, random } = context;
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const started = now();
    let woken = false;
    let handle = timers.setTimeout(finish, wait.delayMs);
    const unsubscribe = context.wakeUps(wake);
    signal.addEventListener('abort', finish, { once: true });

    function finish(): void {
      timers.clearTimeout(handle);
      unsubscribe();
      signal.removeEventListener('abort', finish);
      resolve();
    }
    function wake(): void {
      if (woken) return;
      woken = true;
      const elapsed = now() - started;
      const spread = Math.max(0, wait.earliestMs - elapsed) + random() * wakeSpreadMs;
      timers.clearTimeout(handle);
      handle = timers.setTimeout(finish, Math.max(0, Math.min(wait.delayMs - elapsed, spread)));
    }
  });
}
