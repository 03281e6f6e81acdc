import { own, pointerTokens, stringAt, valueAt } from '../json.ts';
import type { Description } from './engine.ts';

/** A finding of a pinned validator that contradicts the specification. Each has a test that it still appears upstream. */
interface FalsePositive {
  readonly family: 'openapi' | 'asyncapi';
  readonly rule: string;
  readonly reason: string;
  readonly matches: (document: unknown, pointer: string) => boolean;
}

/** Whether the pointer leads into a Multi Format Schema Object of a format other than the default. */
function inForeignSchemaFormat(document: unknown, pointer: string): boolean {
  let value = document;
  for (const token of pointerTokens(pointer)) {
    const format = stringAt(value, 'schemaFormat');
    if (
      format !== undefined &&
      token === 'schema' &&
      !format.startsWith('application/vnd.aai.asyncapi') &&
      !format.endsWith('version=draft-07')
    )
      return true;
    value = own(value, token);
  }
  return false;
}

/** What Redocly 2.64.0 reports in valid documents. Its mistaken types are corrected where it is called. */
export const knownFalsePositives: readonly FalsePositive[] = [
  {
    family: 'openapi',
    rule: 'no-unused-components',
    reason: 'Redocly does not see references from content maps to components.mediaTypes (OpenAPI 3.2 section 4.7).',
    matches: (_, pointer) => pointer.startsWith('/components/mediaTypes/'),
  },
  {
    family: 'asyncapi',
    rule: 'struct',
    reason: 'AsyncAPI 3.0 Channel Object: an address may be null, which a reply address requires.',
    matches: (document, pointer) => /^\/(components\/)?channels\/[^/]+\/address$/.test(pointer) && valueAt(document, pointer) === null,
  },
  {
    family: 'asyncapi',
    rule: 'struct',
    reason: 'AsyncAPI 3.0 Multi Format Schema Object: Redocly reads every format with the draft-07 vocabulary.',
    matches: inForeignSchemaFormat,
  },
  {
    family: 'asyncapi',
    rule: 'security-defined',
    reason: 'AsyncAPI 3.0 Operation Object: an empty security list states that no scheme is demanded; Redocly knows no such statement.',
    matches: statesNoSecurity,
  },
];

/** The operation says `security: []`, which is a decision and not an omission. */
function statesNoSecurity(document: unknown, pointer: string): boolean {
  const security = own(valueAt(document, pointer), 'security');
  return Array.isArray(security) && security.length === 0;
}

export function isKnownFalsePositive(rule: string, pointer: string, { kind, document }: Description): boolean {
  return knownFalsePositives.some((known) => known.family === kind.family && known.rule === rule && known.matches(document, pointer));
}
