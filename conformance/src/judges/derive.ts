import { mediaType } from '../http/response-head.ts';
import type {
  Caller,
  HostEventRun,
  ObservedExchange,
  ObservedFrame,
  ObservedStream,
  ObservedTrigger,
} from '../observation/host-event-run.ts';

export const REFUSAL_CODE = 'host_event_resync_required';

/** A trigger that was answered as the contract says, so that its event can be told. */
export type CausedEvent = ObservedTrigger & { readonly eventId: string };

export function causedEvents(run: HostEventRun, caller: Caller): CausedEvent[] {
  return run.triggers.filter((trigger): trigger is CausedEvent => trigger.caller === caller && trigger.eventId !== null);
}

export function durableEvents(run: HostEventRun, caller: Caller): CausedEvent[] {
  return causedEvents(run, caller).filter(({ delivery }) => delivery === 'durable');
}

/** Judges ask for the same ids again and again; frames do not change. */
const eventIds = new WeakMap<ObservedFrame, string | null>();

/** The id that a frame's envelope carries; null when its data is no envelope. */
export function eventIdOf(frame: ObservedFrame): string | null {
  const known = eventIds.get(frame);
  if (known !== undefined) return known;
  const envelope = decodeJson(frame.data);
  const eventId = isRecord(envelope) && typeof envelope['eventId'] === 'string' ? envelope['eventId'] : null;
  eventIds.set(frame, eventId);
  return eventId;
}

export function countOf(stream: Pick<ObservedStream, 'frames'>, eventId: string): number {
  return stream.frames.filter((frame) => eventIdOf(frame) === eventId).length;
}

export function opensStream({ head }: ObservedExchange): boolean {
  return head !== null && head.status === 200 && mediaType(head) === 'text/event-stream';
}

/** What discovery, an answer or an envelope says; undefined when it is no JSON. */
export function decodeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function decodeContent({ content }: ObservedExchange): unknown {
  return decodeJson(Buffer.from(content).toString('utf8'));
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The machine-readable code of an error answer; null when it has none. */
export function errorCode(exchange: ObservedExchange): string | null {
  const body = decodeContent(exchange);
  return isRecord(body) && typeof body['error'] === 'string' ? body['error'] : null;
}

export function statusText({ head, end, problem }: ObservedExchange): string {
  return head === null ? `no answer (${problem ?? end})` : `status ${head.status}`;
}

/**
 * The sentinel: the last durable event that was caused after the stream had opened and that arrived on it. It shows that the stream is
 * alive, and decides absence: whatever was caused and acknowledged before it was asked for, and has not come, is missing. Undefined: the
 * stream proves nothing by what it lacks.
 */
export function sentinelOf(run: HostEventRun, stream: ObservedStream): CausedEvent | undefined {
  const { opened } = stream;
  if (opened === null) return undefined;
  return durableEvents(run, stream.exchange.caller)
    .filter((event) => event.asked > opened && countOf(stream, event.eventId) > 0)
    .at(-1);
}

/** A resumed stream with what a judge needs to know of it. */
export interface ResumedStream {
  readonly stream: ObservedStream;
  readonly cursor: CausedEvent;
  readonly sentinel: CausedEvent;
  /** Durable events of the tenant whose commit came after the cursor's and before the sentinel's, and the sentinel. */
  readonly owed: readonly CausedEvent[];
}

/** Streams of the named legs that were opened with a durable event of the caller's as cursor and are alive. */
export function resumedStreams(run: HostEventRun, legs: readonly ObservedStream['leg'][]): ResumedStream[] {
  return run.streams
    .filter(({ leg }) => legs.includes(leg))
    .flatMap((stream) => {
      const events = durableEvents(run, stream.exchange.caller);
      const cursor = events.find(({ eventId }) => eventId === stream.cursor);
      const sentinel = sentinelOf(run, stream);
      if (cursor === undefined || sentinel === undefined || !opensStream(stream.exchange)) return [];
      const owed = events.filter(
        (event) =>
          event.asked > cursor.answered && (event === sentinel || event.answered < sentinel.asked) && !run.removed.includes(event.eventId),
      );
      return [{ stream, cursor, sentinel, owed }];
    });
}

/** Part of the backlog: acknowledged before the stream was asked for. Everything later belongs to the handoff and to live delivery. */
export function isBacklog(event: CausedEvent, stream: ObservedStream): boolean {
  return event.answered < stream.asked;
}

/** The legs of the scenario whose streams resume. */
export const RESUMING: readonly ObservedStream['leg'][] = ['resume', 'resumable', 'handoff', 'second-resume'];

export const NOT_ALIVE = 'no resumed stream delivered an event that was caused after it had opened, so absence shows nothing';
