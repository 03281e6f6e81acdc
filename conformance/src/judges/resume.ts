import type { HostEventRun, ObservedStream } from '../observation/host-event-run.ts';
import {
  causedEvents,
  countOf,
  durableEvents,
  eventIdOf,
  isBacklog,
  NOT_ALIVE,
  opensStream,
  RESUMING,
  resumedStreams,
  statusText,
  type CausedEvent,
} from './derive.ts';
import { judgeOf, type Judge, type Note } from './judgement.ts';

function eachAsked(run: HostEventRun, legs: readonly ObservedStream['leg'][], note: Note, visit: (stream: ObservedStream) => void): void {
  note.missing('no stream was asked for with a durable cursor');
  for (const stream of run.streams) {
    const known = durableEvents(run, stream.exchange.caller).some(({ eventId }) => eventId === stream.cursor);
    const status = stream.exchange.head?.status;
    // A busy host says so; the scenario asks again where it can.
    if (legs.includes(stream.leg) && known && status !== 429 && status !== 503) visit(stream);
  }
}

function mustOpen(stream: ObservedStream, note: Note): void {
  note.observed();
  if (opensStream(stream.exchange)) return;
  note.fault(`a retained durable cursor was not resumed: ${statusText(stream.exchange)} where a stream was due`, stream.exchange);
}

const retainedCursorResumed = judgeOf('0250.b.retained-cursor-resumed', (run, note) => {
  eachAsked(run, ['resume', 'handoff', 'second-resume'], note, (stream) => mustOpen(stream, note));
});

const resumableUnchanged = judgeOf('0250.b.resumable-unchanged', (run, note) => {
  eachAsked(run, ['resumable'], note, (stream) => mustOpen(stream, note));
});

/** For legs that an operator's adapter causes: the cursor is still resumed, and nothing that is owed is missing. */
export function survives(requirement: string, legs: readonly ObservedStream['leg'][]): Judge {
  const complete = replaysAll(requirement, legs);
  return judgeOf(requirement, (run, note) => {
    eachAsked(run, legs, note, (stream) => mustOpen(stream, note));
    for (const { what, connection } of complete.judge(run).faults) {
      note.fault(what, run.streams.find(({ exchange }) => exchange.connection === connection)?.exchange ?? null);
    }
  });
}

/** Nothing that the backlog owes is missing. */
function replaysAll(requirement: string, legs: readonly ObservedStream['leg'][]): Judge {
  return judgeOf(requirement, (run, note) => {
    note.missing(NOT_ALIVE);
    for (const { stream, owed } of resumedStreams(run, legs)) {
      for (const event of owed.filter((candidate) => isBacklog(candidate, stream))) {
        note.observed();
        if (countOf(stream, event.eventId) === 0) {
          note.fault(`the event of connection ${event.exchange.connection}, committed after the cursor, was not replayed`, stream.exchange);
        }
      }
    }
  });
}

const eachOnce = judgeOf('0250.b.replay-each-once', (run, note) => {
  note.missing(NOT_ALIVE);
  for (const { stream, owed } of resumedStreams(run, RESUMING)) {
    for (const event of owed.filter((candidate) => isBacklog(candidate, stream))) {
      const times = countOf(stream, event.eventId);
      if (times > 0) note.observed();
      if (times > 1) note.fault(`an event of the backlog was delivered ${times} times`, stream.exchange);
    }
  }
});

const commitOrder = judgeOf('0250.b.commit-order', (run, note) => {
  note.missing(NOT_ALIVE);
  for (const { stream, owed } of resumedStreams(run, RESUMING)) {
    const byId = new Map(owed.map((event) => [event.eventId, event]));
    const arrived = firstArrivals(stream).flatMap((id) => byId.get(id) ?? []);
    for (const [earlier, later] of pairs(arrived)) {
      note.observed();
      // Concurrent emissions have no order between them; only what was acknowledged before the other was asked for binds.
      if (later.answered < earlier.asked) {
        note.fault(
          `an event came before one that had been committed before it was emitted (connections ${earlier.exchange.connection}, ${later.exchange.connection})`,
          stream.exchange,
        );
      }
    }
  }
});

function firstArrivals(stream: ObservedStream): string[] {
  return [...new Set(stream.frames.flatMap((frame) => eventIdOf(frame) ?? []))];
}

function pairs(events: readonly CausedEvent[]): [CausedEvent, CausedEvent][] {
  return events.flatMap((earlier, index) => events.slice(index + 1).map((later): [CausedEvent, CausedEvent] => [earlier, later]));
}

const cursorNotRepeated = judgeOf('0250.b.cursor-not-repeated', (run, note) => {
  note.missing(NOT_ALIVE);
  for (const { stream, cursor } of resumedStreams(run, RESUMING)) {
    note.observed();
    if (countOf(stream, cursor.eventId) > 0) note.fault('the cursor event itself was emitted again', stream.exchange);
  }
});

const noEphemeral = judgeOf('0250.b.no-ephemeral-replayed', (run, note) => {
  note.missing('no ephemeral event was seen live and then passed by a resumed stream that is alive');
  for (const { stream, cursor } of resumedStreams(run, RESUMING)) {
    const past = causedEvents(run, stream.exchange.caller).filter(
      (event) => event.delivery === 'ephemeral' && event.answered < stream.asked && event.asked > cursor.answered,
    );
    for (const event of past) {
      if (wasLive(run, stream)) note.observed();
      if (countOf(stream, event.eventId) > 0) note.fault('an ephemeral event was replayed', stream.exchange);
    }
  }
});

/** Positive control: the host does deliver ephemeral events of this tenant, to who is there. */
function wasLive(run: HostEventRun, { exchange }: ObservedStream): boolean {
  const ephemeral = causedEvents(run, exchange.caller).filter(({ delivery }) => delivery === 'ephemeral');
  return ephemeral.some((event) =>
    run.streams.some((stream) => stream.opened !== null && event.asked > stream.opened && countOf(stream, event.eventId) > 0),
  );
}

export const RESUME_JUDGES: readonly Judge[] = [
  retainedCursorResumed,
  replaysAll('0250.b.replays-all', RESUMING),
  eachOnce,
  commitOrder,
  cursorNotRepeated,
  noEphemeral,
  resumableUnchanged,
];
