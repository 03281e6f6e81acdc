import { decodeContent, isRecord, statusText } from '../judges/derive.ts';
import type { Delivery, HostEventRun, ObservedExchange } from '../observation/host-event-run.ts';
import { adapterLegs } from './adapter-legs.ts';
import { askWhole, connectHost, type HostConnection } from './host-connection.ts';
import { absentCursorLeg, emptyCursorLeg, handoffLeg, idleLeg, refusalLegs, resumeLegs, secondTenantLeg } from './legs.ts';
import type { ScenarioOptions } from './options.ts';
import { Session } from './session.ts';

export const SCENARIO = 'v2-host-event-strict-replay';

/** `inapplicable` rests on a fact about the host, `blocked` on one about the suite or its way to the host. */
export type ScenarioOutcome =
  | { readonly kind: 'run'; readonly run: HostEventRun }
  | { readonly kind: 'inapplicable' | 'blocked'; readonly why: string };

const TEST_TYPES: ReadonlyMap<string, Delivery> = new Map([
  ['host-test.durable-triggered', 'durable'],
  ['host-test.ephemeral-triggered', 'ephemeral'],
]);

/** Talks to a host and records what it does. Says nothing about right and wrong: that is for judges. */
export async function runStrictReplay(options: ScenarioOptions): Promise<ScenarioOutcome> {
  const host = connectHost({
    url: new URL(options.url),
    tokens: { first: options.firstToken, second: options.secondToken ?? '', stranger: `stranger-${options.platform.randomHex(12)}` },
    platform: options.platform,
    tap: options.tap,
    openMs: options.deadlines.openMs,
    answerMs: options.deadlines.answerMs,
  });
  if (options.secondToken === options.firstToken) return { kind: 'blocked', why: 'the second credential has to be another one' };
  options.progress('discovery');
  const discovery = await discover(host);
  const gate = gateOf(discovery);
  if (gate.kind !== 'open') return gate;
  const session = new Session(host, options);
  await runLegs(session);
  return { kind: 'run', run: session.finish({ discovery, facet: gate.facet, types: gate.types }) };
}

function discover(host: HostConnection): Promise<ObservedExchange> {
  return askWhole(host, { caller: 'first', method: 'GET', target: '/.well-known/tidemark' });
}

type Gate =
  | { readonly kind: 'open'; readonly facet: unknown; readonly types: ReadonlyMap<string, Delivery> }
  | { readonly kind: 'inapplicable' | 'blocked'; readonly why: string };

function gateOf(discovery: ObservedExchange): Gate {
  const document = decodeContent(discovery);
  if (discovery.head?.status !== 200 || !isRecord(document)) {
    return { kind: 'blocked', why: `the discovery document /.well-known/tidemark could not be read: ${statusText(discovery)}` };
  }
  const facet = document['hostEvents'];
  if (!isRecord(facet)) return { kind: 'inapplicable', why: 'the host does not advertise hostEvents' };
  if (facet['replay'] === undefined) return { kind: 'inapplicable', why: 'the host does not advertise hostEvents.replay' };
  const types = advertisedTypes(facet['types']);
  const lacking = [...TEST_TYPES].filter(([type, delivery]) => types.get(type) !== delivery).map(([type]) => type);
  if (lacking.length > 0)
    return { kind: 'inapplicable', why: `the trigger is not advertised: hostEvents.types lacks ${lacking.join(' and ')}` };
  return { kind: 'open', facet, types };
}

function advertisedTypes(types: unknown): Map<string, Delivery> {
  const known = new Map<string, Delivery>();
  for (const row of Array.isArray(types) ? types : []) {
    if (!isRecord(row)) continue;
    const { type, delivery } = row;
    if (typeof type === 'string' && (delivery === 'durable' || delivery === 'ephemeral')) known.set(type, delivery);
  }
  return known;
}

async function runLegs(session: Session): Promise<void> {
  const { progress, secondToken } = session.options;
  progress('no cursor');
  const cursors = await absentCursorLeg(session);
  let foreign: string | null = null;
  if (secondToken !== null) {
    progress('a second tenant');
    foreign = await secondTenantLeg(session);
  }
  if (cursors.durable !== null) {
    progress('resume');
    const away = await resumeLegs(session, cursors.durable);
    progress('handoff');
    await handoffLeg(session, [cursors.durable, away.at(-1)?.eventId ?? cursors.durable]);
  }
  progress('empty cursor');
  await emptyCursorLeg(session);
  progress('refusals');
  const known = { ...cursors, foreign };
  await refusalLegs(session, known);
  await idleLeg(session);
  await adapterLegs(session, known);
}
