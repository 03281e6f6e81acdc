import { DecodeError, withStack } from './decode-error.ts';
import type { Fault } from './fault.ts';

/** Throws the fault, if there is one. */
export function throwFault(fault: Fault | undefined): void {
  if (fault !== undefined) throw withStack(new DecodeError(fault));
}
