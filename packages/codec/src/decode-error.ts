import type { DecodeErrorCode } from './error-table.ts';
import type { Fault } from './fault.ts';
import { previewJson } from './preview.ts';

/**
 * `Error.prototype` without `Error()`: a native error costs 3.6 us with its stack and 0.3 us without, the second of
 * which is a third of parsing a 190-byte message (F1.1). `instanceof Error` holds; `withStack` adds the stack where one is thrown.
 */
const ErrorPrototype: new () => object = /* @__PURE__ */ (() => {
  function Bare(): void {}
  Bare.prototype = Error.prototype;
  return Bare as unknown as new () => object;
})();

/** Longest part of a path that a message repeats: a path holds keys that the sender chose. */
const MESSAGE_PATH_CHARACTERS = 200;

/**
 * Why an input was refused (C3.3). The refused value is in no enumerable property, no message and no `inspect` output,
 * since it may be secret; `preview` shows a bounded part on request.
 */
export class DecodeError extends ErrorPrototype implements Error {
  readonly code: DecodeErrorCode;
  /** JSON Pointer (RFC 6901) to what is wrong; `''` is the whole value. Its keys come from the input. */
  readonly path: string;
  declare stack?: string;
  readonly #fault: Fault;

  constructor(fault: Fault) {
    super();
    this.code = fault.code;
    this.path = fault.path;
    this.#fault = fault;
  }

  /** What would have been accepted, for example `at most 64 code points`. */
  get expected(): string {
    const { expected } = this.#fault;
    return typeof expected === 'string' ? expected : expected();
  }

  get name(): string {
    return 'DecodeError';
  }

  get message(): string {
    const path = this.path.length > MESSAGE_PATH_CHARACTERS ? `${this.path.slice(0, MESSAGE_PATH_CHARACTERS)}...` : this.path;
    return `${this.code} at ${JSON.stringify(path)}: expected ${this.expected}`;
  }

  /** The refused value as JSON-like text of at most `maxChars` characters (bounded to 0..4096), cut with `...`. Empty where there is no value to show. */
  preview(maxChars: number): string {
    return previewJson(this.#fault.value, maxChars);
  }
}

/** V8, JavaScriptCore and, lately, SpiderMonkey have it. */
const capturing = Error as unknown as { readonly captureStackTrace?: (error: object, below: unknown) => void };

/** The error with the stack of the call, for throwing. */
export function withStack(error: DecodeError): DecodeError {
  capturing.captureStackTrace?.(error, withStack);
  return error;
}
