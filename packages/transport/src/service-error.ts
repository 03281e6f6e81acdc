/** What an error answer holds, after decoding. */
export interface ServiceErrorFields<Code extends string, Details> {
  readonly code: Code;
  /** HTTP status. */
  readonly status: number;
  /** Whether the same request may succeed later without a change by the caller. */
  readonly retriable: boolean;
  /** The server's text: for people, untrusted, never to be routed on. */
  readonly message: string;
  readonly details: Details;
  /** Milliseconds that the server asked to wait (`Retry-After`), where it did. */
  readonly retryAfterMs?: number;
}

/**
 * An error that the contract registers, as the server answered it. Generated clients have one subclass per code.
 * `code`, `status` and `retriable` come from the contract, `details` is decoded.
 */
export class ServiceError<Code extends string = string, Details = unknown> extends Error {
  declare readonly code: Code;
  declare readonly status: number;
  declare readonly retriable: boolean;
  declare readonly details: Details;
  declare readonly retryAfterMs: number | undefined;

  constructor({ message, ...fields }: ServiceErrorFields<Code, Details>) {
    super(`[${fields.code}] ${message}`);
    Object.assign(this, fields);
  }
}
