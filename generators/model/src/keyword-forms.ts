import { ModelError } from './model-error.ts';

type Holds = (value: unknown) => boolean;

const isText: Holds = (value) => typeof value === 'string';
const isNumber: Holds = (value) => typeof value === 'number' && Number.isFinite(value);
const isCount: Holds = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isFlag: Holds = (value) => typeof value === 'boolean';
const isRecord: Holds = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isSchema: Holds = (value) => isFlag(value) || isRecord(value);
const isSchemaList: Holds = (value) => Array.isArray(value) && value.length > 0 && value.every(isSchema);
const isSchemaMap: Holds = (value) => isRecord(value) && Object.values(value as object).every(isSchema);
const isTextList: Holds = (value) => Array.isArray(value) && value.every(isText);

/** The values that each keyword may have, by JSON Schema 2020-12 (and draft-07 for the tuples that TypeBox writes). */
const FORMS: Readonly<Record<string, readonly [what: string, holds: Holds]>> = {
  $ref: ['a string', isText],
  $id: ['a string', isText],
  $schema: ['a string', isText],
  $defs: ['schemas by name', isSchemaMap],
  type: ['a type name or a list of them', (value) => isText(value) || (isTextList(value) && (value as string[]).length > 0)],
  enum: ['a list', Array.isArray],
  anyOf: ['a list of schemas', isSchemaList],
  oneOf: ['a list of schemas', isSchemaList],
  properties: ['schemas by name', isSchemaMap],
  required: ['a list of names', isTextList],
  additionalProperties: ['a schema', isSchema],
  patternProperties: ['schemas by pattern', isSchemaMap],
  propertyNames: ['a schema', isSchema],
  minProperties: ['a count', isCount],
  maxProperties: ['a count', isCount],
  items: ['a schema', (value) => isSchema(value) || (Array.isArray(value) && value.every(isSchema))],
  additionalItems: ['a schema', isSchema],
  prefixItems: ['a list of schemas', isSchemaList],
  minItems: ['a count', isCount],
  maxItems: ['a count', isCount],
  uniqueItems: ['a boolean', isFlag],
  minLength: ['a count', isCount],
  maxLength: ['a count', isCount],
  pattern: ['a string', isText],
  minimum: ['a number', isNumber],
  maximum: ['a number', isNumber],
  exclusiveMinimum: ['a number', isNumber],
  exclusiveMaximum: ['a number', isNumber],
  multipleOf: ['a number above 0', (value) => isNumber(value) && Number(value) > 0],
};

/** @throws {ModelError} `unsupported-value` for a keyword that has no value of its kind. */
export function requireForms(schema: object, path: readonly (string | number)[]): void {
  for (const [keyword, value] of Object.entries(schema)) {
    const form = Object.hasOwn(FORMS, keyword) ? FORMS[keyword] : undefined;
    if (form !== undefined && !form[1](value)) throw new ModelError('unsupported-value', [...path, keyword], `It is not ${form[0]}.`);
  }
}

const MAX_LEVELS = 256;
const MAX_PARTS = 1_000_000;

/**
 * Bounds what a foreign schema may hold before anything walks it recursively; one that contains itself is never shallow.
 * @throws {ModelError} `too-large`
 */
export function requireBounded(schema: unknown): void {
  const open: (readonly [value: unknown, level: number])[] = [[schema, 0]];
  let parts = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, level] = next;
    if (level > MAX_LEVELS) throw new ModelError('too-large', [], `It is nested deeper than ${MAX_LEVELS} levels.`);
    if (++parts > MAX_PARTS) throw new ModelError('too-large', [], `It has more than ${MAX_PARTS} parts.`);
    if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) open.push([part, level + 1]);
  }
}
