import { encodeErrorBody, ERROR_HEADERS } from './error-answers.ts';
import type { HttpResponse } from './http-exchange.ts';

/**
 * Refusals of a message for what it is, before any contract is in sight. The same closed body as everywhere; the connection ends behind
 * each, since what follows on it cannot be trusted to be a request. Documented in the README.
 */
const PROTOCOL_FAULTS = {
  malformed: { status: 400, code: 'validation_error', message: 'The request is not what the description says.' },
  host: { status: 400, code: 'validation_error', message: 'Exactly one Host is needed.' },
  requestTimeout: { status: 408, code: 'request_timeout', message: 'The request took too long to arrive.' },
  chunkTooLarge: { status: 413, code: 'payload_too_large', message: 'The body is above the published bound.' },
  targetTooLong: { status: 414, code: 'uri_too_long', message: 'The request target is above the published bound.' },
  expectation: { status: 417, code: 'expectation_failed', message: 'The server meets no expectation but 100-continue.' },
  headTooLarge: { status: 431, code: 'request_header_fields_too_large', message: 'The request head is above the published bound.' },
  method: { status: 501, code: 'not_implemented', message: 'The server knows no such method.' },
  transferCoding: { status: 501, code: 'not_implemented', message: 'The server knows no transfer coding but chunked.' },
  version: { status: 505, code: 'http_version_not_supported', message: 'The server speaks HTTP/1.1.' },
} as const;

export type ProtocolFault = keyof typeof PROTOCOL_FAULTS;

/** The answer to a message that is refused as such; every time the same bytes. */
export function protocolAnswer(fault: ProtocolFault): HttpResponse {
  const { status, code, message } = PROTOCOL_FAULTS[fault];
  return { status, headers: [...ERROR_HEADERS, ['connection', 'close']], body: encodeErrorBody(code, message, undefined) };
}
