/** Why Board does not start. */
export type StartErrorCode =
  | 'port-invalid'
  | 'port-in-use'
  | 'port-forbidden'
  | 'database-in-use'
  | 'database-inaccessible'
  | 'database-read-only'
  | 'database-damaged'
  | 'database-foreign'
  | 'database-of-another-contract';

/** A condition of the machine that keeps Board from starting. The message is for a person: what, why, fix; no stack belongs with it. */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly code: StartErrorCode;

  constructor(code: StartErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
