import { type Path, pointer } from '@tidemark/contract';

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
  'too-large': {
    meaning: 'A schema is nested too deeply, has too many parts, or contains itself.',
    fix: 'Name its parts in $defs and refer to them.',
  },
  'not-a-contract': { meaning: 'What is to be represented is no contract.', fix: 'Pass what defineContract or merge returns.' },
} as const satisfies Record<string, { meaning: string; fix: string }>;

export type ModelErrorCode = keyof typeof MODEL_ERRORS;

/** Thrown by `represent` and `nodeFromJsonSchema`; `path` is a JSON Pointer into the schema or contract. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly code: ModelErrorCode;
  readonly path: string;
  readonly reason: string;
  readonly fix: string;

  constructor(code: ModelErrorCode, path: Path, reason: string) {
    const at = pointer(path);
    super(`[${code}] at ${at || 'the top'}: ${reason} Fix: ${MODEL_ERRORS[code].fix}`);
    this.code = code;
    this.path = at;
    this.reason = reason;
    this.fix = MODEL_ERRORS[code].fix;
  }
}
