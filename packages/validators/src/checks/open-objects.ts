import { objectAt, own } from '../json.ts';
import { openApiSites } from '../openapi/sites.ts';
import { asyncApiMessages } from '../asyncapi/sites.ts';
import { schemasBelow } from '../schema/walk-schemas.ts';
import { isClosed } from '../schema/constants.ts';
import type { CheckContext } from './check.ts';

/** Parts of a composition are open on purpose: closing one would refuse what the others declare. */
const composing = new Set(['allOf', 'oneOf', 'anyOf', 'if', 'then', 'else', 'not', 'dependentSchemas']);

/** Preset `strict`: objects of messages and components say whether they accept undeclared properties (requirement C1.5). */
export function checkOpenObjects(context: CheckContext): void {
  if (context.description.preset !== 'strict') return;
  const roots =
    context.description.kind.family === 'openapi'
      ? openApiSites(context.document).schemaRoots
      : [
          ...asyncApiMessages(context.document).map((message) => message.payload.pointer),
          ...Object.keys(objectAt(own(context.document, 'components'), 'schemas')).map((name) => `/components/schemas/${name}`),
        ];
  for (const root of new Set(roots)) {
    for (const { pointer, schema, keyword } of schemasBelow(context.document, root)) {
      const hasProperties = Object.keys(objectAt(schema, 'properties')).length > 0;
      if (hasProperties && !composing.has(keyword) && !isClosed(schema) && own(schema, 'additionalProperties') === undefined) {
        context.report('open-object', pointer, 'the object accepts undeclared properties, and does not say so');
      }
    }
  }
}
