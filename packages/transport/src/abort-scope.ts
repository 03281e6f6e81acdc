/** An abort signal of our own that follows the caller's, and lets go of it. */
export interface AbortScope {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
  /** Detaches from the caller's signal; must run in `finally`. */
  dispose(): void;
}

/**
 * Follows `parent` with one listener. `AbortSignal.any` would do, but engines kept its dependants alive for the life of the parent,
 * and a parent that lives as long as a page sees thousands of them (B51).
 */
export function createAbortScope(parent: AbortSignal | undefined): AbortScope {
  const controller = new AbortController();
  const follow = (): void => controller.abort(parent?.reason);
  if (parent?.aborted === true) follow();
  else parent?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    dispose: () => parent?.removeEventListener('abort', follow),
  };
}

/** Settles as `promise` does, or rejects with the signal's reason at once: an injected `fetch`, its body and the application's callbacks may not listen to signals. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
