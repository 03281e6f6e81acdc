import type { Authenticator } from './authentication.ts';
import type { ServerDescriptor } from './descriptor.ts';
import type { ErrorAnswers } from './error-answers.ts';
import type { HttpResponse } from './http-exchange.ts';
import type { GatewayLimits, Limits } from './limits.ts';
import type { Logger } from './logger.ts';
import type { FlushScheduler } from './outbox.ts';
import { ServiceError } from './service-error.ts';
import type { Slots } from './slots.ts';
import type { StreamEndReason } from './stream-session.ts';
import type { Ticker } from './ticker.ts';
import type { Clock, Timers } from './time.ts';

/** Something open that shutdown has to end. */
export interface Endable {
  endFor(reason: StreamEndReason): void;
  destroy(): void;
}

/** What all services of one listener share. */
export interface SharedRuntime {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly ticker: Ticker;
  readonly scheduler: FlushScheduler;
  readonly logger: Logger;
  /** Open streams and sockets. */
  readonly open: Set<Endable>;
  readonly draining: () => boolean;
  /** One opened or closed: shutdown waits for the last. */
  readonly changed: () => void;
}

/** What the runners of one service's endpoints share. */
export interface ServiceRuntime extends SharedRuntime {
  readonly descriptor: ServerDescriptor;
  readonly handlers: object;
  readonly limits: GatewayLimits & Limits;
  readonly answers: ErrorAnswers;
  readonly authenticator: Authenticator<unknown>;
  readonly slots: Slots;
}

/** What a handler threw, as an answer. Anything but a registered error is `internal_error`, told to the log alone. */
export function answerOfThrown(runtime: ServiceRuntime, endpoint: string, error: unknown): HttpResponse {
  if (error instanceof ServiceError) {
    const answer = runtime.answers.service(error);
    if (answer !== undefined) return answer;
  }
  reportThrown(runtime, endpoint, error);
  return runtime.answers.fault('internal');
}

/** An error that no peer is told about. */
export function reportThrown(runtime: Pick<ServiceRuntime, 'logger' | 'descriptor'>, endpoint: string, error: unknown): void {
  const code = error instanceof ServiceError ? 'undeclared-error' : undefined;
  runtime.logger.error({ service: runtime.descriptor.id, endpoint, code, err: error }, 'handler failed');
}
