import { asyncApiMessages } from '../asyncapi/sites.ts';
import { objectAt, own, pointerTo, stringAt } from '../json.ts';
import { type SchemaSite, schemasBelow } from '../schema/walk-schemas.ts';
import type { CheckContext } from './check.ts';

/** Keywords that draft-07 lacks. Validators of AsyncAPI's default dialect skip them, so what they demand is never checked. */
const laterKeywords = [
  '$anchor',
  '$defs',
  '$dynamicAnchor',
  '$dynamicRef',
  'contentSchema',
  'dependentRequired',
  'dependentSchemas',
  'maxContains',
  'minContains',
  'prefixItems',
  'unevaluatedItems',
  'unevaluatedProperties',
];

/** Beside `$ref` these would constrain, were they not ignored. Annotations do no harm there. */
const annotations = new Set([
  '$ref',
  '$comment',
  'title',
  'description',
  'deprecated',
  'examples',
  'default',
  'readOnly',
  'writeOnly',
  'externalDocs',
]);

/** Schemas in the default dialect: those of messages, and of components without a schemaFormat. */
function defaultDialectSchemas(context: CheckContext): SchemaSite[] {
  const roots = asyncApiMessages(context.document).flatMap(({ payload, headers }) => [payload, headers]);
  const own07 = roots.filter(({ dialect }) => dialect === 'draft-07').map(({ pointer }) => pointer);
  const components = objectAt(own(context.document, 'components'), 'schemas');
  const named = Object.keys(components).filter((name) => stringAt(components[name], 'schemaFormat') === undefined);
  const pointers = new Set([...own07, ...named.map((name) => pointerTo('/components/schemas', name))]);
  return [...pointers].flatMap((pointer) => schemasBelow(context.document, pointer));
}

export function checkIgnoredKeywords(context: CheckContext): void {
  for (const { pointer, schema } of defaultDialectSchemas(context)) {
    for (const keyword of laterKeywords) {
      if (Object.hasOwn(schema, keyword))
        context.report('ignored-keyword', pointerTo(pointer, keyword), `\`${keyword}\` means nothing in the default schema dialect`);
    }
  }
}

export function checkReferenceSiblings(context: CheckContext): void {
  for (const { pointer, schema } of defaultDialectSchemas(context)) {
    if (typeof schema.$ref !== 'string') continue;
    for (const keyword of Object.keys(schema)) {
      if (!annotations.has(keyword) && !keyword.startsWith('x-'))
        context.report('reference-sibling', pointerTo(pointer, keyword), `\`${keyword}\` beside \`$ref\` is ignored`);
    }
  }
}
