import { arrayAt, objectAt, own, pointerTo, stringAt } from '../json.ts';
import { fixedMethods, openApiSites } from '../openapi/sites.ts';
import { follow, localPointer } from '../reference.ts';
import { alternativesOf, tagsOf } from '../schema/constants.ts';
import { schemasBelow } from '../schema/walk-schemas.ts';
import type { CheckContext } from './check.ts';

/** OpenAPI 3.2 section 4.9: `additionalOperations` holds no method that has a field of its own. */
export function checkAdditionalOperations(context: CheckContext): void {
  for (const { pointer, value } of openApiSites(context.document).pathItems) {
    for (const method of Object.keys(objectAt(value, 'additionalOperations'))) {
      if ((fixedMethods as readonly string[]).includes(method.toLowerCase())) {
        context.report(
          'additional-operation-method',
          pointerTo(pointer, 'additionalOperations', method),
          `"${method}" belongs in the field \`${method.toLowerCase()}\``,
        );
      }
    }
  }
}

/** OpenAPI 3.2 section 4.1.2: `$self` identifies the document, so it has no fragment. */
export function checkSelf(context: CheckContext): void {
  const self = stringAt(context.document, '$self');
  if (self?.includes('#') === true) context.report('self-fragment', '/$self', `"${self.slice(0, 200)}" has a fragment`);
}

function mappingTarget(context: CheckContext, target: string): string | undefined {
  const pointer = localPointer(target) ?? pointerTo('/components/schemas', target);
  return follow(context.document, pointer)?.pointer;
}

/** A discriminator value must lead to the schema whose tag it is, by mapping or, without one, by component name. */
export function checkDiscriminators(context: CheckContext): void {
  const roots = openApiSites(context.document).schemaRoots;
  for (const { pointer, schema } of roots.flatMap((root) => schemasBelow(context.document, root))) {
    const property = stringAt(own(schema, 'discriminator'), 'propertyName');
    if (property === undefined) continue;
    const mapping = objectAt(own(schema, 'discriminator'), 'mapping');
    const mapped = new Set<string>();
    for (const [value, target] of Object.entries(mapping)) {
      const at = typeof target === 'string' ? mappingTarget(context, target) : undefined;
      if (at === undefined) continue;
      mapped.add(at);
      const tags = tagsAt(context, at, property);
      if (tags.length > 0 && !tags.includes(value))
        context.report(
          'discriminator-mapping',
          pointerTo(pointer, 'discriminator', 'mapping', value),
          `"${value}" leads to a schema tagged ${quoted(tags)}`,
        );
    }
    checkUnmapped(context, pointer, schema, property, mapped);
  }
}

function checkUnmapped(context: CheckContext, pointer: string, schema: object, property: string, mapped: ReadonlySet<string>): void {
  for (const keyword of ['oneOf', 'anyOf']) {
    for (const [index] of arrayAt(schema, keyword).entries()) {
      const member = follow(context.document, pointerTo(pointer, keyword, index));
      if (!member || mapped.has(member.pointer)) continue;
      const tags = tagsAt(context, member.pointer, property);
      const name = member.pointer.slice(member.pointer.lastIndexOf('/') + 1);
      if (tags.length > 0 && !tags.includes(name))
        context.report(
          'discriminator-mapping',
          pointerTo(pointer, keyword, index),
          `no mapping leads to the schema tagged ${quoted(tags)}, and its name is "${name}"`,
        );
    }
  }
}

function tagsAt(context: CheckContext, pointer: string, property: string): readonly string[] {
  const alternatives = alternativesOf(context.document, pointer);
  return alternatives.flatMap((schema) => tagsOf(context.document, schema).get(property) ?? []);
}

function quoted(tags: readonly string[]): string {
  return tags.map((tag) => `"${tag}"`).join(', ');
}
