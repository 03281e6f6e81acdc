/** Why a type cannot become part of the representation. */
export const MODEL_ERRORS = {
  'unsupported-keyword': {
    meaning: 'The representation does not carry this JSON Schema keyword.',
    fix: 'Write the shape with the keywords of the contract model.',
  },
  'unsupported-value': {
    meaning: 'A keyword has a value that the representation does not carry.',
    fix: 'Use the form that the reason names.',
  },
  'ambiguous-union': {
    meaning: 'Members of a union cannot be told apart by type or by one literal tag.',
    fix: 'Give object members a literal tag, and other members different JSON types.',
  },
  'unknown-reference': { meaning: 'A reference names no schema.', fix: 'Define it in $defs or in schemas.' },
  'duplicate-name': { meaning: 'A recursive definition has the name of another schema.', fix: 'Rename one of them.' },
} as const satisfies Record<string, { meaning: string; fix: string }>;

export type ModelErrorCode = keyof typeof MODEL_ERRORS;

/** Thrown by `represent` and `nodeFromJsonSchema`; `path` is a JSON Pointer into the schema or contract. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly code: ModelErrorCode;
  readonly path: string;
  readonly reason: string;
  readonly fix: string;

  constructor(code: ModelErrorCode, path: readonly (string | number)[], reason: string) {
    const at = path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
    super(`[${code}] at ${at || 'the top'}: ${reason} Fix: ${MODEL_ERRORS[code].fix}`);
    this.code = code;
    this.path = at;
    this.reason = reason;
    this.fix = MODEL_ERRORS[code].fix;
  }
}
