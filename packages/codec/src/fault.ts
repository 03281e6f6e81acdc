import type { DecodeErrorCode } from './error-table.ts';
import type { Phrase } from './phrase.ts';

/** What is wrong with a value. Made on failure only; the path is put together on the way out, so a value that passes pays nothing for it. */
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

/** Puts a fault below a field or element, whose JSON Pointer token is given. */
export function prefix(token: string, fault: Fault): Fault {
  fault.path = fault.path === '' ? token : token + fault.path;
  return fault;
}

/** A fault where nothing can be missing, at the top of a value or of an element: what is `undefined` there has the wrong type. */
export function notMissing(fault: Fault): Fault {
  if (fault.path === '' && fault.code === 'missing-field') fault.code = 'wrong-type';
  return fault;
}
