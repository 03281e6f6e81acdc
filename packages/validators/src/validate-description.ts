import { runChecks } from './checks/run-checks.ts';
import { validateWithAsyncApiParser } from './engines/asyncapi-parser.ts';
import type { Description, Engine, Preset } from './engines/engine.ts';
import { validateWithAjv, validateWithHyperjump } from './engines/official-schemas.ts';
import { validateWithRedocly } from './engines/redocly.ts';
import { type Finding, sortFindings, type ValidatorName } from './finding.ts';
import { readDescription } from './read-description.ts';
import { couldNotJudge, ruleFinding } from './rules.ts';

export interface ValidateOptions {
  /**
   * `standard` (default) reports faults only, for descriptions of any origin. `strict` adds what this project demands of its own:
   * Redocly's `recommended-strict`, closed objects, a tag on every message.
   */
  readonly preset?: Preset;
  /** Largest text, UTF-8 bytes. Default 16 MiB. */
  readonly maxBytes?: number;
  /** Deepest nesting, containers. Default 256. */
  readonly maxDepth?: number;
  /** Most findings returned. Default 500. */
  readonly maxFindings?: number;
}

/** The pinned validators of a description's family; `tidemark`, this package's own checks, always follows them. */
function enginesFor({ kind }: Description): readonly (readonly [ValidatorName, Engine])[] {
  const shared = [
    ['redocly', validateWithRedocly],
    ['ajv', validateWithAjv],
  ] as const;
  return kind.family === 'openapi'
    ? [...shared, ['hyperjump', validateWithHyperjump]]
    : [...shared, ['asyncapi-parser', validateWithAsyncApiParser]];
}

/** A validator that throws has not judged the document, which is a finding, never silence. */
async function guarded(validator: ValidatorName, run: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  try {
    return await run();
  } catch (error) {
    return [ruleFinding('validator-failed', '', couldNotJudge('it', error), validator)];
  }
}

/**
 * Validates an OpenAPI 3.0-3.2 or AsyncAPI 3.x description (2.x: structure only), as JSON or YAML text or as an object, with the pinned
 * validators and the checks that they are known to miss (docs/validate-rules.md). Reads nothing but the document: no file, no network.
 * Never throws on input; an empty list means no fault was found. Patterns of the document run against its own examples, so
 * put a deadline around descriptions that you do not trust. Source: requirement C5.1.
 */
export async function validateDescription(input: string | object, options: ValidateOptions = {}): Promise<Finding[]> {
  const { preset = 'standard', maxBytes = 16 * 1024 * 1024, maxDepth = 256, maxFindings = 500 } = options;
  const read = await readDescription(input, { maxBytes, maxDepth });
  if (!read.description) return bounded(read.findings, maxFindings);
  const description: Description = { ...read.description, preset };
  const findings: Finding[] = [...read.findings];
  for (const [validator, engine] of enginesFor(description)) findings.push(...(await guarded(validator, () => engine(description))));
  const useHyperjump = description.kind.family === 'openapi' && !findings.some(({ validator }) => validator === 'hyperjump');
  findings.push(...(await guarded('tidemark', () => runChecks(description, useHyperjump))));
  return bounded(findings, maxFindings);
}

function bounded(findings: readonly Finding[], maxFindings: number): Finding[] {
  const sorted = sortFindings(findings);
  if (sorted.length <= maxFindings) return sorted;
  return [...sorted.slice(0, maxFindings), ruleFinding('too-many-findings', '', `${sorted.length - maxFindings} more findings`)];
}
