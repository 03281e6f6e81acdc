/** Errors of this package; what the generated client throws passes through. */
export const CLIENT_ERRORS = {
  'position-lost': {
    why: 'The connection was lost where nothing could be resumed from: events may have been missed.',
    fix: 'Read the application’s state again, then open a fresh stream; `resync` does both in the right order.',
  },
  'discovery-failed': {
    why: 'The discovery document of the host could not be read.',
    fix: 'Look at the cause; a host without one can be followed with `strict: false`.',
  },
} as const;
export type ClientErrorCode = keyof typeof CLIENT_ERRORS;

export class HostEventsClientError extends Error {
  readonly code: ClientErrorCode;

  constructor(code: ClientErrorCode, options?: ErrorOptions) {
    const { why, fix } = CLIENT_ERRORS[code];
    super(`${code}: ${why} ${fix}`, options);
    this.name = 'HostEventsClientError';
    this.code = code;
  }
}
