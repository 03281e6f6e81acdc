import type { ErrorRow, NamedSchema, ObjectNode, Representation } from '@tidemark/model';
import { pascalCase, uniqueName } from './names.ts';

/** Longest explanation in an error body, in code points. */
export const errorMessageMaxLength = 1024;

/** The closed body of a registered error: `{ error: <code>, message, details? }` (H3.3). */
export function errorBody(row: ErrorRow): ObjectNode {
  const message =
    row.message === undefined
      ? ({ kind: 'string', maxLength: errorMessageMaxLength } as const)
      : ({ kind: 'literal', values: [row.message] } as const);
  return {
    kind: 'object',
    doc: { description: row.description },
    properties: [
      { name: 'error', required: true, node: { kind: 'literal', values: [row.code] } },
      { name: 'message', required: true, node: { ...message, doc: { description: 'For people; programs route on `error`.' } } },
      ...(row.details === null ? [] : [{ name: 'details', required: false, node: row.details }]),
    ],
    additional: false,
  };
}

/** Code to the named schema of its body, `not_found` to `NotFoundError` and `internal_error` to `InternalError`, whatever the contract's own schemas are called. */
export function errorSchemas(representation: Representation): ReadonlyMap<string, NamedSchema> {
  const taken = new Set(representation.schemas.map((schema) => schema.name));
  return new Map(
    representation.errors.map((row) => [
      row.code,
      { name: uniqueName(errorName(row.code), taken), node: errorBody(row), examples: [], recursive: false },
    ]),
  );
}

function errorName(code: string): string {
  const name = pascalCase(code);
  return name.endsWith('Error') ? name : `${name}Error`;
}
