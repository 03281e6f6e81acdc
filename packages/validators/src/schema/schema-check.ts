/** One reason why a value does not match a schema. */
export interface SchemaError {
  /** JSON Pointer into the value. */
  readonly pointer: string;
  readonly keyword: string;
  readonly message: string;
}

/** Checks a JSON value against one compiled schema. No error: the value matches. Never changes the value. */
export interface SchemaCheck {
  (value: unknown): readonly SchemaError[];
  /** The verdict alone, which costs less than the reasons. */
  readonly accepts: (value: unknown) => boolean;
}

/** Error codes of this package. */
export type ValidatorErrorCode = 'schema-not-compilable' | 'pointer-not-found';

/** A schema that cannot be used: `code` says why, `pointer` where. */
export class ValidatorError extends Error {
  override readonly name = 'ValidatorError';
  readonly code: ValidatorErrorCode;
  readonly pointer: string;
  constructor(code: ValidatorErrorCode, pointer: string, message: string, options?: ErrorOptions) {
    super(`${code} at "${pointer}": ${message}`, options);
    this.code = code;
    this.pointer = pointer;
  }
}

/** The errors deepest in the value: under `oneOf` those of the branch that came furthest. At most `count`. */
export function deepestErrors(errors: readonly SchemaError[], count: number): readonly SchemaError[] {
  const depth = (error: SchemaError): number => error.pointer.split('/').length;
  const deepest = Math.max(...errors.map(depth));
  const seen = new Set<string>();
  return errors
    .filter((error) => {
      const key = error.pointer + ' ' + error.message;
      return depth(error) === deepest && !seen.has(key) && seen.add(key);
    })
    .slice(0, count);
}
