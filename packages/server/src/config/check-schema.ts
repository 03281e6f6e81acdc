import type { TSchema } from 'typebox';
import Value from 'typebox/value';
import type { ConfigErrorCode, ConfigProblem } from './config-error.ts';
import { meant } from './nearest.ts';
import { at } from './pointer.ts';

/** What TypeBox says of one value; the part of its error that is used here. */
interface SchemaError {
  readonly keyword: string;
  readonly schemaPath: string;
  readonly instancePath: string;
  readonly params: object;
  readonly message: string;
}

/** Every way in which a value is not what the schema says, in the order of the schema. Names keys, never values: a value may be a secret. */
export function schemaProblems(schema: TSchema, value: unknown): readonly ConfigProblem[] {
  const problems = (Value.Errors(schema, value) as readonly SchemaError[]).flatMap((error) => problemsOf(schema, error));
  // The deeper complaint is the cause of the shallower one, which TypeBox tells too for some keywords.
  const seen = new Set<string>();
  return problems.filter(({ code, path }) => {
    const key = `${code} ${path}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

const CODES: Readonly<Record<string, ConfigErrorCode>> = {
  type: 'wrong-type',
  minimum: 'out-of-range',
  maximum: 'out-of-range',
  minItems: 'out-of-range',
  maxItems: 'out-of-range',
  minLength: 'out-of-range',
  maxLength: 'out-of-range',
  pattern: 'malformed-value',
};

function problemsOf(schema: TSchema, { keyword, schemaPath, instancePath, params, message }: SchemaError): readonly ConfigProblem[] {
  if (keyword === 'boolean') return [];
  if (keyword === 'additionalProperties') {
    const known = Object.keys((schemaAt(schema, schemaPath) as { readonly properties?: object }).properties ?? {});
    const { additionalProperties } = params as { readonly additionalProperties: readonly string[] };
    return additionalProperties.map((key) => ({ code: 'unknown-key', path: instancePath + at(key), reason: meant(key, known) }));
  }
  if (keyword === 'required') {
    const { requiredProperties } = params as { readonly requiredProperties: readonly string[] };
    return requiredProperties.map((key) => ({ code: 'missing-key', path: instancePath + at(key), reason: '' }));
  }
  if (keyword === 'enum') {
    const { allowedValues } = params as { readonly allowedValues: readonly string[] };
    return [{ code: 'unknown-value', path: instancePath, reason: `Known are ${allowedValues.join(', ')}.` }];
  }
  return [{ code: CODES[keyword] ?? 'malformed-value', path: instancePath, reason: `It ${message}.` }];
}

function schemaAt(schema: TSchema, schemaPath: string): unknown {
  let node: unknown = schema;
  for (const segment of schemaPath.replace(/^#\/?/, '').split('/')) {
    if (segment === '') continue;
    node = (node as Readonly<Record<string, unknown>>)[segment.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return node;
}
