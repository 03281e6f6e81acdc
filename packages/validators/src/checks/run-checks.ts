import type { Finding } from '../finding.ts';
import type { Description } from '../engines/engine.ts';
import { stringAt } from '../json.ts';
import { ruleFinding } from '../rules.ts';
import { isOasDialect } from '../schema/hyperjump.ts';
import { checkIgnoredKeywords, checkReferenceSiblings } from './asyncapi-dialect.ts';
import { checkAmbiguousMessages, checkCorrelation, checkMessageExamples } from './asyncapi-messages.ts';
import { checkAddresses, checkReplyAddress, checkWebSocketBindings } from './asyncapi-structure.ts';
import { type Check, CheckContext } from './check.ts';
import { checkOpenObjects } from './open-objects.ts';
import { checkMediaTypeExamples, checkParameterExamples, checkSchemaExamples } from './openapi-examples.ts';
import { checkEventBranches, checkEventTags, checkItemSchemaMediaType } from './openapi-streams.ts';
import { checkAdditionalOperations, checkDiscriminators, checkSelf } from './openapi-structure.ts';
import { type Dialect, SchemaAccess } from './schema-access.ts';

const openapiChecks: readonly Check[] = [
  checkMediaTypeExamples,
  checkParameterExamples,
  checkSchemaExamples,
  checkItemSchemaMediaType,
  checkEventBranches,
  checkEventTags,
  checkAdditionalOperations,
  checkSelf,
  checkDiscriminators,
  checkOpenObjects,
];

const asyncapiChecks: readonly Check[] = [
  checkMessageExamples,
  checkAmbiguousMessages,
  checkCorrelation,
  checkReplyAddress,
  checkWebSocketBindings,
  checkAddresses,
  checkIgnoredKeywords,
  checkReferenceSiblings,
  checkOpenObjects,
];

function defaultDialect({ kind, document }: Description): Dialect {
  if (kind.family === 'asyncapi') return 'draft-07';
  if (kind.minor === '3.0') return 'oas-3.0';
  const declared = stringAt(document, 'jsonSchemaDialect');
  if (declared === undefined || isOasDialect(declared) || declared === 'https://json-schema.org/draft/2020-12/schema') return '2020-12';
  return declared === 'http://json-schema.org/draft-07/schema#' ? 'draft-07' : 'unknown';
}

/** What the pinned validators are known not to do (requirement C5.1). `useHyperjump`: whether it accepted the document's structure. */
export async function runChecks(description: Description, useHyperjump: boolean): Promise<readonly Finding[]> {
  const { kind } = description;
  if (kind.family === 'asyncapi' && kind.minor === '2')
    return [
      ruleFinding('version-partly-checked', '/asyncapi', `AsyncAPI ${kind.version}: examples, messages and schemas were not checked`),
    ];
  const dialect = defaultDialect(description);
  const schemas = new SchemaAccess(description.document, useHyperjump);
  const context = new CheckContext(description, schemas, dialect);
  if (dialect === 'unknown') context.report('dialect-not-checked', '/jsonSchemaDialect', 'values were not checked against schemas');
  for (const check of kind.family === 'openapi' ? openapiChecks : asyncapiChecks) await check(context);
  schemas.release();
  return [...context.findings, ...schemas.findings];
}
