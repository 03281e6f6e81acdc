import { DESCRIPTION_DIGEST } from '../description/published.ts';
import { digestOf } from '../digest.ts';
import type { Fault, Judge } from '../judges/judgement.ts';
import type { HostEventRun } from '../observation/host-event-run.ts';
import { REGISTRY_DIGEST } from '../registry/load-registry.ts';
import type { Registry, Requirement, Revision } from '../registry/requirement.ts';
import type { ScenarioOutcome } from '../scenario/strict-replay.ts';
import { SUITE_VERSION } from '../suite-version.ts';
import { applyKnownFailing, type KnownFailing, type KnownFailingResult } from './known-failing.ts';

/** `inapplicable` rests on a fact about the host, `blocked` on one about the suite or the run. */
export type Disposition = 'pass' | 'fail' | 'inapplicable' | 'blocked';

/** What one judge said. */
export interface CheckResult {
  readonly id: string;
  readonly disposition: Disposition;
  readonly observations: number;
  readonly faults: readonly Fault[];
  /** Why there is no verdict; null when there is one. */
  readonly why: string | null;
  /** The reason of a known-failing list that covers it. */
  readonly excused: string | null;
}

/** What became of one row of the registry. `untested`: no judge decided on it in this run. */
export interface RowResult {
  readonly id: string;
  readonly text: string;
  readonly source: string;
  readonly disposition: Disposition | 'untested' | 'unwitnessable';
  /** Whether the revision of the suite requires it; everything else is information. */
  readonly required: boolean;
  readonly checks: readonly string[];
  readonly why: string | null;
}

/**
 * `conformant`: every required row passed. `known-failures`: but for what the operator listed with a reason. `incomplete`: something required
 * was blocked, so nothing is certified. `inapplicable`: the host does not make the promise.
 */
export type Verdict = 'conformant' | 'known-failures' | 'not-conformant' | 'incomplete' | 'inapplicable';

export interface Report {
  readonly suite: {
    readonly name: '@tidemark/conformance';
    readonly version: string;
    readonly scenario: string;
    readonly revision: number;
    readonly registryDigest: string;
    readonly descriptionDigest: string;
  };
  readonly host: { readonly url: string; readonly discoveryDigest: string | null };
  readonly verdict: Verdict;
  /** Why there was no run; null when there was one. */
  readonly why: string | null;
  readonly checks: readonly CheckResult[];
  readonly rows: readonly RowResult[];
  readonly knownFailing: KnownFailingResult;
  /** Mistakes of the kit's own; with one of them the report is worth nothing. */
  readonly kitFaults: readonly string[];
}

export interface ReportInputs {
  readonly url: string;
  readonly outcome: ScenarioOutcome;
  readonly registry: Registry;
  readonly revision: Revision;
  readonly judges: readonly Judge[];
  readonly knownFailing: readonly KnownFailing[];
  readonly kitFaults: readonly string[];
}

/** Judges what a scenario saw. Pure but for digests. */
export function makeReport({ url, outcome, registry, revision, judges, knownFailing, kitFaults: earlier }: ReportInputs): Report {
  const kitFaults = [...earlier];
  const judged = judges.map((judge) => judgeOne(judge, outcome, kitFaults));
  const { checks, result } = applyKnownFailing(judged, knownFailing);
  const byId = new Map(checks.map((check) => [check.id, check]));
  const { rows: declaredRows, scenario } = registry;
  const rows = declaredRows.map((row) => rowResult(row, byId, revision, outcome));
  const declared = new Set(declaredRows.flatMap((row) => row.judges));
  for (const { id } of checks) if (!declared.has(id)) kitFaults.push(`${id} was judged, and no row declares it`);
  const run = outcome.kind === 'run' ? outcome.run : null;
  return {
    suite: {
      name: '@tidemark/conformance',
      version: SUITE_VERSION,
      scenario,
      revision: revision.revision,
      registryDigest: REGISTRY_DIGEST,
      descriptionDigest: DESCRIPTION_DIGEST,
    },
    host: { url, discoveryDigest: run === null ? null : digestOf(run.discovery.content) },
    verdict: verdictOf(outcome, rows, byId, result),
    why: outcome.kind === 'run' ? null : outcome.why,
    checks,
    rows,
    knownFailing: result,
    kitFaults,
  };
}

function judgeOne({ requirement, judge }: Judge, outcome: ScenarioOutcome, kitFaults: string[]): CheckResult {
  const none = { id: requirement, observations: 0, faults: [], excused: null };
  if (outcome.kind !== 'run') return { ...none, disposition: outcome.kind, why: outcome.why };
  try {
    return { ...none, ...verdictOn(outcome.run, judge) };
  } catch (error) {
    kitFaults.push(`the judge ${requirement} failed: ${error instanceof Error ? error.message : String(error)}`);
    return { ...none, disposition: 'blocked', why: 'the judge itself failed' };
  }
}

function verdictOn(run: HostEventRun, judge: Judge['judge']): Pick<CheckResult, 'disposition' | 'observations' | 'faults' | 'why'> {
  const { observations, faults, missing } = judge(run);
  if (faults.length > 0) return { disposition: 'fail', observations, faults, why: null };
  return observations > 0
    ? { disposition: 'pass', observations, faults, why: null }
    : { disposition: 'blocked', observations, faults, why: missing };
}

/** Worst first: a row is as bad as the worst of its judges. */
const SEVERITY: readonly Disposition[] = ['fail', 'blocked', 'inapplicable', 'pass'];

function rowResult(row: Requirement, checks: ReadonlyMap<string, CheckResult>, revision: Revision, outcome: ScenarioOutcome): RowResult {
  const { id, text, source, verdict } = row;
  const own = row.judges.flatMap((judge) => checks.get(judge) ?? []);
  const base = { id, text, source: `${source.document}, ${source.section}`, required: revision.required.includes(id), checks: row.judges };
  if (verdict.kind === 'unwitnessable') return { ...base, disposition: 'unwitnessable', why: verdict.reason };
  if (row.unjudged !== undefined) return { ...base, disposition: 'untested', why: row.unjudged };
  const worst = SEVERITY.find((severity) => own.some(({ disposition }) => disposition === severity));
  const why = own.find(({ disposition }) => disposition === worst)?.why ?? null;
  // What only an operator can cause is no block of a run that was not given the means.
  if (verdict.kind === 'gated' && worst === 'blocked' && outcome.kind === 'run') return { ...base, disposition: 'untested', why };
  return { ...base, disposition: worst ?? 'untested', why };
}

function verdictOf(
  outcome: ScenarioOutcome,
  rows: readonly RowResult[],
  checks: ReadonlyMap<string, CheckResult>,
  known: KnownFailingResult,
): Verdict {
  if (outcome.kind === 'inapplicable') return 'inapplicable';
  const required = rows.filter((row) => row.required);
  const failing = required.filter(({ disposition }) => disposition === 'fail');
  const unexcused = failing.filter((row) =>
    row.checks.some((id) => checks.get(id)?.disposition === 'fail' && checks.get(id)?.excused === null),
  );
  if (unexcused.length > 0 || known.stale.length > 0) return 'not-conformant';
  if (required.length === 0 || required.some(({ disposition }) => disposition !== 'pass' && disposition !== 'fail')) return 'incomplete';
  return failing.length > 0 ? 'known-failures' : 'conformant';
}
