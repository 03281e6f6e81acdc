import type { Ajv, AnySchemaObject, ErrorObject, Options } from 'ajv';
import { valueAt } from '../json.ts';
import { addByteBounds } from './byte-bounds.ts';
import { type SchemaCheck, type SchemaError, ValidatorError } from './schema-check.ts';

export type AjvDialect = '2020-12' | 'draft-07';

/** Under this address the document is known to its own schemas only; nothing is ever fetched. */
const address = 'https://description.invalid/document';

const options: Options = {
  allErrors: true,
  strict: false,
  // A description is not a schema; its schemas are checked one by one when they are compiled.
  validateSchema: false,
  logger: false,
  // Compiled for a handful of values: optimizing the generated code costs more than it saves (a third of the time, measured).
  code: { optimize: false },
  // OpenAPI's `discriminator` never alters validation (OpenAPI 3.2 section 4.25), so ajv's keyword of that name stays off.
  discriminator: false,
};

/** Formats that OpenAPI registers and JSON Schema does not: annotations, as its registry says. */
const annotationFormats = ['int32', 'int64', 'float', 'double', 'password', 'byte', 'binary', 'media-range'];

/** A new ajv of a dialect with formats. `byteBounds` also asserts `x-max-bytes` and `x-max-depth`. */
export async function createAjv(dialect: AjvDialect, byteBounds: boolean): Promise<Ajv> {
  const [{ default: formats }, ajv] = await Promise.all([
    import('ajv-formats'),
    dialect === '2020-12'
      ? import('ajv/dist/2020.js').then(({ Ajv2020 }) => new Ajv2020(options))
      : import('ajv').then(({ Ajv: Draft07 }) => new Draft07(options)),
  ]);
  formats.default(ajv);
  for (const name of annotationFormats) ajv.addFormat(name, true);
  if (byteBounds) addByteBounds(ajv);
  return ajv;
}

const ajvByDocument: Record<AjvDialect, WeakMap<object, Promise<Ajv>>> = { '2020-12': new WeakMap(), 'draft-07': new WeakMap() };

function ajvFor(document: object, dialect: AjvDialect): Promise<Ajv> {
  const known = ajvByDocument[dialect].get(document);
  if (known) return known;
  // ajv reads the root as a schema too, where AsyncAPI's `id` would be draft-04's.
  const { id: _, ...root } = document as { id?: unknown };
  const created = createAjv(dialect, true).then((ajv) => ajv.addSchema(root as AnySchemaObject, address));
  ajvByDocument[dialect].set(document, created);
  return created;
}

/** ajv's errors in this package's words. Errors of combining keywords that only repeat their branches are left out. */
export function schemaErrors(errors: readonly ErrorObject[]): readonly SchemaError[] {
  return errors.map(({ instancePath, keyword, message, params }) => ({
    pointer: instancePath,
    keyword,
    message: (message ?? keyword) + parameter(params as Record<string, unknown>),
  }));
}

function parameter(params: Record<string, unknown>): string {
  const named = params.additionalProperty ?? params.unevaluatedProperty ?? params.allowedValue;
  return named === undefined ? '' : `: ${JSON.stringify(named)}`;
}

/** Compiles the schema at `pointer`; its references are resolved inside `document` only. Throws `ValidatorError`. */
export async function compileWithAjv(document: object, pointer: string, dialect: AjvDialect): Promise<SchemaCheck> {
  const schema = valueAt(document, pointer);
  if (schema === undefined) throw new ValidatorError('pointer-not-found', pointer, 'there is no schema');
  let validate;
  try {
    const ajv = await ajvFor(document, dialect);
    if (!ajv.validateSchema(schema as AnySchemaObject)) {
      const first = schemaErrors(ajv.errors ?? [])[0];
      throw new Error(`${first?.pointer ?? ''} ${first?.message ?? 'is not a schema'}`.trim());
    }
    // A pointer into the document, so that relative references keep their base.
    validate = ajv.compile({ $ref: address + '#' + encodeURI(pointer).replaceAll('#', '%23').replaceAll('?', '%3F') });
  } catch (error) {
    throw new ValidatorError('schema-not-compilable', pointer, error instanceof Error ? error.message : String(error));
  }
  return (value) => (validate(value) ? [] : schemaErrors(validate.errors ?? []));
}

/**
 * JSON Schema 2020-12 by ajv: compiles the schema at `pointer` (RFC 6901) of `document`, with formats, `x-max-bytes` and `x-max-depth` asserted.
 * Content keywords are annotations. References are resolved inside the document only. Rejects with `ValidatorError`.
 */
export function compileSchema2020(document: object, pointer: string): Promise<SchemaCheck> {
  return compileWithAjv(document, pointer, '2020-12');
}

/** JSON Schema draft-07 (AsyncAPI's default dialect) by ajv, otherwise as `compileSchema2020`. */
export function compileSchemaDraft07(document: object, pointer: string): Promise<SchemaCheck> {
  return compileWithAjv(document, pointer, 'draft-07');
}
