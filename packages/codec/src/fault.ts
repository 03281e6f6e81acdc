import type { DecodeErrorCode } from './error-table.ts';
import { type Phrase } from './phrase.ts';
import { pointerToken } from './pointer.ts';

/**
 * What a check found wrong. Made on failure only; the path is put together on the way out, so a value that passes
 * pays nothing for it.
 */
export class Fault {
  code: DecodeErrorCode;
  /** Text, or what makes it: most faults are answered with code and path, and nobody reads more. */
  readonly expected: Phrase;
  readonly value: unknown;
  path = '';

  constructor(code: DecodeErrorCode, expected: Phrase, value: unknown) {
    this.code = code;
    this.expected = expected;
    this.value = value;
  }
}

/** Puts the fault, if there is one, below a field. `token` is the field's name as a JSON Pointer token. */
export function under(token: string, fault: Fault | undefined): Fault | undefined {
  return fault === undefined ? undefined : prefix(token, fault);
}

/** `under` for a key that the input chose. */
export function underKey(key: string, fault: Fault): Fault {
  return prefix(pointerToken(key), fault);
}

/** Puts the fault, if there is one, below an array element. An element cannot be missing: what is `undefined` has the wrong type. */
export function underIndex(index: number, fault: Fault | undefined): Fault | undefined {
  return fault === undefined ? undefined : prefix(pointerToken(index), atRoot(fault));
}

/** The fault at the top of a value, where nothing can be missing either. */
export function atRoot(fault: Fault): Fault {
  if (fault.path === '' && fault.code === 'missing-field') fault.code = 'wrong-type';
  return fault;
}

function prefix(token: string, fault: Fault): Fault {
  fault.path = fault.path === '' ? token : token + fault.path;
  return fault;
}
