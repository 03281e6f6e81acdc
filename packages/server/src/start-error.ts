/** What keeps a checked configuration from being served. Closed. */
export const START_ERRORS = {
  'invalid-jwks': { why: 'The file with the public keys cannot be read, or holds none.', fix: 'Give a JSON Web Key Set (RFC 7517).' },
  'address-in-use': { why: 'Another program listens there.', fix: 'Choose another port, or 0 for any that is free.' },
  'address-unavailable': { why: 'This machine cannot listen there.', fix: 'Give an address of this machine and a port that it may open.' },
  database: { why: 'The database cannot be used.', fix: 'Mend what the cause says and start again.' },
} as const;
export type StartErrorCode = keyof typeof START_ERRORS;

/** Thrown before anything is listened on. Holds no secret. */
export class StartError extends Error {
  readonly code: StartErrorCode;

  constructor(code: StartErrorCode, subject: string, options?: ErrorOptions) {
    const { why, fix } = START_ERRORS[code];
    super(`${code}: ${subject}. ${why} ${fix}`, options);
    this.name = 'StartError';
    this.code = code;
  }
}
