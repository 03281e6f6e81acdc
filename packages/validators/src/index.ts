// Validation of descriptions.
export { type ValidateOptions, validateDescription } from './validate-description.ts';
export { readDescription, type ReadOptions, type ReadResult } from './read-description.ts';
export type { Finding, Severity, ValidatorName } from './finding.ts';
export type { Preset } from './engines/engine.ts';
export { type Rule, ruleFinding, type RuleId, rules } from './rules.ts';

// JSON Schema validators, for conformance and trace checks.
export { compileSchema2020, compileSchemaDraft07 } from './schema/ajv-schemas.ts';
export { compileSchemaIndependently } from './schema/hyperjump.ts';
export { type SchemaCheck, type SchemaError, ValidatorError, type ValidatorErrorCode } from './schema/schema-check.ts';
