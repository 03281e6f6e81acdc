import { backOffMs, clampTold } from './back-off.ts';
import type { ClientContext } from './context.ts';
import { retryClass, toldMs } from './retry-decision.ts';
import type { ConnectionState } from './stream-state.ts';
import { waitForRetry } from './wait.ts';

/** What a long-lived reader does after a connection ended: at once again with a fresh credential, again after a wait, or not at all. */
export type NextStep = 'renew' | 'wait' | 'stop';

/** Counts failures of one stream or socket over its connections (B2.2). */
export class RetryLoop {
  readonly #context: ClientContext;
  #failures = 0;
  #openedAt: number | undefined;
  #progressed = false;
  /** Attempts since the beginning. */
  attempts = 0;
  /** Whether the next attempt must bring a fresh credential. */
  renew = false;

  constructor(context: ClientContext) {
    this.#context = context;
  }

  /** The server accepted the connection. */
  opened(): void {
    this.renew = false;
    this.#openedAt = this.#context.now();
  }

  /** The connection did what it is for. */
  progressed(): void {
    this.#progressed = true;
  }

  /** What to do about a failure. Every stream is a read, so an ambiguous failure is worth repeating whatever its method. */
  afterFailure(failure: unknown): NextStep {
    const kind = retryClass(failure);
    if (kind === 'never') return 'stop';
    if (kind !== 'renew') return 'wait';
    if (this.renew || this.#context.options.credential === undefined) return 'stop';
    this.renew = true;
    return 'renew';
  }

  /**
   * Waits for the next attempt. A server that accepts and then closes at once counts as failing: only an event, or a connection that outlived the longest back-off, starts the count anew (B36).
   */
  async wait(
    failure: unknown,
    retryMs: number | undefined,
    signal: AbortSignal,
    setState: (state: ConnectionState) => void,
  ): Promise<void> {
    const { now, random, backOff } = this.#context;
    const stable = this.#openedAt !== undefined && now() - this.#openedAt >= backOff.maxMs;
    if (this.#progressed || stable) this.#failures = 0;
    this.#progressed = false;
    this.#openedAt = undefined;
    const told = Math.max(toldMs(failure) ?? 0, retryMs ?? 0);
    const delayMs = backOffMs(this.#failures, told, random(), backOff);
    this.#failures += 1;
    setState({ status: 'waiting', delayMs, failure });
    await waitForRetry(this.#context, { delayMs, earliestMs: clampTold(told, backOff) }, signal);
  }
}
