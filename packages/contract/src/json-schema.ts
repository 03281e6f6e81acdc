import type { Path } from './path.ts';

/**
 * A TypeBox type seen as the JSON Schema that it is. TypeBox keeps its own marks in properties that are not
 * enumerable, so the enumerable part is exactly what a description would print.
 */
export interface JsonSchema {
  readonly $ref?: string;
  readonly $id?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly propertyNames?: JsonSchema;
  readonly items?: JsonSchema | readonly JsonSchema[] | boolean;
  readonly prefixItems?: readonly JsonSchema[];
  readonly additionalItems?: JsonSchema | boolean;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly [keyword: string]: unknown;
}

/**
 * Text that is equal for equal JSON content, whatever the order of its keys. TypeBox marks what is optional or read-only
 * outside of the JSON content; `marks` tells such types apart too.
 */
export function fingerprint(value: unknown, options: { readonly marks?: boolean } = {}): string {
  if (Array.isArray(value)) return `[${value.map((item) => fingerprint(item, options)).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const record = value as Readonly<Record<string, unknown>>;
    const marks = options.marks === true ? MARKS.filter((mark) => Object.hasOwn(record, mark)) : [];
    const entries = Object.keys(record)
      .filter((key) => record[key] !== undefined)
      .toSorted()
      .map((key) => `${JSON.stringify(key)}:${fingerprint(record[key], options)}`);
    return `{${[...marks, ...entries].join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

const MARKS = ['~optional', '~readonly', '~immutable'];

/** Whether TypeBox made the type by marking a clone of another. */
export function isMarked(schema: JsonSchema): boolean {
  return MARKS.some((mark) => Object.hasOwn(schema, mark));
}

/** Whether a parameter, a header or a property may be absent: `Type.Optional`. */
export function isOptional(schema: JsonSchema): boolean {
  return Object.hasOwn(schema, '~optional');
}

/** What each name means to a reference. It inherits nothing, so that every name may be looked up. */
export type Definitions = Readonly<Record<string, JsonSchema>>;

/** What `$ref` means: a name in the definitions, with or without a `#/$defs/` prefix. */
export function referenceName(ref: string): string {
  return ref.startsWith('#/$defs/') ? ref.slice('#/$defs/'.length) : ref;
}

/**
 * What each name means to a reference: the named schemas, each followed by the definitions that it brings along at any depth
 * (`Type.Cyclic`), then those of inline types. A schema that only wraps the definition of its own name is replaced by it.
 */
export function definitionsOf(schemas: Readonly<Record<string, JsonSchema>>, inline: readonly JsonSchema[] = []): Definitions {
  const all: Record<string, JsonSchema> = Object.create(null) as Record<string, JsonSchema>;
  const seen = new Set<JsonSchema>();
  const bring = (schema: JsonSchema): void => {
    for (const [, name, definition] of broughtDefinitions(schema, seen)) all[name] ??= definition;
  };
  for (const [name, schema] of Object.entries(schemas)) {
    if (!isWrapper(name, schema)) all[name] = schema;
    bring(schema);
  }
  inline.forEach(bring);
  return all;
}

/** Whether a named schema is nothing but a reference to the definition of that name that it brings along. */
export function isWrapper(name: string, schema: JsonSchema): boolean {
  return schema.$defs !== undefined && referenceName(String(schema.$ref)) === name;
}

/** The definitions in a type and its parts: where, under which name, and what. */
export function broughtDefinitions(
  schema: JsonSchema,
  seen: Set<JsonSchema> = new Set(),
): readonly (readonly [path: Path, name: string, definition: JsonSchema])[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const own = Object.entries(schema.$defs ?? {}).map(([name, definition]) => [['$defs', name], name, definition] as const);
  const inner = childSchemas(schema).flatMap(([step, child]) =>
    broughtDefinitions(child, seen).map(([path, name, definition]) => [[...step, ...path], name, definition] as const),
  );
  return [...own.filter(([, , definition]) => isSchema(definition)), ...inner];
}

const SINGLE = ['additionalProperties', 'propertyNames', 'items', 'additionalItems'] as const;
const LISTS = ['anyOf', 'oneOf', 'items', 'prefixItems'] as const;
const MAPS = ['$defs', 'properties', 'patternProperties'] as const;

/** The schemas directly within a schema, with the way to each. Boolean schemas are left out. */
export function childSchemas(schema: JsonSchema): readonly (readonly [path: Path, schema: JsonSchema])[] {
  const children: [Path, unknown][] = [];
  for (const keyword of SINGLE) if (!Array.isArray(schema[keyword])) children.push([[keyword], schema[keyword]]);
  for (const keyword of LISTS) {
    const list: unknown = schema[keyword];
    if (Array.isArray(list)) list.forEach((child, index) => children.push([[keyword, index], child]));
  }
  for (const keyword of MAPS) {
    const map: unknown = schema[keyword];
    if (isSchema(map)) Object.entries(map).forEach(([name, child]) => children.push([[keyword, name], child]));
  }
  return children.filter((entry): entry is [Path, JsonSchema] => isSchema(entry[1]));
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
