import type { JsonObject } from '@tidemark/schema';
import type { Examination } from './examination.ts';
import { ajvCompiler } from './judges/ajv-judge.ts';
import { printing } from './subjects.ts';

/** Keywords that assert. Applicators are left in: what is below them is taken out piece by piece. */
const ASSERTIONS = [
  'type',
  'const',
  'enum',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'required',
  'additionalProperties',
  'propertyNames',
  'items',
  'prefixItems',
  'x-max-bytes',
  'x-max-depth',
] as const;

/** One assertion of a component, to be taken out. */
export interface Removal {
  readonly path: readonly string[];
  readonly keyword: string;
}

/** Why no value can tell whether the keyword is there, or undefined. */
export function impliedBy(schema: JsonObject, keyword: string, path: readonly string[]): string | undefined {
  const has = (name: string): boolean => Object.hasOwn(schema, name);
  if (keyword === 'type' && (has('const') || has('enum'))) return '`type` beside `const` or `enum`';
  if ((keyword === 'minLength' || keyword === 'maxLength' || keyword === 'format') && has('pattern'))
    return 'length or format beside a `pattern` that implies it';
  if (keyword === 'maxLength' && has('x-max-bytes')) return '`maxLength` equal to `x-max-bytes`';
  if (keyword === 'type' && path.at(-1) === 'propertyNames') return '`type` in `propertyNames`: names are strings';
  if ((keyword === 'maxItems' || keyword === 'items') && has('prefixItems') && schema['items'] === false)
    return '`maxItems` and `items: false` of a tuple';
  return undefined;
}

/** Every assertion of a component, found where schemas stand: inside `properties` a name is no keyword. */
export function removals(schema: JsonObject): readonly (Removal & { readonly implied: string | undefined })[] {
  return walk(schema, []).map(({ path, keyword, schema: owner }) => ({
    path,
    keyword,
    implied: impliedBy(owner, keyword, path),
  }));
}

interface Found {
  readonly path: readonly string[];
  readonly keyword: string;
  readonly schema: JsonObject;
}

function walk(schema: unknown, path: readonly string[]): readonly Found[] {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return [];
  const object = schema as JsonObject;
  const own = ASSERTIONS.filter((keyword) => Object.hasOwn(object, keyword)).map((keyword) => ({ path, keyword, schema: object }));
  const below = ['items', 'additionalProperties', 'propertyNames', 'not'].flatMap((keyword) => walk(object[keyword], [...path, keyword]));
  const named = Object.entries(object['properties'] ?? {}).flatMap(([name, part]) => walk(part, [...path, 'properties', name]));
  const listed = ['prefixItems', 'oneOf', 'anyOf', 'allOf'].flatMap((keyword) =>
    Object.entries(object[keyword] ?? {}).flatMap(([index, part]) => walk(part, [...path, keyword, index])),
  );
  return [...own, ...below, ...named, ...listed];
}

/** A copy of the schema without the assertion. */
function without(schema: JsonObject, { path, keyword }: Removal): JsonObject {
  const changed = structuredClone(schema) as Record<string, unknown>;
  let place = changed;
  for (const step of path) place = place[step] as Record<string, unknown>;
  delete place[keyword];
  return changed;
}

export interface Sensitivity {
  readonly removed: number;
  /** Removals that no case notices. */
  readonly unnoticed: readonly string[];
  /** How many assertions each reason leaves out. */
  readonly implied: ReadonlyMap<string, number>;
}

/** Takes every assertion out of every schema of a subject, one at a time. */
export function sensitivity({ subject, cases }: Examination): Sensitivity {
  const { schemas } = printing(subject, '2020-12');
  const unnoticed: string[] = [];
  const implied = new Map<string, number>();
  const compile = ajvCompiler('2020-12', schemas);
  let removed = 0;
  for (const { name } of subject.schemas) {
    const own = cases
      .filter((one) => one.case.schema === name)
      .map((one) => ({ value: JSON.parse(one.case.text) as unknown, accepted: one.verdicts.openapi }));
    for (const removal of removals(schemas[name] as JsonObject)) {
      if (removal.implied !== undefined) {
        implied.set(removal.implied, (implied.get(removal.implied) ?? 0) + 1);
        continue;
      }
      removed++;
      const validate = compile(without(schemas[name] as JsonObject, removal));
      if (own.every(({ value, accepted }) => validate(value) === accepted))
        unnoticed.push(`${name}/${removal.path.join('/')} ${removal.keyword}`);
    }
  }
  return { removed, unnoticed, implied };
}
