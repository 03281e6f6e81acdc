/** Who reported a finding. `tidemark` is this package's own checks; the others are pinned, independent validators. */
export type ValidatorName = 'tidemark' | 'redocly' | 'asyncapi-parser' | 'ajv' | 'hyperjump';

export type Severity = 'error' | 'warning';

/** One fault in a description. */
export interface Finding {
  readonly validator: ValidatorName;
  /** Stable id: of this package's table (docs/validate-rules.md), or the validator's own rule id for `redocly` and `asyncapi-parser`. */
  readonly rule: string;
  readonly severity: Severity;
  /** RFC 6901 JSON Pointer into the document; empty for the whole document. */
  readonly pointer: string;
  readonly message: string;
  readonly fix?: string;
}

function sortKey(finding: Finding): string {
  return [finding.pointer, finding.validator, finding.rule, finding.message].join('\u0000');
}

/** Sorted by pointer, validator, rule and message, without duplicates: the same document gives the same list everywhere. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  const byKey = new Map<string, Finding>();
  for (const finding of findings) byKey.set(sortKey(finding), finding);
  return [...byKey].toSorted(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)).map(([, finding]) => finding);
}
