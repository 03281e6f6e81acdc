import { arrayAt, isObject, objectAt, own, pointerTo, stringAt } from '../json.ts';
import { follow } from '../reference.ts';
import type { Dialect, SchemaAccess } from '../checks/schema-access.ts';

/** A string in an instance, and the `contentSchema` that applies to what it contains. */
export interface ContentSite {
  /** JSON Pointer of the string in the instance. */
  readonly instancePointer: string;
  readonly text: string;
  /** JSON Pointer of the schema that has the content keywords. */
  readonly schemaPointer: string;
}

const isJson = (mediaType: string): boolean => /^application\/(?:[\w.+-]+\+)?json\b/.test(mediaType);

/**
 * Finds every string of `value` to which a JSON `contentSchema` applies: through references, `allOf`, the matching
 * branches of `oneOf` and `anyOf`, properties and items. `schemas` is asked about the branches only.
 */
export async function contentSites(
  document: unknown,
  schemaPointer: string,
  value: unknown,
  schemas: Pick<SchemaAccess, 'accepts' | 'possibleMembers'>,
  dialect: Dialect,
): Promise<ContentSite[]> {
  const sites: ContentSite[] = [];
  const seen = new Set<string>();
  const enter = async (pointer: string, at: string, instance: unknown): Promise<void> => {
    const schema = follow(document, pointer);
    if (!schema || !isObject(schema.value) || seen.has(schema.pointer + ' ' + at)) return;
    seen.add(schema.pointer + ' ' + at);
    if (
      typeof instance === 'string' &&
      Object.hasOwn(schema.value, 'contentSchema') &&
      isJson(stringAt(schema.value, 'contentMediaType') ?? '')
    ) {
      sites.push({ instancePointer: at, text: instance, schemaPointer: schema.pointer });
    }
    for (const [index] of arrayAt(schema.value, 'allOf').entries()) await enter(pointerTo(schema.pointer, 'allOf', index), at, instance);
    for (const keyword of ['oneOf', 'anyOf']) {
      const possible = keyword === 'oneOf' ? schemas.possibleMembers(schema.pointer, dialect, instance) : undefined;
      for (const index of possible ?? arrayAt(schema.value, keyword).keys()) {
        const branch = pointerTo(schema.pointer, keyword, index);
        if (await schemas.accepts(branch, dialect, instance)) await enter(branch, at, instance);
      }
    }
    await enterChildren(schema.pointer, schema.value, at, instance);
  };
  const enterChildren = async (pointer: string, schema: object, at: string, instance: unknown): Promise<void> => {
    if (isObject(instance)) {
      const declared = objectAt(schema, 'properties');
      for (const name of Object.keys(instance)) {
        if (Object.hasOwn(declared, name)) await enter(pointerTo(pointer, 'properties', name), pointerTo(at, name), instance[name]);
        else if (isObject(own(schema, 'additionalProperties')))
          await enter(pointerTo(pointer, 'additionalProperties'), pointerTo(at, name), instance[name]);
      }
    } else if (Array.isArray(instance)) {
      const prefix = arrayAt(schema, 'prefixItems').length;
      for (const [index, item] of instance.entries()) {
        await enter(index < prefix ? pointerTo(pointer, 'prefixItems', index) : pointerTo(pointer, 'items'), pointerTo(at, index), item);
      }
    }
  };
  await enter(schemaPointer, '', value);
  return sites;
}
