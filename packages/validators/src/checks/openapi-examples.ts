import { arrayAt, isObject, jsonEqual, type JsonObject, objectAt, own, pointerTo, stringAt } from '../json.ts';
import { isJsonMediaType, parseSequence, sequenceKind } from '../openapi/sequences.ts';
import { type MediaTypeSite, openApiSites } from '../openapi/sites.ts';
import { follow, type Located } from '../reference.ts';
import { schemasBelow } from '../schema/walk-schemas.ts';
import type { CheckContext } from './check.ts';
import { checkExample } from './example.ts';

/** `example` and the entries of `examples` (OpenAPI 3.2 section 4.19), as Example Objects with their pointers. */
function exampleObjects(context: CheckContext, holder: Located): (Located & { readonly value: JsonObject })[] {
  const found: (Located & { value: JsonObject })[] = [];
  for (const name of Object.keys(objectAt(holder.value, 'examples'))) {
    const example = follow(context.document, pointerTo(holder.pointer, 'examples', name));
    if (example && isObject(example.value)) found.push(example as Located & { value: JsonObject });
  }
  return found;
}

/** Validation-ready data of an Example Object: `dataValue`, or `value` where its media type leaves no doubt. */
function dataOf(example: Located): Located | undefined {
  for (const name of ['dataValue', 'value']) {
    const value = own(example.value, name);
    if (value !== undefined) return { pointer: pointerTo(example.pointer, name), value };
  }
  return undefined;
}

/** Media type examples against `schema` and `itemSchema`, and `serializedValue` against `dataValue`. */
export async function checkMediaTypeExamples(context: CheckContext): Promise<void> {
  for (const site of openApiSites(context.document).mediaTypes) {
    const sequence = sequenceKind(site.mediaType);
    const shorthand = own(site.value, 'example');
    if (shorthand !== undefined) await checkData(context, site, { pointer: pointerTo(site.pointer, 'example'), value: shorthand });
    for (const example of exampleObjects(context, site)) {
      const data = dataOf(example);
      const isWireText = sequence !== undefined && typeof data?.value === 'string';
      if (data && !isWireText) await checkData(context, site, data);
      if (data && isWireText) await checkSerialized(context, site, data, undefined);
      const serialized = stringAt(example.value, 'serializedValue');
      if (serialized !== undefined)
        await checkSerialized(context, site, { pointer: pointerTo(example.pointer, 'serializedValue'), value: serialized }, data);
    }
  }
}

async function checkData(context: CheckContext, site: MediaTypeSite, data: Located): Promise<void> {
  if (Object.hasOwn(site.value, 'schema')) await checkExample(context, { ...data, schemaPointer: pointerTo(site.pointer, 'schema') });
  if (!Object.hasOwn(site.value, 'itemSchema') || !Array.isArray(data.value)) return;
  for (const [index, item] of data.value.entries()) {
    await checkExample(context, {
      pointer: pointerTo(data.pointer, index),
      value: item,
      schemaPointer: pointerTo(site.pointer, 'itemSchema'),
    });
  }
}

async function checkSerialized(context: CheckContext, site: MediaTypeSite, serialized: Located, data: Located | undefined): Promise<void> {
  let parsed: unknown;
  const sequence = sequenceKind(site.mediaType);
  try {
    if (sequence !== undefined) parsed = parseSequence(sequence, String(serialized.value));
    else if (isJsonMediaType(site.mediaType)) parsed = JSON.parse(String(serialized.value));
  } catch {
    context.report('serialized-value', serialized.pointer, `the text is not ${site.mediaType}`);
    return;
  }
  if (parsed === undefined) return;
  if (data !== undefined) {
    if (!jsonEqual(parsed, data.value))
      context.report('serialized-value', serialized.pointer, 'the text does not parse to the data value beside it');
    return;
  }
  const items = sequence === undefined || !Array.isArray(parsed) ? [parsed] : parsed;
  const keyword = sequence === undefined || !Object.hasOwn(site.value, 'itemSchema') ? 'schema' : 'itemSchema';
  if (!Object.hasOwn(site.value, keyword)) return;
  for (const [index, value] of (keyword === 'schema' ? [parsed] : items).entries()) {
    await checkExample(context, {
      pointer: serialized.pointer,
      value,
      schemaPointer: pointerTo(site.pointer, keyword),
      label: `item ${index}`,
    });
  }
}

/** Examples of parameters and headers against their schemas. Those with `content` are media type examples. */
export async function checkParameterExamples(context: CheckContext): Promise<void> {
  for (const site of openApiSites(context.document).parameters) {
    if (!Object.hasOwn(site.value, 'schema')) continue;
    const schemaPointer = pointerTo(site.pointer, 'schema');
    const shorthand = own(site.value, 'example');
    if (shorthand !== undefined)
      await checkExample(context, { pointer: pointerTo(site.pointer, 'example'), value: shorthand, schemaPointer });
    for (const example of exampleObjects(context, site)) {
      const data = dataOf(example);
      if (data) await checkExample(context, { ...data, schemaPointer });
    }
  }
}

/** `example` and `examples` inside schemas; as a side effect every schema root is compiled once, so that a broken one is reported. */
export async function checkSchemaExamples(context: CheckContext): Promise<void> {
  for (const root of openApiSites(context.document).schemaRoots) {
    await context.schemas.compile(root, context.dialect);
    for (const { pointer, schema } of schemasBelow(context.document, root)) {
      if (Object.hasOwn(schema, 'example'))
        await checkExample(context, { pointer: pointerTo(pointer, 'example'), value: schema.example, schemaPointer: pointer });
      for (const [index, value] of arrayAt(schema, 'examples').entries()) {
        await checkExample(context, { pointer: pointerTo(pointer, 'examples', index), value, schemaPointer: pointer });
      }
    }
  }
}
