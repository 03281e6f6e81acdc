import { deepestErrors } from '../schema/schema-check.ts';
import { contentSites } from '../schema/content.ts';
import { pointerTo } from '../json.ts';
import type { CheckContext } from './check.ts';
import type { Dialect } from './schema-access.ts';

/** An example somewhere in a description. */
export interface ExampleSite {
  /** Where the value stands, or what it was parsed from. */
  readonly pointer: string;
  readonly value: unknown;
  readonly schemaPointer: string;
  /** Text that says which of several values at `pointer` this is, for example `item 2`. */
  readonly label?: string;
}

const extensionRules = { 'x-max-bytes': 'max-bytes', 'x-max-depth': 'max-depth' } as const;

/** Checks one example against its schema with every validator of the dialect, then what its strings contain. */
export async function checkExample(context: CheckContext, example: ExampleSite, dialect: Dialect = context.dialect): Promise<void> {
  const verdicts = await context.schemas.judge(example.schemaPointer, dialect, example.value);
  const label = example.label === undefined ? '' : `${example.label}: `;
  for (const { validator, errors } of verdicts) {
    const standard = errors.filter(({ keyword }) => !Object.hasOwn(extensionRules, keyword));
    for (const error of errors.filter(({ keyword }) => Object.hasOwn(extensionRules, keyword))) {
      context.report(extensionRules[error.keyword as keyof typeof extensionRules], example.pointer + error.pointer, label + error.message);
    }
    if (standard.length === 0) continue;
    const reasons = deepestErrors(standard, 3).map((error) => `${error.pointer === '' ? 'the value' : error.pointer} ${error.message}`);
    context.report('example-schema', example.pointer, label + reasons.join('; '), validator);
  }
  if (verdicts.every(({ errors }) => errors.length === 0)) await checkContent(context, example, dialect);
}

async function checkContent(context: CheckContext, example: ExampleSite, dialect: Dialect): Promise<void> {
  const label = example.label === undefined ? '' : `${example.label}: `;
  for (const site of await contentSites(context.document, example.schemaPointer, example.value, context.schemas, dialect)) {
    const report = (message: string): void =>
      context.report('content-schema', example.pointer, `${label}${site.instancePointer || 'the value'} ${message}`);
    let value: unknown;
    try {
      value = JSON.parse(site.text);
    } catch {
      report('is not JSON text');
      continue;
    }
    const [verdict] = await context.schemas.judge(pointerTo(site.schemaPointer, 'contentSchema'), dialect, value);
    const errors = verdict?.errors ?? [];
    if (errors.length > 0)
      report(
        `contains JSON that does not match contentSchema: ${deepestErrors(errors, 2)
          .map((error) => `${error.pointer} ${error.message}`.trim())
          .join('; ')}`,
      );
  }
}
