import type { ContractIssueCode } from '../issue.ts';
import { definitionCases } from './broken-definitions.ts';
import { endpointCases } from './broken-endpoints.ts';
import { messageCases } from './broken-messages.ts';
import { annotationCases } from './broken-annotations.ts';
import { schemaCases } from './broken-schemas.ts';
import type { Change } from './sample-definition.ts';

/** One way to break the sample, and all that is then said of it. */
export interface BrokenCase extends Change {
  readonly what: string;
  readonly issues: readonly (readonly [code: ContractIssueCode, path: string, reason: string])[];
}

export const brokenCases: readonly BrokenCase[] = [
  ...definitionCases,
  ...schemaCases,
  ...annotationCases,
  ...endpointCases,
  ...messageCases,
];
