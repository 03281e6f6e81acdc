import { arrayAt, isObject, objectAt, own } from '../json.ts';
import { follow, followMember, type Located } from '../reference.ts';

/** The only values a schema accepts, where `const` or `enum` says so. */
export function constantsOf(schema: unknown): readonly unknown[] | undefined {
  if (!isObject(schema)) return undefined;
  if (Object.hasOwn(schema, 'const')) return [schema.const];
  return Array.isArray(schema.enum) ? (schema.enum as unknown[]) : undefined;
}

/** A property of an object schema: where it is declared and whether it is required, looking through `allOf`. */
export interface PropertySite {
  readonly schema: Located;
  readonly required: boolean;
}

/** The properties that an object schema declares, through references and `allOf`. A later declaration of a name is ignored. */
export function propertiesOf(document: unknown, schema: Located, depth = 0): Map<string, PropertySite> {
  const found = new Map<string, PropertySite>();
  if (depth > 16) return found;
  const required = new Set(arrayAt(schema.value, 'required'));
  for (const name of Object.keys(objectAt(schema.value, 'properties'))) {
    const property = followMember(document, schema, 'properties', name);
    if (property) found.set(name, { schema: property, required: required.has(name) });
  }
  arrayAt(schema.value, 'allOf').forEach((_, index) => {
    const part = followMember(document, schema, 'allOf', index);
    if (!part) return;
    for (const [name, site] of propertiesOf(document, part, depth + 1)) {
      found.set(name, {
        schema: found.get(name)?.schema ?? site.schema,
        required: site.required || required.has(name) || (found.get(name)?.required ?? false),
      });
    }
  });
  return found;
}

/** The alternatives of a union, references followed and nested unions flattened; a schema that is no union is its own only one. */
export function alternativesOf(document: unknown, pointer: string, depth = 0): Located[] {
  const schema = follow(document, pointer);
  if (!schema) return [];
  const keyword = ['oneOf', 'anyOf'].find((name) => arrayAt(schema.value, name).length > 0);
  if (keyword === undefined || depth > 16) return [schema];
  return arrayAt(schema.value, keyword).flatMap((_, index) => alternativesOf(document, `${schema.pointer}/${keyword}/${index}`, depth + 1));
}

/** The required properties with string constants: what can serve as a tag. */
export function tagsOf(document: unknown, schema: Located): Map<string, readonly string[]> {
  const tags = new Map<string, readonly string[]>();
  for (const [name, site] of propertiesOf(document, schema)) {
    const constants = constantsOf(site.schema.value);
    if (site.required && constants !== undefined && constants.length > 0 && constants.every((value) => typeof value === 'string'))
      tags.set(name, constants);
  }
  return tags;
}

export function isClosed(schema: unknown): boolean {
  return own(schema, 'additionalProperties') === false || own(schema, 'unevaluatedProperties') === false;
}
