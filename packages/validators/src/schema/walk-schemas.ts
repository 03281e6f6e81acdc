import { arrayAt, isObject, type JsonObject, objectAt, pointerTo, valueAt } from '../json.ts';

const single = [
  'additionalItems',
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const lists = ['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems'];
const maps = ['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties'];

/** One schema object, and the keyword of its parent that holds it (empty for a root). */
export interface SchemaSite {
  readonly pointer: string;
  readonly schema: JsonObject;
  readonly keyword: string;
}

/** Every schema object below `pointer`, that one included. References are not followed: each target is a root of its own. */
export function schemasBelow(document: unknown, pointer: string, keyword = ''): SchemaSite[] {
  const schema = valueAt(document, pointer);
  if (!isObject(schema)) return [];
  const sites: SchemaSite[] = [{ pointer, schema, keyword }];
  for (const name of single) if (isObject(schema[name])) sites.push(...schemasBelow(document, pointerTo(pointer, name), name));
  for (const name of lists)
    arrayAt(schema, name).forEach((_, index) => sites.push(...schemasBelow(document, pointerTo(pointer, name, index), name)));
  for (const name of maps)
    for (const key of Object.keys(objectAt(schema, name))) sites.push(...schemasBelow(document, pointerTo(pointer, name, key), name));
  return sites;
}
