import { ALL_JUDGES } from '../judges/all-judges.ts';
import type { HostEventRun } from '../observation/host-event-run.ts';
import { MisbehavingHost } from '../misbehaving-host/misbehaving-host.ts';
import type { Defect } from '../misbehaving-host/defect.ts';
import { PLATFORM } from '../platform.ts';
import type { Deadlines, ScenarioOptions } from '../scenario/options.ts';
import { runStrictReplay } from '../scenario/strict-replay.ts';

export const TOKENS = { 't-one': 'one', 't-two': 'two' } as const;

const PATIENT: Deadlines = { openMs: 20_000, answerMs: 20_000, arrivalMs: 20_000, keepAliveMs: 20_000 };

/** Deadlines of what a defect keeps from happening: a run waits them out. All others answer at once, however slow the machine is. */
const WAITED_FOR: Readonly<Record<string, Partial<Deadlines>>> = {
  'skips-at-handoff': { arrivalMs: 2_000 },
  'attaches-late': { arrivalMs: 2_000 },
  'loses-ephemeral': { arrivalMs: 2_000 },
  'ends-inside-a-block': { arrivalMs: 2_000 },
  'never-answers-streams': { openMs: 200 },
  silent: { arrivalMs: 200, keepAliveMs: 200 },
  'triggers-another-id': { arrivalMs: 300 },
  'never-keeps-alive': { keepAliveMs: 1_000 },
};

/** A misbehaving host with everything that an operator could supply, and short deadlines: it is on this machine. */
export async function withHost<T>(defect: Defect, use: (host: MisbehavingHost, options: ScenarioOptions) => Promise<T>): Promise<T> {
  const host = new MisbehavingHost({ defect, tokens: TOKENS, heartbeatMs: 40 });
  const url = await host.listen();
  try {
    return await use(host, optionsFor(host, url, defect));
  } finally {
    await host.close();
  }
}

function optionsFor(host: MisbehavingHost, url: string, defect: Defect): ScenarioOptions {
  return {
    url,
    firstToken: 't-one',
    secondToken: 't-two',
    workspaceId: null,
    deadlines: { ...PATIENT, ...WAITED_FOR[defect.id] },
    handoffRounds: 3,
    timings: defect.id === 'hesitates-on-foreign-cursor' ? 200 : 0,
    platform: PLATFORM,
    tap: null,
    cause: () => {},
    progress: () => {},
    adapters: {
      restart: async () => {
        host.restart();
        return null;
      },
      remove: async (eventId) => host.remove(eventId),
      expire: async (eventId) => host.expire(eventId),
      flood: async (events) => {
        for (let count = 0; count < events; count += 1) host.emit('one', 'example.note-added', 'durable', {});
      },
      emitLarge: async (bytes) => host.emit('one', 'example.note-added', 'durable', { text: 'x'.repeat(bytes) }).eventId,
    },
  };
}

/** @throws Error when the scenario did not come as far as a run */
export async function observeDefect(defect: Defect): Promise<HostEventRun> {
  const outcome = await withHost(defect, (_host, options) => runStrictReplay(options));
  if (outcome.kind !== 'run') throw new Error(`${defect.id}: ${outcome.kind}: ${outcome.why}`);
  return outcome.run;
}

/** Ids of the judges that convict. */
export function convictedBy(run: HostEventRun): string[] {
  return ALL_JUDGES.filter(({ judge }) => judge(run).faults.length > 0).map(({ requirement }) => requirement);
}
