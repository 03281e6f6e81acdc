import {
  DECODED_BYTES,
  isLiteral,
  type JsonSchema,
  literalValues,
  MAX_BYTES,
  MAX_DEPTH,
  own,
  type Path,
  referenceName,
  SCALAR,
} from '@tidemark/contract';
import { requireForms } from './keyword-forms.ts';
import { ModelError } from './model-error.ts';
import { objectNode } from './object-from-schema.ts';
import { common, number, requirePattern, type SchemaScope } from './schema-scope.ts';
import type { AnyNode, ArrayNode, LiteralNode, Node, NumberNode, StringNode } from './representation.ts';
import { unionNode } from './union-from-schema.ts';

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

/** A scope in which schemas can be read. */
export function schemaScope(parts: Omit<SchemaScope, 'convert' | 'convertShape' | 'open'>): SchemaScope {
  return { ...parts, convert, convertShape, open: new Set() };
}

/** One part of a schema: a reference where it is a component of its own, its shape otherwise. */
function convert(schema: JsonSchema | boolean, path: Path, scope: SchemaScope): Node {
  if (typeof schema === 'object') {
    const name = scope.nameOf(schema);
    if (name !== undefined) return { kind: 'ref', name };
  }
  return convertShape(schema, path, scope);
}

/** The shape of a schema, whatever its own name. */
function convertShape(schema: JsonSchema | boolean, path: Path, scope: SchemaScope): Node {
  if (schema === true) return { kind: 'any' };
  if (schema === false) return { kind: 'never' };
  if (scope.open.has(schema)) throw new ModelError('ambiguous-union', path, 'A union opens a union that holds it; refer to its members.');
  scope.open.add(schema);
  const node = shapeOf(schema, path, scope);
  scope.open.delete(schema);
  return node;
}

function shapeOf(schema: JsonSchema, path: Path, scope: SchemaScope): Node {
  requireForms(schema, path);
  refuseUnknown(schema, path);
  if (scope.isPlain === true) refuseForeign(schema, path);
  if (schema.$ref !== undefined) return reference(schema, path, scope);
  if (isLiteral(schema)) return literal(schema, path);
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

function refuseForeign(schema: JsonSchema, path: Path): void {
  if (schema.$id !== undefined && path.length > 0) throw new ModelError('unsupported-keyword', path, '$id within a schema is not carried.');
  if (Array.isArray(schema.items)) throw new ModelError('unsupported-value', [...path, 'items'], 'Positions are written as prefixItems.');
}

function refuseBeside(schema: JsonSchema, path: Path, keyword: string): void {
  const other = Object.keys(schema).find((key) => key !== keyword && TYPED.has(key));
  if (other !== undefined) throw new ModelError('unsupported-keyword', path, `${other} beside ${keyword} is not carried.`);
}

function reference(schema: JsonSchema, path: Path, scope: SchemaScope): Node {
  refuseBeside(schema, path, '$ref');
  const name = referenceName(schema.$ref ?? '');
  if (own(scope.definitions, name) === undefined) throw new ModelError('unknown-reference', path, `Nothing is named ${schema.$ref}.`);
  return { kind: 'ref', name: scope.componentOf?.(name) ?? name, ...common(schema) };
}

function literal(schema: JsonSchema, path: Path): LiteralNode {
  const keyword = Object.hasOwn(schema, 'const') ? 'const' : 'enum';
  const values = literalValues(schema);
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
  const known = names?.find((name) => name !== 'integer' && !Object.hasOwn(BY_TYPE, name));
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
  if (type === 'number') return numberNode(schema);
  if (type === 'string') return stringNode(schema, path);
  if (type === 'array') return arrayNode(schema, path, scope);
  if (type === 'object') return objectNode(schema, path, scope);
  return { kind: type };
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

function arrayNode(schema: JsonSchema, path: Path, scope: SchemaScope): ArrayNode {
  // TypeBox writes tuples the draft-07 way: an array of items and additionalItems.
  const positional = Array.isArray(schema.items) ? (schema.items as readonly JsonSchema[]) : undefined;
  const prefix = positional ?? schema.prefixItems ?? [];
  const rest = (positional === undefined ? schema.items : schema.additionalItems) as JsonSchema | boolean | undefined;
  return {
    kind: 'array',
    prefix: prefix.map((item, index) => convert(item, [...path, 'prefixItems', index], scope)),
    items: rest === false ? false : convert(rest ?? true, [...path, 'items'], scope),
    ...number('minItems', schema['minItems']),
    ...number('maxItems', schema.maxItems),
    ...(schema.uniqueItems === true ? { uniqueItems: true as const } : {}),
  };
}
