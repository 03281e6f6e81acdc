import type { IssueList } from '../issue.ts';
import type { JsonSchema } from '../json-schema.ts';
import { BINARY, DECODED_BYTES, MAX_BYTES, MAX_DEPTH, SCALAR, UNBOUNDED } from '../keywords.ts';
import type { Path } from '../path.ts';
import { Base64Url, Int64, Json, Sha256, Timestamp, Uint64 } from '../scalars.ts';

/** What a decoder takes from the scalar's name has to be what every other reader takes from the keywords beside it. */
const RULES: Readonly<Record<string, (schema: JsonSchema) => boolean>> = {
  SafeUint: (schema) => schema.type === 'integer' && (schema.minimum ?? -1) >= 0 && schema.maximum !== undefined,
  Uint64: (schema) => sameRule(schema, Uint64()),
  Int64: (schema) => sameRule(schema, Int64()),
  Sha256: (schema) => sameRule(schema, Sha256()),
  Timestamp: (schema) => sameRule(schema, Timestamp()),
  Utf8: (schema) =>
    schema.type === 'string' && typeof schema[MAX_BYTES] === 'number' && (schema.maxLength ?? Infinity) <= schema[MAX_BYTES],
  Base64Url: (schema) => {
    const { exact, max } = (schema[DECODED_BYTES] ?? {}) as { readonly exact?: number; readonly max?: number };
    return sameRule(schema, exact === undefined ? Base64Url({ maxBytes: max ?? -1 }) : Base64Url({ bytes: exact }));
  },
  Json: (schema) =>
    sameRule(schema, Json({ maxBytes: schema[MAX_BYTES] as number, maxDepth: schema[MAX_DEPTH] as number })) &&
    typeof schema[MAX_BYTES] === 'number' &&
    typeof schema[MAX_DEPTH] === 'number',
};

/** A wire scalar is what its function makes, and its annotations stand nowhere else (C1.4). */
export function checkScalar(schema: JsonSchema, path: Path, issues: IssueList): void {
  const name = schema[SCALAR];
  if (typeof name === 'string') {
    const holds = Object.hasOwn(RULES, name) ? RULES[name] : undefined;
    if (holds === undefined) issues.add('malformed-scalar', [...path, SCALAR], `There is no scalar ${name}.`);
    else if (!holds(schema)) issues.add('malformed-scalar', path, `Its keywords are not those that ${name}() gives.`);
    return;
  }
  const stray = [DECODED_BYTES, MAX_DEPTH, ...(schema.type === 'string' ? [] : [MAX_BYTES])].find((key) => schema[key] !== undefined);
  if (stray !== undefined) issues.add('malformed-scalar', [...path, stray], 'The annotation belongs to a wire scalar.');
}

const ASIDE = new Set(['title', 'description', 'deprecated', '$id', UNBOUNDED, BINARY]);

function sameRule(schema: JsonSchema, made: object): boolean {
  const rules = made as JsonSchema;
  const keys = [...new Set([...Object.keys(schema), ...Object.keys(rules)])].filter((key) => !ASIDE.has(key));
  return keys.every((key) => JSON.stringify(schema[key]) === JSON.stringify(rules[key]));
}
