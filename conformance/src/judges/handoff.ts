import { countOf, durableEvents, isBacklog, NOT_ALIVE, opensStream, RESUMING, resumedStreams, sentinelOf } from './derive.ts';
import { judgeOf, type Judge } from './judgement.ts';
import type { HostEventRun, ObservedStream } from '../observation/host-event-run.ts';

const noGap = judgeOf('0250.b.handoff-no-gap', (run, note) => {
  note.missing(NOT_ALIVE);
  for (const { stream, owed } of resumedStreams(run, RESUMING)) {
    for (const event of owed.filter((candidate) => !isBacklog(candidate, stream))) {
      note.observed();
      if (countOf(stream, event.eventId) === 0) {
        note.fault(
          `the event of connection ${event.exchange.connection}, emitted while the stream opened or later, never came`,
          stream.exchange,
        );
      }
    }
  }
});

const noRepeat = judgeOf('0250.b.handoff-no-repeat', (run, note) => {
  note.missing(NOT_ALIVE);
  for (const { stream, owed } of resumedStreams(run, RESUMING)) {
    for (const event of owed.filter((candidate) => !isBacklog(candidate, stream))) {
      const times = countOf(stream, event.eventId);
      if (times > 0) note.observed();
      if (times > 1) note.fault(`an event emitted at or after the handoff was delivered ${times} times`, stream.exchange);
    }
  }
});

/** An absent and an empty cursor: opens, delivers what comes, and nothing of what was. */
function opensLive(requirement: string, leg: 'absent-cursor' | 'empty-cursor'): Judge {
  return judgeOf(requirement, (run, note) => {
    note.missing('no such stream was asked for, or no durable event preceded it');
    for (const stream of run.streams.filter((candidate) => candidate.leg === leg)) {
      if (!opensStream(stream.exchange)) {
        note.observed();
        note.fault('no live stream was opened: there is no cursor to refuse', stream.exchange);
      } else if (sentinelOf(run, stream) === undefined) {
        if (!triedToReach(run, stream)) continue;
        note.observed();
        note.fault('the stream opened, but delivered no event that was caused after that', stream.exchange);
      } else {
        replayedNothing(run, stream, note);
      }
    }
  });
}

function replayedNothing(run: HostEventRun, stream: ObservedStream, note: Parameters<Parameters<typeof judgeOf>[1]>[1]): void {
  const past = durableEvents(run, stream.exchange.caller).filter((event) => event.answered < stream.asked);
  if (past.length > 0) note.observed();
  const replayed = past.filter((event) => countOf(stream, event.eventId) > 0);
  if (replayed.length > 0)
    note.fault(`${replayed.length} earlier events were replayed although there was no position to resume`, stream.exchange);
}

/** Whether events were caused for the stream to deliver, and acknowledged. */
function triedToReach(run: HostEventRun, stream: ObservedStream): boolean {
  const opened = stream.opened ?? Number.POSITIVE_INFINITY;
  return durableEvents(run, stream.exchange.caller).some((event) => event.asked > opened && event.answered < stream.closed);
}

export const HANDOFF_JUDGES: readonly Judge[] = [
  noGap,
  noRepeat,
  opensLive('0250.b.absent-cursor-live', 'absent-cursor'),
  opensLive('0250.b.empty-cursor-live', 'empty-cursor'),
];
