import type { TransportErrorCode } from './error-table.ts';

/** Why a socket closed: RFC 6455 section 7.4 code, its name in the contract's table, and the peer's reason text (untrusted, at most 123 bytes). */
export interface SocketClose {
  readonly code: number;
  readonly name: string;
  readonly reason: string;
  /** Whether the contract lets a client open a new connection after this code. */
  readonly reconnect: boolean;
}

export interface TransportErrorFields {
  /** Underlying error or abort reason. */
  readonly cause?: unknown;
  /** HTTP status of the answer, where there was one. */
  readonly status?: number;
  /** Milliseconds that the server asked to wait (`Retry-After`). */
  readonly retryAfterMs?: number;
  readonly close?: SocketClose;
}

/**
 * Every failure that is not an error registered by the contract (those are subclasses of `ServiceError`).
 * `code` is one of `transportErrors`, which says what it means and what to do. The message names code, endpoint and reason, and never a value of the request or answer.
 */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly code: TransportErrorCode;
  declare readonly status: number | undefined;
  declare readonly retryAfterMs: number | undefined;
  declare readonly close: SocketClose | undefined;

  /** @param detail what exactly, without values: `GET /orders/{orderId}: answered 302` */
  constructor(code: TransportErrorCode, detail: string, fields: TransportErrorFields = {}) {
    // Of the fields, `Error` takes the cause, where there is one.
    super(`[${code}] ${detail}`, fields);
    this.code = code;
    const { cause: _, ...others } = fields;
    Object.assign(this, others);
  }
}
