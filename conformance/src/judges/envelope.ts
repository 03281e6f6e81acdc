import { describedBy, isDescribed } from '../description/published.ts';
import type { HostEventRun, ObservedExchange, ObservedFrame } from '../observation/host-event-run.ts';
import { decodeJson, isRecord } from './derive.ts';
import { judgeOf, type Judge } from './judgement.ts';

/** The two types of the trigger, and the schemas that the published description gives them. */
const DESCRIBED_TYPES: ReadonlyMap<string, string> = new Map([
  ['host-test.durable-triggered', 'HostTestDurableTriggeredEvent'],
  ['host-test.ephemeral-triggered', 'HostTestEphemeralTriggeredEvent'],
]);

/** A message of another kind that may share the channel with host events (a liveness signal of the host). */
const TOLERATED_MESSAGES = new Set(['heartbeat']);

interface Seen {
  readonly frame: ObservedFrame;
  readonly exchange: ObservedExchange;
}

/** Frames of host events: everything on the streams but the tolerated messages. */
function eventFrames(run: HostEventRun): Seen[] {
  const streams = [...run.streams, ...run.refusals];
  return streams.flatMap(({ frames, exchange }) =>
    frames.filter(({ event }) => !TOLERATED_MESSAGES.has(event)).map((frame) => ({ frame, exchange })),
  );
}

interface Envelope {
  readonly type: unknown;
  readonly eventId: unknown;
  readonly delivery: unknown;
}

function eachEnvelope(run: HostEventRun, visit: (seen: Seen, envelope: Envelope) => void): void {
  for (const seen of eventFrames(run)) {
    const value = decodeJson(seen.frame.data);
    if (isRecord(value)) visit(seen, { type: value['type'], eventId: value['eventId'], delivery: value['delivery'] });
  }
}

const NO_EVENT = 'no event was delivered';

const envelopeClosed = judgeOf('0236.envelope.closed', (run, note) => {
  note.missing(NO_EVENT);
  for (const { frame, exchange } of eventFrames(run)) {
    note.observed();
    const value = decodeJson(frame.data);
    const type = isRecord(value) && typeof value['type'] === 'string' ? value['type'] : '';
    const problem = describedBy('portable', DESCRIBED_TYPES.get(type) ?? 'AnyHostEvent', value);
    if (problem !== null) note.fault(`the data of an event is not the closed envelope: ${problem}`, exchange);
  }
});

const durableId = judgeOf('0236.frame.durable-id', (run, note) => {
  note.missing('no durable event was delivered');
  eachEnvelope(run, ({ frame, exchange }, { delivery, eventId }) => {
    if (delivery !== 'durable') return;
    note.observed();
    if (frame.id === null) note.fault('the frame of a durable event has no id', exchange);
    else if (frame.id !== eventId) note.fault('the id of the frame is not the eventId', exchange);
  });
});

const ephemeralNoId = judgeOf('0236.frame.ephemeral-no-id', (run, note) => {
  note.missing('no ephemeral event was delivered');
  eachEnvelope(run, ({ frame, exchange }, { delivery }) => {
    if (delivery !== 'ephemeral') return;
    note.observed();
    if (frame.id !== null) note.fault('the frame of an ephemeral event has an id', exchange);
  });
});

const eventIsType = judgeOf('0236.frame.event-is-type', (run, note) => {
  note.missing(NO_EVENT);
  eachEnvelope(run, ({ frame, exchange }, { type }) => {
    if (typeof type !== 'string') return;
    note.observed();
    if (frame.event !== type) note.fault('the event name of the frame is not the type of the envelope', exchange);
  });
});

const deliveryAdvertised = judgeOf('0236.envelope.delivery-is-advertised', (run, note) => {
  note.missing('no event of an advertised type was delivered');
  eachEnvelope(run, ({ exchange }, { type, delivery }) => {
    const advertised = typeof type === 'string' ? run.types.get(type) : undefined;
    if (advertised === undefined) return;
    note.observed();
    if (delivery !== advertised) note.fault(`an event says another class than discovery gives its type (${advertised})`, exchange);
  });
});

const advertisedOnly = judgeOf('0236.stream.advertised-types-only', (run, note) => {
  note.missing(NO_EVENT);
  for (const { frame, exchange } of eventFrames(run)) {
    note.observed();
    const value = decodeJson(frame.data);
    const type = isRecord(value) && typeof value['type'] === 'string' ? value['type'] : frame.event;
    if (!run.types.has(type)) note.fault('the stream carried a message whose type is not advertised', exchange);
  }
});

const stableEvent = judgeOf('0236.event-id.stable', (run, note) => {
  note.missing('no event was delivered twice, on two streams');
  const first = new Map<string, Seen>();
  eachEnvelope(run, (seen, { eventId }) => {
    if (typeof eventId !== 'string') return;
    const known = first.get(eventId);
    if (known === undefined) {
      first.set(eventId, seen);
    } else if (known.exchange !== seen.exchange) {
      note.observed();
      if (differs(known.frame.data, seen.frame.data)) {
        note.fault(`an event differs from what connection ${known.exchange.connection} got under the same id`, seen.exchange);
      }
    }
  });
});

/** Two deliveries may order members differently. What is nested too deeply to be sorted is compared as it is written. */
function differs(one: string, other: string): boolean {
  if (one === other) return false;
  try {
    return canonical(one) !== canonical(other);
  } catch {
    return true;
  }
}

/** JSON text with sorted keys. */
function canonical(text: string): string {
  return JSON.stringify(decodeJson(text), (_key, value: unknown) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
}

/** Ours: the description as it stands, for the types that it names. */
const publishedDescription = judgeOf('tidemark.c4.published-description', (run, note) => {
  note.missing('no event of a described type was delivered');
  eachEnvelope(run, ({ frame, exchange }, { type }) => {
    const schema = typeof type === 'string' ? DESCRIBED_TYPES.get(type) : undefined;
    if (schema === undefined || !isDescribed(schema)) return;
    note.observed();
    const problem = describedBy('published', schema, decodeJson(frame.data));
    if (problem !== null) note.fault(`an event is not what the published description says: ${problem}`, exchange);
  });
});

export const ENVELOPE_JUDGES: readonly Judge[] = [
  envelopeClosed,
  durableId,
  ephemeralNoId,
  eventIsType,
  deliveryAdvertised,
  advertisedOnly,
  stableEvent,
];
export const PUBLISHED_DESCRIPTION_JUDGE: Judge = publishedDescription;
