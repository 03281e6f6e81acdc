import { type ErrorDefinition, Struct, Text } from '@tidemark/contract';

/** The error registry. The refusal of H2.4 has a constant message, so that its body is the same bytes whatever the cause. */
export const errors = {
  validation_error: {
    status: 400,
    retriable: false,
    details: Struct({ code: Text(40), path: Text(400) }),
    statusSource: 'RFC 9110 15.5.1',
    description: 'The request is not of the described form; a repeated Last-Event-ID and a replay of another value are not.',
  },
  unauthenticated: {
    status: 401,
    retriable: false,
    details: null,
    statusSource: 'RFC 9110 15.5.2',
    description: 'No valid credential was sent.',
  },
  forbidden: {
    status: 403,
    retriable: false,
    details: null,
    statusSource: 'RFC 9110 15.5.4',
    description: 'The credential has not the scope, or not the workspace.',
  },
  not_acceptable: {
    status: 406,
    retriable: false,
    details: null,
    statusSource: 'RFC 9110 15.5.7',
    description: 'The caller does not accept what this endpoint sends.',
  },
  host_event_resync_required: {
    status: 409,
    retriable: false,
    details: null,
    statusSource: 'v2 decision',
    description:
      'Strict replay cannot resume from this cursor, whatever the reason. The client reconciles through its own reads and opens a fresh stream; it never sends this cursor again.',
    message: 'Strict replay cannot resume from this position.',
  },
  payload_too_large: {
    status: 413,
    retriable: false,
    details: null,
    statusSource: 'RFC 9110 15.5.14',
    description: 'The body exceeds its byte bound.',
  },
  unsupported_media_type: {
    status: 415,
    retriable: false,
    details: null,
    statusSource: 'RFC 9110 15.5.16',
    description: 'The body is not application/json.',
  },
  rate_limited: {
    status: 429,
    retriable: true,
    details: null,
    statusSource: 'RFC 6585 4',
    description: 'Too many requests or open streams.',
  },
  internal_error: {
    status: 500,
    retriable: false,
    details: null,
    statusSource: 'RFC 9110 15.6.1',
    description: 'A fault of the host.',
  },
  temporarily_unavailable: {
    status: 503,
    retriable: true,
    details: null,
    statusSource: 'RFC 9110 15.6.4',
    description: 'The host cannot answer now, for example because it is behind its database.',
  },
} as const satisfies Record<string, ErrorDefinition>;

/** What a read may be refused with (H5.4), and what any exchange over HTTP may be. */
export const READ_ERRORS = [
  'validation_error',
  'unauthenticated',
  'forbidden',
  'not_acceptable',
  'rate_limited',
  'internal_error',
  'temporarily_unavailable',
] as const satisfies readonly (keyof typeof errors)[];

export const WRITE_ERRORS = [
  ...READ_ERRORS,
  'payload_too_large',
  'unsupported_media_type',
] as const satisfies readonly (keyof typeof errors)[];
