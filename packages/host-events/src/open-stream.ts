import { DatabaseError } from '@tidemark/database';
import { type Followed, type LiveEntries, type LogEntry, LogError, type LogHead, type Logs, type Place } from '@tidemark/log';
import type { EphemeralBus } from './ephemeral-bus.ts';
import { HostEventsError } from './host-events-error.ts';
import type { HostEventType, OutgoingEvent, Reader } from './host-event.ts';
import type { HostEventsObserver, ResyncCause } from './observer.ts';
import { outgoingOf } from './outgoing.ts';
import { ReaderView } from './reader-view.ts';
import type { Revocations } from './revocations.ts';

/** Moments of opening that tests stop at. */
export type OpenPausePoint = 'after-attach' | 'before-page-read' | 'after-floor-check';

export interface OpenRequest {
  readonly reader: Reader;
  /** As it came: any text. */
  readonly lastEventId: string | undefined;
  /** `replay=required` on a host that advertises it. */
  readonly strict: boolean;
  /** The stream must end now, between two events: the reader's view was revoked, or the log was replaced. At most once. */
  readonly ended: () => void;
}

/** Takes events as they come. False: it wants no more. */
export type EventSink = (event: OutgoingEvent) => boolean;

/** Live events, handed over without a promise for each. Gives the function that detaches the sink. */
export interface LiveEvents {
  attach(sink: EventSink): () => void;
}

/** An open stream: the backlog, then, as the generator's return value, what comes. */
export interface OpenedStream {
  readonly events: AsyncGenerator<OutgoingEvent, LiveEvents, undefined>;
  /** Gives back what the stream holds; whoever ends it calls it, once or more. */
  readonly close: () => void;
}

export interface OpenDependencies {
  readonly logs: Logs;
  readonly types: ReadonlyMap<string, HostEventType>;
  readonly revocations: Revocations;
  readonly bus: EphemeralBus;
  readonly logOf: (tenant: string) => string;
  readonly maxEventIdBytes: number;
  readonly observer: HostEventsObserver;
  readonly pause: (point: OpenPausePoint) => Promise<void>;
}

/**
 * H2.6: attach, have that acknowledged, look the cursor up in one snapshot, decide, read the first page, check the floor again with it. Only then does it
 * resolve, and only then may a byte be written. Every refusal has run the same queries (H2.4a).
 * Throws `HostEventsError` `resync-required` or `revoked`, or what the database throws.
 */
export async function openStream(dependencies: OpenDependencies, request: OpenRequest): Promise<OpenedStream> {
  const { logs, revocations, logOf, types, pause } = dependencies;
  const { tenant, subject } = request.reader;
  const opening = new Opening();
  try {
    const revoked = await revocations.watch(tenant, subject, () => {
      // Narrowed, it goes on: each event is checked. Nothing left to see, it ends.
      if (revoked.all) request.ended();
    });
    opening.onClose(() => {
      revoked.release();
    });
    // Whose everything was taken back is refused like a credential that may not read, whatever the cursor.
    if (revoked.all) throw new HostEventsError('revoked');
    const followed = await logs.follow(logOf(tenant));
    opening.onClose(() => {
      followed.release();
    });
    await pause('after-attach');
    const view = new ReaderView(request.reader, types, revoked);
    const start = await startOf(dependencies, request, view);
    await pause('before-page-read');
    const first = await readFirst(dependencies, request, followed, start);
    await pause('after-floor-check');
    return { events: stream(dependencies, request, { first, view, opening }), close: opening.close };
  } catch (error) {
    opening.close();
    throw error;
  }
}

/** What is held for a stream, given back once. */
class Opening {
  readonly #held: (() => void)[] = [];
  #closed = false;

  onClose(release: () => void): void {
    if (this.#closed) release();
    else this.#held.push(release);
  }

  readonly close = (): void => {
    this.#closed = true;
    for (const release of this.#held.splice(0)) release();
  };
}

/** Behind which entry the stream begins. */
async function startOf(
  { logs, logOf, maxEventIdBytes, observer }: OpenDependencies,
  { reader, lastEventId = '', strict }: OpenRequest,
  view: ReaderView,
): Promise<Place> {
  // An id that is none of ours is looked up like any other.
  const malformed = Buffer.byteLength(lastEventId) > maxEventIdBytes;
  const { entry, head } = await logs.locate(logOf(reader.tenant), malformed ? '' : lastEventId);
  if (lastEventId === '') return head;
  const cause = malformed ? 'malformed' : causeAgainst(entry, head, view);
  if (cause === null) return entry as LogEntry;
  observer.notResumed(cause, strict);
  if (strict) throw new HostEventsError('resync-required');
  return head;
}

/** Why an entry is none to resume behind; null: it is one. */
function causeAgainst(entry: LogEntry | null, head: LogHead, view: ReaderView): ResyncCause | null {
  if (entry === null) return 'unknown';
  if (entry.body === null) return 'removed';
  if (entry.position <= head.floor) return 'swept';
  return view.seesEntry(entry.label, entry.body) ? null : 'invisible';
}

interface First {
  readonly reader: AsyncGenerator<LogEntry, LiveEntries, undefined>;
  readonly step: IteratorResult<LogEntry, LiveEntries>;
}

async function readFirst({ observer }: OpenDependencies, { strict }: OpenRequest, followed: Followed, start: Place): Promise<First> {
  const reader = followed.read(start);
  try {
    return { reader, step: await reader.next() };
  } catch (error) {
    // Swept between the decision and the page: nothing was written yet, so it is still a refusal.
    if (error instanceof LogError) {
      observer.notResumed('swept', strict);
      throw new HostEventsError('resync-required', { cause: error });
    }
    throw error;
  }
}

async function* stream(
  dependencies: OpenDependencies,
  request: OpenRequest,
  { first, view, opening }: { readonly first: First; readonly view: ReaderView; readonly opening: Opening },
): AsyncGenerator<OutgoingEvent, LiveEvents, undefined> {
  opening.onClose(() => {
    // It may be waiting for a page; what it holds is given back when that is there.
    first.reader.return(undefined as never).catch(ignore);
  });
  let { step } = first;
  try {
    while (step.done !== true) {
      const entry = step.value;
      if (view.seesEntry(entry.label, entry.body ?? '')) {
        dependencies.observer.delivered('durable');
        yield outgoingOf(entry);
      }
      // Strictly one after the other: order is the promise.
      step = await first.reader.next();
    }
  } catch (error) {
    // What is missing cannot be sent any more: the stream ends between two events, and the client's next request is refused.
    if (error instanceof LogError || error instanceof DatabaseError) request.ended();
    throw error;
  }
  return new Live(dependencies, request, { live: step.value, view, opening });
}

/** The live end of one stream: durable entries from the tail, ephemeral events from the bus. */
class Live implements LiveEvents {
  readonly #bus: EphemeralBus;
  readonly #observer: HostEventsObserver;
  readonly #request: OpenRequest;
  readonly #view: ReaderView;
  readonly #live: LiveEntries;
  readonly #opening: Opening;

  constructor(
    { bus, observer }: OpenDependencies,
    request: OpenRequest,
    { live, view, opening }: { readonly live: LiveEntries; readonly view: ReaderView; readonly opening: Opening },
  ) {
    this.#bus = bus;
    this.#observer = observer;
    this.#request = request;
    this.#view = view;
    this.#live = live;
    this.#opening = opening;
  }

  attach(sink: EventSink): () => void {
    const view = this.#view;
    const observer = this.#observer;
    const detachDurable = this.#live.attach(
      (entry) => {
        if (!view.seesEntry(entry.label, entry.body ?? '')) return true;
        observer.delivered('durable');
        return sink(outgoingOf(entry));
      },
      () => {
        this.#request.ended();
      },
    );
    const detachEphemeral = this.#bus.subscribe(this.#request.reader.tenant, (event) => {
      if (!view.sees(event, event.outgoing.json)) return;
      observer.delivered('ephemeral');
      if (!sink(event.outgoing)) detach();
    });
    const detach = (): void => {
      detachDurable();
      detachEphemeral();
    };
    this.#opening.onClose(detach);
    return detach;
  }
}

function ignore(): void {}
