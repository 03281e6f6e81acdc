/** What a handler says beside the code. */
export interface ServiceErrorOptions {
  /** Text for the developer at the other end. Ignored where the registry has a constant message. */
  readonly message?: string;
  /** In the shape that the registry gives; ignored where it gives none. */
  readonly details?: unknown;
  /** Sent as `Retry-After`, in whole seconds, never in the body (H3.3). */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/**
 * A registered error, thrown by a handler to refuse. Generated packages export one typed factory for each row.
 * Before the response head it becomes the row's status and the closed body `{ error, message, details? }`;
 * on an open stream or socket it ends that one, and nothing else.
 */
export class ServiceError extends Error {
  readonly code: string;
  readonly details: unknown;
  readonly retryAfterSeconds: number | undefined;
  /** The handler's own words, or undefined: the row's. */
  readonly text: string | undefined;

  constructor(code: string, options: ServiceErrorOptions = {}) {
    super(options.message ?? code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.text = options.message;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
