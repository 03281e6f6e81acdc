import { childSchemas, type JsonSchema } from '../json-schema.ts';
import { dereference, flattenUnion, isLiteral, isUnion, jsonTypes, wholeUnion } from '../union.ts';
import type { CheckContext } from './context.ts';

/**
 * Opening a union writes its members out where they have no name. Where such a member holds the union again, that would
 * never end: then the members need names.
 */
export function checkUnfolding(context: CheckContext): void {
  const done = new Set<JsonSchema>();
  const open = new Set<JsonSchema>();
  const unfolds = (schema: JsonSchema): boolean => {
    if (open.has(schema)) return true;
    if (done.has(schema)) return false;
    open.add(schema);
    const endless = writtenOut(context, schema).some(unfolds);
    open.delete(schema);
    done.add(schema);
    return endless;
  };
  for (const [name, schema] of Object.entries(context.definitions)) {
    if (unfolds(schema))
      context.issues.add('endless-type', ['schemas', name], 'A union within it opens a union that holds it; name the members of that one.');
  }
}

/** The parts of a type that its representation holds itself, and does not refer to. */
function writtenOut(context: CheckContext, schema: JsonSchema): readonly JsonSchema[] {
  if (schema.$ref !== undefined) return [];
  const isNamed = (part: JsonSchema): boolean => part.$ref !== undefined || context.names.findPart(part) !== undefined;
  if (!isUnion(schema)) {
    return childSchemas(schema)
      .map(([, child]) => child)
      .filter((child) => !isNamed(child));
  }
  const members = flattenUnion(schema, context.definitions).map((written) => ({
    written,
    meant: dereference(written, context.definitions),
  }));
  const objects = members.filter(({ meant }) => !isLiteral(meant) && jsonTypes(meant).includes('object'));
  const whole = wholeUnion(
    schema,
    objects.map(({ written }) => written),
    context.definitions,
  );
  const rest =
    whole !== undefined && isNamed(whole) && objects.length > 1 ? members.filter((member) => !objects.includes(member)) : members;
  return rest.flatMap(({ written, meant }) => {
    if (isLiteral(meant)) return [];
    if (jsonTypes(meant).length > 1) return [meant];
    return isNamed(written) ? [] : [written];
  });
}
