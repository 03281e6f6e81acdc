import type { WireErrorCode } from './errors.ts';

/** The one error class of this package; `code` is closed (`wireErrors`, which has the fix for each), the message says what and why and never quotes a value. */
export class WireError extends Error {
  override readonly name = 'WireError';
  readonly code: WireErrorCode;

  constructor(code: WireErrorCode, what: string) {
    super(`${code}: ${what}`);
    this.code = code;
  }
}
