import { Ajv, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import type { Dialect } from '../print-schema.ts';
import { extensionKeywords } from '../extensions.ts';
import type { JsonObject } from '../json-object.ts';

/**
 * Strict, so that a keyword of the other dialect is an error and not ignored; types may be lists, as nullable types are.
 * Own properties only: by default ajv finds `toString` in every object.
 */
const options: Options = {
  strict: true,
  ownProperties: true,
  allowUnionTypes: true,
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
};

/** Compiles schemas of one dialect against a document's `components.schemas`. */
export function schemaCompiler(dialect: Dialect, schemas: JsonObject): (schema: JsonObject) => ValidateFunction {
  const ajv = dialect === '2020-12' ? new Ajv2020(options) : new Ajv(options);
  ajvFormats.default(ajv);
  ajv.addVocabulary([...extensionKeywords, 'components']);
  const base = 'https://tidemark.example/document';
  ajv.addSchema({ $id: base, components: { schemas } });
  let count = 0;
  return (schema) => ajv.compile({ ...absolute(schema, base), $id: `${base}/${count++}` });
}

/** The schema with its references into the base document: a compiled part has an identity of its own. */
function absolute(schema: JsonObject, base: string): JsonObject {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' && value.startsWith('#') ? `${base}${value}` : value,
  ) as JsonObject;
}
