import type { WireTap } from './http/raw-exchange.ts';
import { ALL_JUDGES } from './judges/all-judges.ts';
import { PLATFORM, type Platform } from './platform.ts';
import { loadRegistry, loadRevisions } from './registry/load-registry.ts';
import type { KnownFailing } from './report/known-failing.ts';
import { makeReport, type Report } from './report/report.ts';
import { KitFault } from './scenario/kit-fault.ts';
import { DEFAULT_DEADLINES, type Deadlines, type OperatorAdapters, type ScenarioCause } from './scenario/options.ts';
import { runStrictReplay, type ScenarioOutcome } from './scenario/strict-replay.ts';

export interface ConformOptions {
  /** Base address of the host; `http:` or `https:`. */
  readonly url: string;
  /** Bearer token with the scopes to read events and to trigger test events. */
  readonly token: string;
  /** A token of another tenant with the same scopes; without it the rows about two tenants are blocked, and nothing is certified. */
  readonly secondToken?: string;
  /** Workspace that the first token's events are triggered in; default: none. */
  readonly workspaceId?: string;
  readonly adapters?: OperatorAdapters;
  readonly deadlines?: Partial<Deadlines>;
  /** Rounds in which openings race with emissions; default 3. */
  readonly handoffRounds?: number;
  /** Refusals per cause to time; default 0: not judged. */
  readonly timings?: number;
  readonly knownFailing?: readonly KnownFailing[];
  /** Sees every byte, for traces. */
  readonly tap?: WireTap;
  /** Told what the scenario did, for traces. */
  readonly cause?: (cause: ScenarioCause) => void;
  readonly platform?: Platform;
  /** Called with the name of each leg as it begins. */
  readonly progress?: (step: string) => void;
}

/**
 * Runs `v2-host-event-strict-replay` against a host and judges what it did. Never throws for what a host does; the suite's own mistakes
 * stand in `kitFaults`.
 *
 * The suite has to be the only one that uses the trigger of these tenants while it runs.
 */
export async function conform(options: ConformOptions): Promise<Report> {
  const kitFaults: string[] = [];
  let outcome: ScenarioOutcome;
  try {
    outcome = await runStrictReplay({
      url: options.url,
      firstToken: options.token,
      secondToken: options.secondToken ?? null,
      workspaceId: options.workspaceId ?? null,
      adapters: options.adapters ?? {},
      deadlines: { ...DEFAULT_DEADLINES, ...options.deadlines },
      handoffRounds: options.handoffRounds ?? 3,
      timings: options.timings ?? 0,
      platform: options.platform ?? PLATFORM,
      tap: options.tap ?? null,
      cause: options.cause ?? (() => {}),
      progress: options.progress ?? (() => {}),
    });
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    kitFaults.push(error instanceof KitFault ? what : `the scenario failed: ${what}`);
    outcome = { kind: 'blocked', why: 'the kit failed' };
  }
  const revision = loadRevisions().at(-1);
  if (revision === undefined) throw new KitFault('the suite has no revision');
  const { url, knownFailing = [] } = options;
  return makeReport({ url, outcome, registry: loadRegistry(), revision, judges: ALL_JUDGES, knownFailing, kitFaults });
}
