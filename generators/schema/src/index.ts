export { componentSchemas, printNamedSchema, reachableSchemas } from './component-schemas.ts';
export { descriptionTexts } from './description-texts.ts';
export { errorBody, errorMessageMaxLength, errorSchemas } from './error-schemas.ts';
export { extensionKeywords } from './extensions.ts';
export {
  accessText,
  bullets,
  errorRows,
  errorsExtension,
  limitsExtension,
  limitsInForce,
  limitText,
  limitValue,
  overviewText,
  paragraphs,
  terminalLines,
  versionText,
} from './facts.ts';
export { type JsonObject, nonEmpty, nonEmptyObject, present } from './json-object.ts';
export { pascalCase, uniqueName } from './names.ts';
export { type Dialect, type PrintOptions, printSchema } from './print-schema.ts';
export { componentPointer, pointer, reference } from './reference.ts';
