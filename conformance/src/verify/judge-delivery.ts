import type { Finding } from './finding.ts';
import { pathOf, TRIGGER, type TracedEmission, type Timeline } from './timeline.ts';
import type { TracedFrame, TracedStream } from './traced-stream.ts';

/** What was delivered to whom, how often and in which order; and, in a complete trace, what is missing. */
export function judgeDelivery(timeline: Timeline): Finding[] {
  return [
    ...timeline.streams.flatMap((stream) => {
      const view = viewOf(stream, timeline);
      return [
        ...strays(view, timeline),
        ...repetitions(view),
        ...disorder(view),
        ...early(view),
        ...(timeline.trace.complete ? missing(view, timeline) : []),
      ];
    }),
    ...instability(timeline),
    ...sharedIds(timeline),
  ];
}

/** A stream, with the emissions of its own principal. */
interface View {
  readonly stream: TracedStream;
  readonly own: readonly TracedEmission[];
  readonly cursor: TracedEmission | undefined;
  readonly frames: readonly (TracedFrame & { readonly eventId: string })[];
}

function viewOf(stream: TracedStream, { emissions }: Timeline): View {
  const own = emissions.filter(({ principal }) => principal !== null && principal === stream.exchange.principal);
  return {
    stream,
    own,
    cursor: own.find(({ eventId, delivery }) => delivery === 'durable' && eventId === stream.cursor),
    frames: stream.frames.filter((frame): frame is TracedFrame & { eventId: string } => frame.eventId !== null),
  };
}

function strays({ frames, stream }: View, { emissions, trace, conversation }: Timeline): Finding[] {
  const { principal } = stream.exchange;
  // An emission whose answer was lost is one all the same.
  const allAnswered = conversation.exchanges.every((exchange) => pathOf(exchange) !== TRIGGER || exchange.response?.complete === true);
  const named = (caller: string | null): boolean => caller !== null && Object.hasOwn(trace.header.callers, caller);
  return frames.flatMap(({ eventId, event, place }) => {
    const emission = emissions.find((each) => each.eventId === eventId);
    if (emission === undefined) {
      const known = !event.startsWith('host-test.') || !trace.complete || !allAnswered;
      return known
        ? []
        : [
            {
              requirement: '0241.trigger.only-in-answer',
              what: 'a test event came that no trigger in the trace was answered with',
              ...place,
            },
          ];
    }
    const foreign = named(principal) && named(emission.principal) && emission.principal !== principal;
    return foreign ? [{ requirement: '0250.d.tenant-isolation', what: 'an event of another tenant was delivered', ...place }] : [];
  });
}

function repetitions({ frames, stream, cursor }: View): Finding[] {
  const seen = new Set<string>();
  return frames.flatMap(({ eventId, place }) => {
    if (eventId === cursor?.eventId || (eventId === stream.cursor && stream.strict)) {
      return [{ requirement: '0250.b.cursor-not-repeated', what: 'the cursor event itself was emitted again', ...place }];
    }
    if (seen.has(eventId))
      return [{ requirement: '0250.b.replay-each-once', what: 'an event was delivered twice on one stream', ...place }];
    seen.add(eventId);
    return [];
  });
}

/** Only what was acknowledged before the other was asked for has an order. */
function disorder({ frames, own }: View): Finding[] {
  const durable = new Map(own.filter(({ delivery }) => delivery === 'durable').map((emission) => [emission.eventId, emission]));
  let latest: TracedEmission | undefined;
  return frames.flatMap(({ eventId, place }) => {
    const emission = durable.get(eventId);
    if (emission === undefined) return [];
    const before = latest;
    if (before === undefined || emission.asked > before.asked) latest = emission;
    if (before === undefined || emission.answered >= before.asked) return [];
    return [{ requirement: '0250.b.commit-order', what: 'an event came behind one that was emitted after its commit', ...place }];
  });
}

/** Events of before the stream was asked for, where it owes none; and ephemeral ones, which nobody owes. */
function early({ frames, own, stream }: View): Finding[] {
  return frames.flatMap(({ eventId, place }) => {
    const emission = own.find((each) => each.eventId === eventId);
    if (emission === undefined || emission.answered >= stream.exchange.asked || eventId === stream.cursor) return [];
    if (emission.delivery === 'ephemeral')
      return [{ requirement: '0250.b.no-ephemeral-replayed', what: 'an ephemeral event was replayed', ...place }];
    if (stream.cursor === null)
      return [{ requirement: '0250.b.absent-cursor-live', what: 'an event was replayed without a cursor', ...place }];
    if (stream.cursor === '')
      return [{ requirement: '0250.b.empty-cursor-live', what: 'an event was replayed for an empty cursor', ...place }];
    return [];
  });
}

/** Decided by a sentinel: the last own durable event that was caused while the stream was open, and came. */
function missing({ frames, own, stream, cursor }: View, { gone }: Timeline): Finding[] {
  const { opened } = stream.response;
  const arrived = new Map(frames.map((frame) => [frame.eventId, frame]));
  const sentinel = own.findLast(({ eventId, delivery, asked }) => delivery === 'durable' && asked > opened && arrived.has(eventId));
  const place = sentinel === undefined ? undefined : arrived.get(sentinel.eventId)?.place;
  if (sentinel === undefined || place === undefined) return [];
  return own
    .filter(({ eventId, answered }) => answered < sentinel.asked && !arrived.has(eventId) && !gone.has(eventId))
    .flatMap((emission) => {
      const requirement = owedAs(emission, stream, cursor);
      return requirement === null
        ? []
        : [{ requirement, what: `the event of connection ${emission.exchange.connection} is missing`, ...place }];
    });
}

function owedAs(emission: TracedEmission, { exchange, response, strict }: TracedStream, cursor: TracedEmission | undefined): string | null {
  if (emission.asked > response.opened) return '0241.trigger.emits';
  if (!strict || cursor === undefined || emission.delivery !== 'durable' || emission.asked <= cursor.answered) return null;
  return emission.answered < exchange.asked ? '0250.b.replays-all' : '0250.b.handoff-no-gap';
}

/** One event is the same wherever it comes. */
function instability({ streams }: Timeline): Finding[] {
  const first = new Map<string, TracedFrame>();
  return streams
    .flatMap(({ frames }) => frames)
    .toSorted((a, b) => a.at - b.at)
    .flatMap((frame) => {
      if (frame.eventId === null) return [];
      const known = first.get(frame.eventId) ?? frame;
      first.set(frame.eventId, known);
      const same = canonical(known.value) === canonical(frame.value);
      return same
        ? []
        : [
            {
              requirement: '0236.event-id.stable',
              what: `an event differs from what record ${known.at} has under the same id`,
              ...frame.place,
            },
          ];
    });
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

function sharedIds({ emissions, conversation }: Timeline): Finding[] {
  const seen = new Set<string>();
  return emissions.flatMap(({ eventId, exchange }) => {
    const again = seen.has(eventId);
    seen.add(eventId);
    const place = conversation.way(exchange.connection, 'from-host').place(exchange.response?.content.wire[0] ?? 0);
    return again ? [{ requirement: '0236.event-id.unique', what: 'two events were given the same id', ...place }] : [];
  });
}
