import { isRecord } from '../form.ts';
import type { IssueList } from '../issue.ts';
import type { JsonSchema } from '../json-schema.ts';
import { BINARY, DECODED_BYTES, MAX_BYTES, MAX_DEPTH, SCALAR, UNBOUNDED } from '../keywords.ts';
import type { Path } from '../path.ts';

interface KeywordForm {
  readonly what: string;
  readonly holds: (value: unknown) => boolean;
}

const text: KeywordForm = { what: 'a string', holds: (value) => typeof value === 'string' };
const number: KeywordForm = { what: 'a number', holds: (value) => typeof value === 'number' };
const positive: KeywordForm = { what: 'a number above 0', holds: (value) => typeof value === 'number' && value > 0 };
const count: KeywordForm = {
  what: 'a safe integer of at least 0',
  holds: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
};
const flag: KeywordForm = { what: 'a boolean', holds: (value) => typeof value === 'boolean' };
const schema: KeywordForm = { what: 'a type', holds: isRecord };
const schemas: KeywordForm = {
  what: 'a list of at least one type',
  holds: (value) => Array.isArray(value) && value.length > 0 && value.every(isRecord),
};
const schemaMap: KeywordForm = { what: 'types by name', holds: (value) => isRecord(value) && Object.values(value).every(isRecord) };
const names: KeywordForm = {
  what: 'a list of distinct names',
  holds: (value) => Array.isArray(value) && value.every((name) => typeof name === 'string') && new Set(value).size === value.length,
};
const primitive = (value: unknown): boolean => value === null || typeof value !== 'object';

/** Keywords that the representation carries or that only document, with the values that they take. */
const KEYWORDS: Readonly<Record<string, KeywordForm>> = {
  $ref: text,
  $id: text,
  $defs: schemaMap,
  title: text,
  description: text,
  deprecated: flag,
  type: {
    what: 'a type name or several',
    holds: (value) => typeof value === 'string' || (names.holds(value) && value !== null && (value as unknown[]).length > 0),
  },
  const: { what: 'a string, number, boolean or null', holds: primitive },
  enum: {
    what: 'a list of distinct strings, numbers, booleans or null',
    holds: (value) => Array.isArray(value) && value.length > 0 && value.every(primitive) && new Set(value).size === value.length,
  },
  anyOf: schemas,
  oneOf: schemas,
  properties: schemaMap,
  required: names,
  additionalProperties: { what: 'false, true or a type', holds: (value) => flag.holds(value) || isRecord(value) },
  patternProperties: schemaMap,
  propertyNames: schema,
  minProperties: count,
  maxProperties: count,
  items: {
    what: 'a type, a list of types, or false',
    holds: (value) => value === false || isRecord(value) || (Array.isArray(value) && value.every(isRecord)),
  },
  additionalItems: { what: 'false or a type', holds: (value) => value === false || isRecord(value) },
  prefixItems: schemas,
  minItems: count,
  maxItems: count,
  uniqueItems: flag,
  minLength: count,
  maxLength: count,
  pattern: text,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: positive,
  [SCALAR]: text,
  [MAX_BYTES]: count,
  [MAX_DEPTH]: count,
  [DECODED_BYTES]: { what: '{ exact } or { max }', holds: (value) => isRecord(value) && Object.values(value).every(count.holds) },
  [UNBOUNDED]: { what: 'the reason for a missing bound', holds: (value) => typeof value === 'string' && value.trim() !== '' },
  [BINARY]: { what: 'a layout', holds: isRecord },
};

const TYPES = new Set(['null', 'boolean', 'integer', 'number', 'string', 'array', 'object']);
/** TypeBox types that print as a JSON type and mean more than it says. */
const MARKS = { '~codec': 'A Codec', '~refine': 'A Refine', '~guard': 'A guarded type' } as const;
const HINTS: Readonly<Record<string, string>> = {
  allOf: '; write the intersection out as one Struct',
  format: '; use a wire scalar or a pattern',
  not: '; say what is accepted',
};
/** Beside these no other keyword has a meaning that is carried. */
const ALONE = ['$ref', 'anyOf', 'oneOf', 'const', 'enum'] as const;
const ANNOTATIONS = new Set(['$id', '$defs', 'title', 'description', 'deprecated', UNBOUNDED]);

/** Whether a type is made of keywords that are carried, each with a value of its kind. Reports the first that is not. */
export function isCarriable(schemaOfAuthor: JsonSchema, path: Path, issues: IssueList): boolean {
  const mark = Object.entries(MARKS).find(([name]) => Object.hasOwn(schemaOfAuthor, name));
  if (mark !== undefined) return refuse(`${mark[1]} has a rule that JSON Schema cannot carry.`);
  const entries = Object.entries(schemaOfAuthor);
  const types = [schemaOfAuthor.type ?? []].flat();
  const foreign = types.find((type) => !TYPES.has(type));
  if (foreign !== undefined) return refuse(`JSON has no type ${foreign}${foreign === 'bigint' ? '; use Uint64() or Int64()' : ''}.`);
  const unknown = entries.find(([keyword]) => !Object.hasOwn(KEYWORDS, keyword) && !keyword.startsWith('x-'))?.[0];
  if (unknown !== undefined) return refuse(`The keyword ${unknown} is not carried${HINTS[unknown] ?? ''}.`);
  for (const [keyword, value] of entries) {
    const form = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined;
    if (form?.holds(value) !== false) continue;
    issues.add('malformed-schema', [...path, keyword], `It is not ${form.what}.`);
    return false;
  }
  const alone = ALONE.find((keyword) => Object.hasOwn(schemaOfAuthor, keyword));
  const beside = alone === undefined ? undefined : entries.find(([keyword]) => !mayStandBeside(alone, keyword))?.[0];
  return beside === undefined || refuse(`The keyword ${beside} beside ${alone} is not carried.`);

  function refuse(reason: string): false {
    issues.add('unsupported-type', path, reason);
    return false;
  }
}

function mayStandBeside(alone: string, keyword: string): boolean {
  if (keyword === alone || ANNOTATIONS.has(keyword)) return true;
  if (keyword === 'type') return alone === 'const' || alone === 'enum';
  return keyword.startsWith('x-') && !Object.hasOwn(KEYWORDS, keyword);
}
