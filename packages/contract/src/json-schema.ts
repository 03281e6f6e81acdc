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

/** Text that is equal for equal JSON content, whatever the order of its keys. */
export function fingerprint(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(fingerprint).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const record = value as Readonly<Record<string, unknown>>;
    const entries = Object.keys(record)
      .filter((key) => record[key] !== undefined)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${fingerprint(record[key])}`);
    return `{${entries.join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** The `$defs` that a type and its parts bring along, outermost first. */
export type Definitions = Readonly<Record<string, JsonSchema>>;

/** What `$ref` means: a name in the definitions, with or without a `#/$defs/` prefix. */
export function referenceName(ref: string): string {
  return ref.startsWith('#/$defs/') ? ref.slice('#/$defs/'.length) : ref;
}

/**
 * What each name means to a reference: the named schemas, with the definitions that recursive ones bring along put beside them.
 * A schema that only wraps the definition of its own name (`Type.Cyclic`) is replaced by that definition.
 */
export function definitionsOf(schemas: Readonly<Record<string, JsonSchema>>): Definitions {
  const all: Record<string, JsonSchema> = {};
  for (const [name, schema] of Object.entries(schemas)) {
    Object.assign(all, schema.$defs);
    if (schema.$defs === undefined || referenceName(schema.$ref ?? '') !== name) all[name] = schema;
  }
  return all;
}
