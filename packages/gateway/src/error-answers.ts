import { GATEWAY_FAULTS, type ErrorDescriptor, type GatewayFault, type ServerDescriptor } from './descriptor.ts';
import type { HeaderList, HttpResponse } from './http-exchange.ts';
import type { ServiceError } from './service-error.ts';

/** Rows for refusals that a contract registers no code for. Documented in the README; the body is the same closed shape. */
const GENERIC_ROWS: Readonly<Record<GatewayFault, { readonly status: number; readonly retriable: boolean; readonly message: string }>> = {
  invalid: { status: 400, retriable: false, message: 'The request is not what the description says.' },
  unauthenticated: { status: 401, retriable: false, message: 'A valid credential is needed.' },
  forbidden: { status: 403, retriable: false, message: 'The credential does not permit this.' },
  notFound: { status: 404, retriable: false, message: 'There is nothing at this address.' },
  methodNotAllowed: { status: 405, retriable: false, message: 'The method is not available at this address.' },
  notAcceptable: { status: 406, retriable: false, message: 'The media type asked for is not available.' },
  requestTimeout: { status: 408, retriable: true, message: 'The request took too long to arrive.' },
  tooLarge: { status: 413, retriable: false, message: 'The body is above the published bound.' },
  unsupportedMediaType: { status: 415, retriable: false, message: 'The body must be application/json in UTF-8.' },
  upgradeRequired: { status: 426, retriable: false, message: 'This address speaks WebSocket only.' },
  rateLimited: { status: 429, retriable: true, message: 'The caller is at a published limit.' },
  internal: { status: 500, retriable: false, message: 'The server failed.' },
  unavailable: { status: 503, retriable: true, message: 'The server cannot answer now.' },
};

/** Sent with every error: never cached, never guessed at. */
export const ERROR_HEADERS: HeaderList = [
  ['content-type', 'application/json'],
  ['cache-control', 'no-store'],
];

export interface FaultOptions {
  /** Replaces the row's message, except where that is constant. Never holds anything that the client sent. */
  readonly message?: string;
  /** Where and how the request is malformed; becomes `details` where the contract's row has that shape. */
  readonly violation?: Violation;
  readonly retryAfterSeconds?: number | undefined;
  readonly headers?: HeaderList;
}

/** `code` as in `DecodeError`; `path` is a JSON Pointer into `{ path, query, headers, body }`. */
export interface Violation {
  readonly code: string;
  readonly path: string;
}

/** Turns refusals into answers. One per service; constant rows are encoded once, so that they are the same bytes every time (H2.4). */
export interface ErrorAnswers {
  fault(fault: GatewayFault, options?: FaultOptions): HttpResponse;
  /** Undefined for a code that the contract does not register. */
  service(error: ServiceError): HttpResponse | undefined;
}

/** `descriptor` null: no contract in sight (an unknown path), so every row is the generic one. */
export function createErrorAnswers(descriptor: Pick<ServerDescriptor, 'errors' | 'gatewayErrors'> | null): ErrorAnswers {
  const rows = new Map((descriptor?.errors ?? []).map((row) => [row.code, row]));
  const constants = new Map<string, Uint8Array>();

  function answer(row: ErrorDescriptor, text: string | undefined, details: unknown, extra: HeaderList): HttpResponse {
    const message = row.constant || text === undefined ? row.message : clip(text, MESSAGE_LENGTH);
    const plain = details === undefined && message === row.message;
    let body = plain ? constants.get(row.code) : undefined;
    if (body === undefined) {
      body = encodeErrorBody(row.code, message, details);
      if (plain) constants.set(row.code, body);
    }
    return { status: row.status, headers: extra.length === 0 ? ERROR_HEADERS : [...ERROR_HEADERS, ...extra], body };
  }

  return {
    fault(fault, options = {}) {
      const row = rowOfFault(fault, descriptor, rows);
      const extra = [...retryAfter(options.retryAfterSeconds), ...(options.headers ?? [])];
      return answer(row, options.message, violationDetails(row, options.violation), extra);
    },
    service(error) {
      const row = rows.get(error.code);
      return row && answer(row, error.text, row.details === 'none' ? undefined : error.details, retryAfter(error.retryAfterSeconds));
    },
  };
}

/** What descriptions give as the longest `message`, in code points. */
const MESSAGE_LENGTH = 1_024;

function clip(text: string, length: number): string {
  return text.length <= length ? text : Array.from(text).slice(0, length).join('');
}

function violationDetails(row: ErrorDescriptor, violation: Violation | undefined): Violation | undefined {
  if (row.details !== 'violation' || violation === undefined) return undefined;
  return { code: violation.code, path: clip(violation.path, row.pathLength ?? MESSAGE_LENGTH) };
}

function rowOfFault(
  fault: GatewayFault,
  descriptor: Pick<ServerDescriptor, 'gatewayErrors'> | null,
  rows: ReadonlyMap<string, ErrorDescriptor>,
): ErrorDescriptor {
  const registered = rows.get(descriptor?.gatewayErrors[fault] ?? '');
  return registered ?? { code: GATEWAY_FAULTS[fault], constant: false, details: 'none', ...GENERIC_ROWS[fault] };
}

function retryAfter(seconds: number | undefined): HeaderList {
  return seconds === undefined ? [] : [['retry-after', String(Math.max(0, Math.ceil(seconds)))]];
}

/** The closed body of every error (H3.3). */
export function encodeErrorBody(error: string, message: string, details: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(details === undefined ? { error, message } : { error, message, details }));
}
