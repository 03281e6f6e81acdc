import type { AnySchemaObject, ValidateFunction } from 'ajv';
import type { Finding, ValidatorName } from '../finding.ts';
import { createAjv, schemaErrors } from '../schema/ajv-schemas.ts';
import { hyperjumpErrors, loadHyperjump, withoutDefaultDialect } from '../schema/hyperjump.ts';
import { deepestErrors, type SchemaError } from '../schema/schema-check.ts';
import { ruleFinding } from '../rules.ts';
import type { Description } from './engine.ts';

/** The errors that a person can act on: the deepest ones, at most this many per validator. */
const maxErrors = 5;

function report(validator: ValidatorName, version: string, errors: readonly SchemaError[]): Finding[] {
  return deepestErrors(errors, maxErrors).map(({ pointer, message }) =>
    ruleFinding('document-schema', pointer, `${message} (official schema of ${version})`, validator),
  );
}

const compiled = new Map<string, Promise<ValidateFunction>>();

/**
 * The Initiative's schema as hyperjump ships it, prepared for ajv: `$dynamicRef: "#meta"` makes ajv refuse valid documents
 * (ajv-validator/ajv#1573, #1745), so it becomes a reference to the 2020-12 meta-schema. hyperjump follows it as written.
 */
async function compileForAjv(minor: string): Promise<ValidateFunction> {
  await loadHyperjump();
  const { bundle } = await import('@hyperjump/json-schema/bundle');
  const schema = JSON.stringify(await bundle(`https://spec.openapis.org/oas/${minor}/schema`))
    .replaceAll('"$dynamicRef":"#meta"', '"$ref":"https://json-schema.org/draft/2020-12/schema"')
    .replaceAll('"$dynamicAnchor":"meta"', '"$comment":"meta"');
  return (await createAjv('2020-12', false, true)).compile(JSON.parse(schema) as AnySchemaObject);
}

function openapiWithAjv(minor: string): Promise<ValidateFunction> {
  const known = compiled.get(minor) ?? compileForAjv(minor);
  compiled.set(minor, known);
  return known;
}

/**
 * The document against the official JSON Schema of its version, by ajv. OpenAPI 3.0's is draft-04, which ajv 8 does not read;
 * AsyncAPI's is what `@asyncapi/parser` runs, with ajv.
 */
export async function validateWithAjv({ kind, document }: Description): Promise<readonly Finding[]> {
  if (kind.family !== 'openapi' || kind.minor === '3.0') return [];
  const validate = await openapiWithAjv(kind.minor);
  return validate(document) ? [] : report('ajv', kind.version, schemaErrors(validate.errors ?? []));
}

/** The same by hyperjump, with dynamic references as the specification writes them. OpenAPI only. */
export async function validateWithHyperjump({ kind, document }: Description): Promise<readonly Finding[]> {
  if (kind.family !== 'openapi') return [];
  const hyperjump = await loadHyperjump();
  const name = kind.minor === '3.0' ? 'schema' : 'schema-base';
  const output = (await hyperjump.validate(
    `https://spec.openapis.org/oas/${kind.minor}/${name}`,
    withoutDefaultDialect(document) as never,
    'BASIC',
  )) as {
    valid: boolean;
    errors?: Parameters<typeof hyperjumpErrors>[0];
  };
  return output.valid ? [] : report('hyperjump', kind.version, hyperjumpErrors(output.errors ?? []));
}
