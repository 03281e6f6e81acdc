export type { GeneratedFile } from './generated-file.ts';
export { represent } from './represent.ts';
export { nodeFromJsonSchema, type JsonSchemaNode } from './from-json-schema.ts';
export { childNodes, cyclicNames, referencesOf } from './references.ts';
export { MODEL_ERRORS, ModelError, type ModelErrorCode } from './model-error.ts';
export type * from './representation.ts';
