import type { Ajv, AnySchemaObject, ErrorObject, Options, ValidateFunction } from 'ajv';
import { valueAt } from '../json.ts';
import { addByteBounds } from './byte-bounds.ts';
import { type SchemaCheck, type SchemaError, ValidatorError } from './schema-check.ts';

export type AjvDialect = '2020-12' | 'draft-07';

/** Under this address the document is known to its own schemas only; nothing is ever fetched. */
const address = 'https://description.invalid/document';

const options: Options = {
  // The verdict first: in a union of n members, collecting every error of every member costs n times as much as the answer.
  allErrors: false,
  strict: false,
  // A description is not a schema; its schemas are checked one by one when they are compiled.
  validateSchema: false,
  logger: false,
  // Compiled for a handful of values: optimizing the generated code costs more than it saves (a third of the time, measured).
  code: { optimize: false },
  // OpenAPI's `discriminator` never alters validation (OpenAPI 3.2 section 4.25), so ajv's keyword of that name stays off.
  discriminator: false,
  // A schema that many refer to is a function that they call: copied into each of them, a large document is compiled many times over.
  inlineRefs: false,
};

/** Formats that OpenAPI registers and JSON Schema does not: annotations, as its registry says. */
const annotationFormats = ['int32', 'int64', 'float', 'double', 'password', 'byte', 'binary', 'media-range'];

/** What makes an ajv of a dialect, with formats. `byteBounds` also asserts `x-max-bytes` and `x-max-depth`. */
async function ajvMaker(dialect: AjvDialect, byteBounds: boolean): Promise<(allErrors: boolean) => Ajv> {
  const [{ default: formats }, Constructor] = await Promise.all([
    import('ajv-formats'),
    dialect === '2020-12' ? import('ajv/dist/2020.js').then(({ Ajv2020 }) => Ajv2020) : import('ajv').then(({ Ajv: Draft07 }) => Draft07),
  ]);
  return (allErrors) => {
    const ajv = new Constructor({ ...options, allErrors });
    formats.default(ajv);
    for (const name of annotationFormats) ajv.addFormat(name, true);
    if (byteBounds) addByteBounds(ajv);
    return ajv;
  };
}

/** An ajv that stops at the first error, or collects all of them. */
export async function createAjv(dialect: AjvDialect, byteBounds: boolean, allErrors: boolean): Promise<Ajv> {
  return (await ajvMaker(dialect, byteBounds))(allErrors);
}

/** A document with one ajv for verdicts and one for reasons; the second is made when there is something to explain. */
interface AjvPair {
  readonly verdict: Ajv;
  readonly thorough: () => Ajv;
}

const ajvByDocument: Record<AjvDialect, WeakMap<object, Promise<AjvPair>>> = { '2020-12': new WeakMap(), 'draft-07': new WeakMap() };

function ajvFor(document: object, dialect: AjvDialect): Promise<AjvPair> {
  const known = ajvByDocument[dialect].get(document);
  if (known) return known;
  // ajv reads the root as a schema too, where AsyncAPI's `id` would be draft-04's.
  const { id: _, ...root } = document as { id?: unknown };
  const created = ajvMaker(dialect, true).then((make): AjvPair => {
    const ajvOf = (allErrors: boolean): Ajv => make(allErrors).addSchema(root, address);
    let thorough: Ajv | undefined;
    return { verdict: ajvOf(false), thorough: () => (thorough ??= ajvOf(true)) };
  });
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
  let pair: AjvPair;
  let validate: ValidateFunction;
  // A pointer into the document, so that relative references keep their base.
  const reference = address + '#' + encodeURI(pointer).replaceAll('#', '%23').replaceAll('?', '%3F');
  try {
    pair = await ajvFor(document, dialect);
    const ajv = pair.verdict;
    if (!ajv.validateSchema(schema as AnySchemaObject)) {
      const first = schemaErrors(ajv.errors ?? [])[0];
      throw new Error(`${first?.pointer ?? ''} ${first?.message ?? 'is not a schema'}`.trim());
    }
    validate = compileReference(ajv, reference);
  } catch (error) {
    throw new ValidatorError('schema-not-compilable', pointer, error instanceof Error ? error.message : String(error), { cause: error });
  }
  let explain: ValidateFunction | undefined;
  const accepts = (value: unknown): boolean => validate(value);
  const check = (value: unknown): readonly SchemaError[] => {
    if (accepts(value)) return [];
    explain ??= compileReference(pair.thorough(), reference);
    explain(value);
    return schemaErrors(explain.errors ?? []);
  };
  return Object.assign(check, { accepts });
}

/** By its address, under which ajv keeps it: a schema that refers to it calls the same function instead of compiling it again. */
function compileReference(ajv: Ajv, reference: string): ValidateFunction {
  return (ajv.getSchema(reference) as ValidateFunction | undefined) ?? ajv.compile({ $ref: reference });
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
