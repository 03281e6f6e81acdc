/** What the service refuses, and why. Closed; how each is answered is decided where it is mounted. */
export const HOST_EVENTS_ERRORS = {
  'resync-required': {
    why: 'Strict replay cannot resume from this cursor, whatever the reason.',
    fix: 'Reconcile through the application’s own reads, then open a stream without a cursor; never send this cursor again.',
  },
  revoked: { why: 'Everything that the reader could see was revoked.', fix: 'Restore it, or use another credential.' },
  unavailable: { why: 'The database could not be asked within `catchUpMs`.', fix: 'Try again later; the cursor is still good.' },
  'unknown-type': {
    why: 'The type is not among those that the host advertises.',
    fix: 'Emit an advertised type, or add it to the configuration.',
  },
  'reserved-type': { why: 'Types that begin with host-test. are emitted by the test trigger only.', fix: 'Choose another name.' },
  'wrong-delivery': {
    why: 'An ephemeral event cannot join a transaction: it is never stored.',
    fix: 'Emit it by itself, after the commit.',
  },
  'invalid-payload': { why: 'The payload is not what its type says.', fix: 'The cause names the code and the path.' },
  'secret-payload': { why: 'The payload looks as if it held a secret.', fix: 'Leave the secret out; events are kept and shown to many.' },
  'invalid-workspace': { why: 'A workspace is named by 1 to 128 visible ASCII characters.', fix: 'Give such a name, or none.' },
  'invalid-tenant': { why: 'A tenant is named by 1 to 128 characters without controls.', fix: 'Give such a name.' },
  'retention-below-promise': {
    why: 'Events would be swept before the advertised `minRetentionSeconds` has passed.',
    fix: 'Raise `retentionSeconds`, or promise less.',
  },
  'no-types': { why: 'A host advertises at least one type.', fix: 'Add a type.' },
  'duplicate-type': { why: 'A type is listed twice.', fix: 'List it once; its class never changes.' },
} as const;
export type HostEventsErrorCode = keyof typeof HOST_EVENTS_ERRORS;

/** Messages hold no cursor, payload, tenant or secret. */
export class HostEventsError extends Error {
  readonly code: HostEventsErrorCode;
  /** JSON Pointer into the payload, where the payload is at fault. */
  readonly path: string | undefined;

  constructor(code: HostEventsErrorCode, options: ErrorOptions & { readonly path?: string } = {}) {
    const { why, fix } = HOST_EVENTS_ERRORS[code];
    super(`${code}${options.path === undefined ? '' : ` at ${options.path}`}: ${why} ${fix}`, options);
    this.name = 'HostEventsError';
    this.code = code;
    this.path = options.path;
  }
}
