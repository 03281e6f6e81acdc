import { DecodeError, withStack } from './decode-error.ts';
import { type Fault, notMissing } from './fault.ts';
import type { Result } from './result.ts';

/** The value, or why there is none. */
export function settle<T>(value: unknown, fault: Fault | undefined): Result<T> {
  return fault === undefined ? { ok: true, value: value as T } : { ok: false, error: new DecodeError(notMissing(fault)) };
}

/** The value of a result; throws its error. */
export function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw withStack(result.error);
}
