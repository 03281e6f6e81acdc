import { mediaType } from '../http/response-head.ts';
import type { Caller, HostEventRun, ObservedStream } from '../observation/host-event-run.ts';
import {
  causedEvents,
  countOf,
  decodeContent,
  eventIdOf,
  isRecord,
  opensStream,
  sentinelOf,
  statusText,
  type CausedEvent,
} from './derive.ts';
import { describedBy } from '../description/published.ts';
import { judgeOf, type Judge } from './judgement.ts';

const sseFraming = judgeOf('0236.stream.event-stream', (run, note) => {
  note.missing('no stream was opened');
  for (const stream of run.streams) {
    const { head, problem, end } = stream.exchange;
    if (head === null || head.status !== 200) continue;
    note.observed();
    if (mediaType(head) !== 'text/event-stream')
      note.fault('a stream was answered with another media type than text/event-stream', stream.exchange);
    if (end === 'malformed') note.fault(`the bytes of the stream are no HTTP response: ${problem ?? ''}`, stream.exchange);
    if (stream.fault !== null) note.fault(stream.fault, stream.exchange);
    const byHost = end === 'complete' || end === 'fin';
    if (byHost && stream.pendingBytes > 0) note.fault('the host ended the stream inside a block, not between two events', stream.exchange);
  }
});

const keepAlive = judgeOf('0236.stream.keep-alive', (run, note) => {
  note.missing('no idle stream was watched for long enough');
  const { idle } = run;
  if (idle === null) return;
  if (!idle.commentSeen && idle.waitedMilliseconds < idle.boundMilliseconds) return;
  note.observed();
  if (!idle.commentSeen)
    note.fault(`an idle stream was silent for ${Math.round(idle.waitedMilliseconds / 1000)} s; a comment is due every 30 s`, null);
});

const triggerAnswer = judgeOf('0241.trigger.answer', (run, note) => {
  note.missing('the trigger was not used');
  for (const trigger of run.triggers.filter(({ via }) => via === 'trigger')) {
    note.observed();
    const { exchange, delivery, type } = trigger;
    if (exchange.head?.status !== 202) {
      note.fault(`the trigger answered ${statusText(exchange)}, not 202`, exchange);
      continue;
    }
    const problem = describedBy('portable', 'HostTestTriggered', decodeContent(exchange));
    if (problem !== null) note.fault(`the answer of the trigger is not {eventId, type}: ${problem}`, exchange);
    else if (type !== `host-test.${delivery}-triggered`)
      note.fault(`the trigger names another type than host-test.${delivery}-triggered`, exchange);
  }
});

const eventIdUnique = judgeOf('0236.event-id.unique', (run, note) => {
  note.missing('fewer than two events were triggered');
  const seen = new Set<string>();
  for (const { eventId, exchange } of run.triggers) {
    if (eventId === null) continue;
    if (seen.size > 0) note.observed();
    if (seen.has(eventId)) note.fault('two events were given the same id', exchange);
    seen.add(eventId);
  }
});

/** Events that the stream had to deliver live: caused after it had opened, acknowledged before its sentinel was asked for. */
function dueLive(run: HostEventRun, stream: ObservedStream): { due: CausedEvent[]; strays: string[] } {
  const caller = stream.exchange.caller;
  const sentinel = sentinelOf(run, stream);
  const opened = stream.opened ?? Number.POSITIVE_INFINITY;
  const due = causedEvents(run, caller).filter(
    (event) => event.asked > opened && sentinel !== undefined && event.answered < sentinel.asked,
  );
  return { due, strays: strayIds(run, stream) };
}

/** Ids of test events that no trigger was answered with. */
function strayIds(run: HostEventRun, stream: ObservedStream): string[] {
  const known = new Set(run.triggers.flatMap(({ eventId }) => eventId ?? []));
  const ids = stream.frames.filter(({ event }) => event.startsWith('host-test.')).flatMap((frame) => eventIdOf(frame) ?? []);
  return [...new Set(ids)].filter((id) => !known.has(id));
}

/** Legs that open live and stay open while both classes are triggered. */
const LIVE_LEGS: readonly ObservedStream['leg'][] = ['absent-cursor', 'empty-cursor', 'second-live'];

const triggerEmits = judgeOf('0241.trigger.emits', (run, note) => {
  note.missing('no live stream was alive while events were triggered');
  for (const stream of run.streams.filter(({ leg }) => LIVE_LEGS.includes(leg))) {
    for (const event of dueLive(run, stream).due) {
      note.observed();
      if (countOf(stream, event.eventId) === 0)
        note.fault(`a triggered ${event.delivery} event was not delivered to a live stream`, stream.exchange);
    }
  }
});

const onlyInAnswer = judgeOf('0241.trigger.only-in-answer', (run, note) => {
  note.missing('no test event was delivered');
  for (const stream of run.streams) {
    if (!stream.frames.some(({ event }) => event.startsWith('host-test.'))) continue;
    note.observed();
    if (strayIds(run, stream).length > 0) note.fault('a test event came under an id that no trigger was answered with', stream.exchange);
  }
});

const tenantIsolation = judgeOf('0250.d.tenant-isolation', (run, note) => {
  note.missing('no stream was alive while events of another tenant were caused; a second credential is needed');
  for (const stream of run.streams.filter(({ exchange }) => opensStream(exchange))) {
    const others = causedEvents(run, otherThan(stream.exchange.caller));
    const sentinel = sentinelOf(run, stream);
    for (const event of others) {
      if (sentinel !== undefined && event.answered < sentinel.asked) note.observed();
      if (countOf(stream, event.eventId) > 0) note.fault('an event of another tenant was delivered', stream.exchange);
    }
  }
});

function otherThan(caller: Caller): Caller {
  return caller === 'first' ? 'second' : 'first';
}

function facet(run: HostEventRun): Readonly<Record<string, unknown>> | null {
  return isRecord(run.facet) && isRecord(run.facet['replay']) ? run.facet['replay'] : null;
}

const facetClosed = judgeOf('0250.a.facet-closed', (run, note) => {
  note.missing('hostEvents.replay is not an object');
  const replay = facet(run);
  if (replay === null) return;
  note.observed();
  const others = Object.keys(replay).filter((name) => name !== 'minRetentionSeconds');
  if (others.length > 0)
    note.fault(`hostEvents.replay is closed, and has ${others.length} members beside minRetentionSeconds`, run.discovery);
});

const retentionPositive = judgeOf('0250.a.min-retention-positive-integer', (run, note) => {
  note.missing('hostEvents.replay is not an object');
  const replay = facet(run);
  if (replay === null) return;
  note.observed();
  const seconds = replay['minRetentionSeconds'];
  if (!Number.isInteger(seconds) || Number(seconds) < 1) note.fault('minRetentionSeconds is not an integer of at least 1', run.discovery);
});

export const STREAM_JUDGES: readonly Judge[] = [
  sseFraming,
  keepAlive,
  triggerAnswer,
  triggerEmits,
  onlyInAnswer,
  eventIdUnique,
  tenantIsolation,
  facetClosed,
  retentionPositive,
];
