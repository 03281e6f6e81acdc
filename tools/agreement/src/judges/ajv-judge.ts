import { Ajv, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { type Dialect, extensionKeywords, type JsonObject } from '@tidemark/schema';
import { isStringSchema, isWithinBytes, isWithinDepth } from './bounds.ts';

/** Strict: a keyword that ajv does not know is an error. Own properties only: by default ajv finds `toString` in every object. */
const options: Options = {
  strict: true,
  ownProperties: true,
  allowUnionTypes: true,
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
};

const BASE = 'https://tidemark.example/description';

/** Compiles a schema that refers to the components of a description, with the byte and depth bounds asserted. */
export function ajvCompiler(dialect: Dialect, schemas: JsonObject): (schema: JsonObject) => ValidateFunction {
  const ajv = dialect === '2020-12' ? new Ajv2020(options) : new Ajv(options);
  ajvFormats.default(ajv);
  ajv.addKeyword({
    keyword: 'x-max-bytes',
    validate: (bound: number, value: unknown, schema?: { readonly type?: unknown }) =>
      isWithinBytes(bound, value, isStringSchema(schema?.type)),
  });
  ajv.addKeyword({ keyword: 'x-max-depth', validate: isWithinDepth });
  ajv.addVocabulary([...extensionKeywords.filter((name) => name !== 'x-max-bytes' && name !== 'x-max-depth'), 'components']);
  ajv.addSchema({ $id: BASE, components: { schemas } });
  let count = 0;
  return (schema) => ajv.compile({ ...absolute(schema), $id: `${BASE}/${count++}` });
}

/** A schema that stands outside the description keeps its references into it. */
function absolute(schema: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' && value.startsWith('#') ? `${BASE}${value}` : value,
  ) as JsonObject;
}
