import {
  type Definitions,
  type JsonSchema,
  DECODED_BYTES,
  MAX_BYTES,
  MAX_DEPTH,
  referenceName,
  SCALAR,
  UNBOUNDED,
} from '@tidemark/contract';
import { ModelError } from './model-error.ts';
import { objectNode } from './object-from-schema.ts';
import type { AnyNode, ArrayNode, Documentation, LiteralNode, Node, NumberNode, StringNode } from './representation.ts';
import { unionNode } from './union-from-schema.ts';

export type Path = readonly (string | number)[];

/** What a conversion needs to know of the schemas around it. */
export interface SchemaScope {
  /** The name under which a part of a schema is kept as a component, if it is. */
  readonly nameOf: (schema: JsonSchema) => string | undefined;
  /** What each reference means. */
  readonly definitions: Definitions;
}

const ANNOTATIONS = new Set([
  'title',
  'description',
  'deprecated',
  '$id',
  '$schema',
  '$comment',
  '$defs',
  'definitions',
  'examples',
  'default',
]);
const BY_TYPE = {
  null: [],
  boolean: [],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  string: ['minLength', 'maxLength', 'pattern'],
  array: ['items', 'prefixItems', 'additionalItems', 'minItems', 'maxItems', 'uniqueItems'],
  object: ['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames', 'minProperties', 'maxProperties'],
} as const;
const TYPED = new Set<string>([...Object.values(BY_TYPE).flat(), 'type', 'const', 'enum', 'anyOf', 'oneOf', '$ref']);
const TYPES = Object.keys(BY_TYPE) as (keyof typeof BY_TYPE)[];

/** One part of a schema: a reference where it is a component of its own, its shape otherwise. */
export function convert(schema: JsonSchema | boolean, path: Path, scope: SchemaScope): Node {
  if (typeof schema === 'object') {
    const name = scope.nameOf(schema);
    if (name !== undefined) return { kind: 'ref', name };
  }
  return convertShape(schema, path, scope);
}

/** The shape of a schema, whatever its own name. */
export function convertShape(schema: JsonSchema | boolean, path: Path, scope: SchemaScope): Node {
  if (schema === true) return { kind: 'any' };
  if (schema === false) return { kind: 'never' };
  refuseUnknown(schema, path);
  if (schema.$ref !== undefined) return reference(schema, path, scope);
  if ('const' in schema || schema.enum !== undefined) return literal(schema, path);
  if (schema.anyOf !== undefined || schema.oneOf !== undefined) {
    refuseBeside(schema, path, schema.anyOf !== undefined ? 'anyOf' : 'oneOf');
    return { ...unionNode(schema, path, scope), ...common(schema) };
  }
  return typed(schema, path, scope);
}

function refuseUnknown(schema: JsonSchema, path: Path): void {
  for (const keyword of Object.keys(schema)) {
    if (!TYPED.has(keyword) && !ANNOTATIONS.has(keyword) && !keyword.startsWith('x-')) {
      throw new ModelError('unsupported-keyword', path, `${keyword} is not carried.`);
    }
  }
}

function refuseBeside(schema: JsonSchema, path: Path, keyword: string): void {
  const other = Object.keys(schema).find((key) => key !== keyword && TYPED.has(key));
  if (other !== undefined) throw new ModelError('unsupported-keyword', path, `${other} beside ${keyword} is not carried.`);
}

function reference(schema: JsonSchema, path: Path, scope: SchemaScope): Node {
  refuseBeside(schema, path, '$ref');
  const name = referenceName(schema.$ref ?? '');
  if (scope.definitions[name] === undefined) throw new ModelError('unknown-reference', path, `Nothing is named ${schema.$ref}.`);
  return { kind: 'ref', name, ...common(schema) };
}

/** Documentation and the reason for a missing bound. */
export function common(schema: JsonSchema): { doc?: Documentation; unbounded?: string } {
  const doc: Documentation = {
    ...(typeof schema.title === 'string' ? { title: schema.title } : {}),
    ...(typeof schema.description === 'string' ? { description: schema.description } : {}),
    ...(schema.deprecated === true ? { deprecated: true as const } : {}),
  };
  const why = schema[UNBOUNDED];
  return { ...(Object.keys(doc).length > 0 ? { doc } : {}), ...(typeof why === 'string' ? { unbounded: why } : {}) };
}

function literal(schema: JsonSchema, path: Path): LiteralNode {
  const keyword = 'const' in schema ? 'const' : 'enum';
  const values = keyword === 'const' ? [schema.const] : (schema.enum ?? []);
  for (const key of Object.keys(schema)) {
    if (TYPED.has(key) && key !== keyword && key !== 'type')
      throw new ModelError('unsupported-keyword', path, `${key} beside ${keyword} is not carried.`);
  }
  if (values.some((value) => value !== null && typeof value === 'object'))
    throw new ModelError('unsupported-value', path, `${keyword} has a value that is no primitive.`);
  const primitives = values as (string | number | boolean | null)[];
  return { kind: 'literal', values: [...new Set(primitives)].filter((value) => hasType(value, schema)), ...common(schema) };
}

function hasType(value: string | number | boolean | null, schema: JsonSchema): boolean {
  const types = typeNames(schema);
  if (types === undefined) return true;
  if (value === null) return types.includes('null');
  return types.includes(typeof value) || (types.includes('integer') && Number.isInteger(value));
}

function typeNames(schema: JsonSchema): readonly string[] | undefined {
  if (schema.type === undefined) return undefined;
  return typeof schema.type === 'string' ? [schema.type] : schema.type;
}

function typed(schema: JsonSchema, path: Path, scope: SchemaScope): Node {
  const names = typeNames(schema);
  const constrained = Object.keys(schema).some((key) => TYPED.has(key));
  if (!constrained) return any(schema);
  const types = TYPES.filter((type) => names === undefined || names.includes(type) || (type === 'number' && names.includes('integer')));
  const known = names?.find((name) => name !== 'integer' && !(name in BY_TYPE));
  if (known !== undefined) throw new ModelError('unsupported-value', path, `JSON has no type ${known}.`);
  const branches = types.map((type) => ofType(type, schema, path, scope));
  const [only] = branches;
  if (branches.length === 1 && only !== undefined) return { ...only, ...common(schema) };
  return { kind: 'choice', branches, ...common(schema) };
}

function any(schema: JsonSchema): AnyNode {
  return { kind: 'any', ...number('maxBytes', schema[MAX_BYTES]), ...number('maxDepth', schema[MAX_DEPTH]), ...common(schema) };
}

function ofType(type: keyof typeof BY_TYPE, schema: JsonSchema, path: Path, scope: SchemaScope): Node {
  switch (type) {
    case 'null':
    case 'boolean':
      return { kind: type };
    case 'number':
      return numberNode(schema);
    case 'string':
      return stringNode(schema, path);
    case 'array':
      return arrayNode(schema, path, scope);
    case 'object':
      return objectNode(schema, path, scope);
  }
}

function numberNode(schema: JsonSchema): NumberNode {
  const names = typeNames(schema);
  const constraints = BY_TYPE.number.map((keyword) => number(keyword, schema[keyword]));
  return {
    kind: 'number',
    integer: names !== undefined && names.includes('integer') && !names.includes('number'),
    ...(Object.assign({}, ...constraints) as object),
    ...(schema[SCALAR] === 'SafeUint' ? { scalar: 'SafeUint' as const } : {}),
  };
}

const STRING_SCALARS = new Set(['Uint64', 'Int64', 'Utf8', 'Base64Url', 'Sha256', 'Timestamp']);

function stringNode(schema: JsonSchema, path: Path): StringNode {
  if (schema.pattern !== undefined) requirePattern(schema.pattern, path);
  const scalar = schema[SCALAR];
  const decoded = schema[DECODED_BYTES] as StringNode['decodedBytes'] | undefined;
  return {
    kind: 'string',
    ...number('minLength', schema.minLength),
    ...number('maxLength', schema.maxLength),
    ...number('maxBytes', schema[MAX_BYTES]),
    ...(schema.pattern === undefined ? {} : { pattern: schema.pattern }),
    ...(typeof scalar === 'string' && STRING_SCALARS.has(scalar) ? { scalar: scalar as NonNullable<StringNode['scalar']> } : {}),
    ...(decoded === undefined ? {} : { decodedBytes: { ...decoded } }),
  };
}

/** An expression that the run time cannot compile is refused here, where its path is known. */
export function requirePattern(pattern: string, path: Path): void {
  try {
    new RegExp(pattern, 'u');
  } catch {
    throw new ModelError('unsupported-value', path, `The pattern ${pattern} is no ECMA-262 expression with the u flag.`);
  }
}

function arrayNode(schema: JsonSchema, path: Path, scope: SchemaScope): ArrayNode {
  // TypeBox writes tuples the draft-07 way: an array of items and additionalItems.
  const positional = Array.isArray(schema.items) ? (schema.items as readonly JsonSchema[]) : undefined;
  const prefix = positional ?? schema.prefixItems ?? [];
  const rest = (positional === undefined ? schema.items : schema.additionalItems) as JsonSchema | boolean | undefined;
  if (schema.uniqueItems !== undefined && typeof schema.uniqueItems !== 'boolean')
    throw new ModelError('unsupported-value', path, 'uniqueItems is no boolean.');
  return {
    kind: 'array',
    prefix: prefix.map((item, index) => convert(item, [...path, 'prefixItems', index], scope)),
    items: rest === false ? false : convert(rest ?? true, [...path, 'items'], scope),
    ...number('minItems', schema['minItems']),
    ...number('maxItems', schema.maxItems),
    ...(schema.uniqueItems === true ? { uniqueItems: true as const } : {}),
  };
}

/** The keyword where it has a numeric value. */
export function number<K extends string>(key: K, value: unknown): { readonly [P in K]?: number } {
  return typeof value === 'number' ? ({ [key]: value } as { readonly [P in K]?: number }) : {};
}
