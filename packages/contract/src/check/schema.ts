import type { IssueList } from '../issue.ts';
import { type Definitions, type JsonSchema, referenceName } from '../json-schema.ts';
import { MAX_BYTES, SCALAR, UNBOUNDED } from '../keywords.ts';
import { dereference, flattenUnion, jsonTypes, tagCandidates } from '../union.ts';

type Path = readonly (string | number)[];

/** Keywords that the representation carries or that only document. Anything else is refused by name. */
const KEYWORDS = new Set([
  ...[
    '$ref',
    '$id',
    '$defs',
    'title',
    'description',
    'deprecated',
    'type',
    'const',
    'enum',
    'anyOf',
    'oneOf',
    'properties',
    'required',
    'additionalProperties',
  ],
  ...[
    'patternProperties',
    'propertyNames',
    'minProperties',
    'maxProperties',
    'items',
    'additionalItems',
    'prefixItems',
    'minItems',
    'maxItems',
    'uniqueItems',
  ],
  ...['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
]);

const TYPES = new Set(['null', 'boolean', 'integer', 'number', 'string', 'array', 'object']);

/** Checks one type and all its parts (C1.2, C1.5): it can be carried, it is closed, bounded, and its unions are told apart. */
export function checkSchema(schema: JsonSchema, path: Path, definitions: Definitions, issues: IssueList): void {
  new SchemaCheck(definitions, issues).visit(schema, path);
}

class SchemaCheck {
  readonly #definitions: Definitions;
  readonly #issues: IssueList;

  constructor(definitions: Definitions, issues: IssueList) {
    this.#definitions = definitions;
    this.#issues = issues;
  }

  visit(schema: JsonSchema, path: Path): void {
    if (!this.#carriable(schema, path)) return;
    if (schema.$defs !== undefined) this.#definitionsOf(schema, path);
    else if (schema.$ref !== undefined) this.#reference(schema.$ref, path);
    else if (schema.anyOf !== undefined || schema.oneOf !== undefined) this.#union(schema, path);
    else this.#single(schema, path);
  }

  #carriable(schema: JsonSchema, path: Path): boolean {
    const kind = (schema as { '~kind'?: unknown })['~kind'];
    const types = schema.type === undefined ? [] : typeof schema.type === 'string' ? [schema.type] : schema.type;
    const foreign = types.find((type) => !TYPES.has(type));
    const keyword = Object.keys(schema).find((key) => !KEYWORDS.has(key) && !key.startsWith('x-'));
    if (foreign !== undefined) {
      this.#issues.add('unsupported-type', path, `JSON has no type ${foreign}${foreign === 'bigint' ? '; use Uint64() or Int64()' : ''}.`);
    } else if (keyword !== undefined) {
      const hint =
        keyword === 'allOf' ? '; write the intersection out as one Struct' : keyword === 'format' ? '; use a wire scalar or a pattern' : '';
      this.#issues.add('unsupported-type', path, `The keyword ${keyword} is not carried${hint}.`);
    } else if (kind === 'Codec' || kind === 'Function' || kind === 'Constructor' || kind === 'Never') {
      this.#issues.add('unsupported-type', path, `A ${String(kind)} type has no JSON form.`);
    } else return true;
    return false;
  }

  #definitionsOf(schema: JsonSchema, path: Path): void {
    const inner = new SchemaCheck({ ...this.#definitions, ...schema.$defs }, this.#issues);
    for (const [name, definition] of Object.entries(schema.$defs ?? {})) inner.visit(definition, [...path, '$defs', name]);
    if (schema.$ref !== undefined) inner.#reference(schema.$ref, path);
  }

  #reference(ref: string, path: Path): void {
    if (this.#definitions[referenceName(ref)] === undefined) this.#issues.add('unknown-reference', path, `Nothing is named ${ref}.`);
  }

  #union(schema: JsonSchema, path: Path): void {
    const keyword = schema.anyOf !== undefined ? 'anyOf' : 'oneOf';
    (schema[keyword] ?? []).forEach((member, index) => this.visit(member, [...path, keyword, index]));
    const members = flattenUnion(schema, this.#definitions).map((member) => dereference(member, this.#definitions));
    if (members.length === 0) this.#issues.add('unsupported-type', path, 'A union has at least one member.');
    const literals = members.filter((member) => 'const' in member || member.enum !== undefined);
    const objects = members.filter((member) => !literals.includes(member) && jsonTypes(member).includes('object'));
    const others = members.filter((member) => !literals.includes(member) && !objects.includes(member));
    this.#tag(objects, path);
    const groups = [
      literals.length > 0 ? [...new Set(literals.flatMap(jsonTypes))] : [],
      objects.length > 0 ? [...new Set(objects.flatMap(jsonTypes))] : [],
      ...others.map(jsonTypes),
    ];
    const seen = new Set<string>();
    for (const type of groups.flat()) {
      if (seen.has(type)) this.#issues.add('overlapping-union', path, `More than one member accepts a ${type}.`);
      seen.add(type);
    }
  }

  #tag(objects: readonly JsonSchema[], path: Path): void {
    if (objects.length < 2) return;
    const tags = tagCandidates(objects);
    if (tags.length === 0) this.#issues.add('untagged-union', path, 'No required property is a different string literal in each member.');
    if (tags.length > 1) this.#issues.add('untagged-union', path, `Several properties could be the tag: ${tags.join(', ')}.`);
  }

  #single(schema: JsonSchema, path: Path): void {
    if ('const' in schema || schema.enum !== undefined) return this.#literal(schema, path);
    if (schema.type === undefined && schema[SCALAR] !== 'Json') {
      return this.#bound(schema, path, false, 'Any value is accepted; use Json({ maxBytes, maxDepth })');
    }
    for (const type of jsonTypes(schema)) {
      if (type === 'string') this.#string(schema, path);
      if (type === 'number') this.#number(schema, path);
      if (type === 'array') this.#array(schema, path);
      if (type === 'object' && schema[SCALAR] !== 'Json') this.#object(schema, path);
    }
  }

  #literal(schema: JsonSchema, path: Path): void {
    const values = 'const' in schema ? [schema.const] : (schema.enum ?? []);
    if (values.some((value) => value !== null && typeof value === 'object'))
      this.#issues.add('unsupported-type', path, 'A literal is a string, number, boolean or null.');
  }

  #bound(schema: JsonSchema, path: Path, bounded: boolean, what: string): void {
    const why = schema[UNBOUNDED];
    if (!bounded && !(typeof why === 'string' && why.trim() !== '')) this.#issues.add('unbounded', path, `${what}.`);
  }

  #string(schema: JsonSchema, path: Path): void {
    if (schema[SCALAR] === 'Json') return;
    this.#bound(
      schema,
      path,
      schema.maxLength !== undefined || schema[MAX_BYTES] !== undefined,
      'A string needs maxLength (code points) or Utf8({ maxBytes })',
    );
    if (schema.pattern !== undefined) checkPattern(schema.pattern, path, this.#issues);
  }

  #number(schema: JsonSchema, path: Path): void {
    if (schema[SCALAR] === 'Json' || (schema.type !== 'integer' && !(Array.isArray(schema.type) && schema.type.includes('integer'))))
      return;
    const low = schema.minimum ?? schema.exclusiveMinimum;
    const high = schema.maximum ?? schema.exclusiveMaximum;
    this.#bound(schema, path, low !== undefined && high !== undefined, 'An integer needs a minimum and a maximum');
    if ([low, high].some((bound) => bound !== undefined && Math.abs(bound) > Number.MAX_SAFE_INTEGER)) {
      this.#issues.add('unbounded', path, 'An integer beyond 2^53-1 is not kept by JSON readers; use Uint64() or Int64().');
    }
  }

  #array(schema: JsonSchema, path: Path): void {
    if (schema[SCALAR] === 'Json') return;
    const prefix = schema.prefixItems ?? (Array.isArray(schema.items) ? (schema.items as readonly JsonSchema[]) : []);
    prefix.forEach((item, index) => this.visit(item, [...path, 'items', index]));
    const isTuple = prefix.length > 0 && (schema.additionalItems === false || schema.items === false);
    this.#bound(schema, path, isTuple || schema.maxItems !== undefined, 'An array needs maxItems');
    if (schema.items !== undefined && typeof schema.items === 'object' && !Array.isArray(schema.items))
      this.visit(schema.items as JsonSchema, [...path, 'items']);
    else if (!isTuple) this.#issues.add('unsupported-type', path, 'An array needs a type for its items; a tuple must be closed.');
  }

  #object(schema: JsonSchema, path: Path): void {
    for (const [name, property] of Object.entries(schema.properties ?? {})) this.visit(property, [...path, 'properties', name]);
    const patterns = Object.entries(schema.patternProperties ?? {});
    const values = patterns[0]?.[1] ?? (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined);
    if (values === undefined) {
      if (schema.additionalProperties !== false) this.#issues.add('open-object', path, 'Unlisted fields are accepted.');
      return;
    }
    this.#map(schema, patterns, values, path);
  }

  #map(schema: JsonSchema, patterns: readonly (readonly [string, JsonSchema])[], values: JsonSchema, path: Path): void {
    const anyKey = patterns.length === 0 || patterns.every(([pattern]) => pattern === '^.*$' || pattern === '^(.*)$');
    if (patterns.length > 1) this.#issues.add('unsupported-type', path, 'A map has one kind of key.');
    if (!anyKey && schema.additionalProperties !== false)
      this.#issues.add('open-object', path, 'Keys that do not match the pattern are accepted.');
    if (Object.keys(schema.properties ?? {}).length > 0)
      this.#issues.add('unsupported-type', path, 'An object is either a struct or a map.');
    this.#bound(schema, path, schema.maxProperties !== undefined, 'A map needs maxProperties');
    this.visit(values, [...path, 'additionalProperties']);
    if (schema.propertyNames !== undefined) this.visit(schema.propertyNames, [...path, 'propertyNames']);
    else this.#bound(schema, path, false, 'Keys of a map need a bound; use Dictionary(keys, values, max)');
  }
}

/** Refuses what is no ECMA-262 expression with the `u` flag. */
export function checkPattern(pattern: string, path: Path, issues: IssueList): void {
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    issues.add('malformed-pattern', path, `${(error as Error).message}.`);
  }
}
