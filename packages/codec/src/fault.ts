import type { DecodeErrorCode } from './error-table.ts';
import { pointerToken } from './pointer.ts';

/**
 * What a check found wrong. Made on failure only; the path is put together on the way out, so a value that passes
 * pays nothing for it.
 */
export class Fault {
  code: DecodeErrorCode;
  readonly expected: string;
  readonly value: unknown;
  path = '';

  constructor(code: DecodeErrorCode, expected: string, value: unknown) {
    this.code = code;
    this.expected = expected;
    this.value = value;
  }
}

/** Puts the fault, if there is one, below a field. */
export function under(key: string, fault: Fault | undefined): Fault | undefined {
  if (fault !== undefined) fault.path = pointerToken(key) + fault.path;
  return fault;
}

/** Puts the fault, if there is one, below an array element. An element cannot be missing: what is `undefined` has the wrong type. */
export function underIndex(index: number, fault: Fault | undefined): Fault | undefined {
  return fault === undefined ? undefined : raise(pointerToken(index), fault);
}

/** The fault at the top of a value, where nothing can be missing either. */
export function atRoot(fault: Fault): Fault {
  return raise('', fault);
}

function raise(token: string, fault: Fault): Fault {
  if (fault.path === '' && fault.code === 'missing-field') fault.code = 'wrong-type';
  fault.path = token + fault.path;
  return fault;
}
