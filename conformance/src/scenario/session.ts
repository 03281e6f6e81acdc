import { deferred } from '../deferred.ts';
import { opensStream } from '../judges/derive.ts';
import type {
  Caller,
  Delivery,
  HostEventRun,
  ObservedExchange,
  ObservedIdle,
  ObservedOddity,
  ObservedRefusal,
  ObservedTrigger,
  RefusalCause,
} from '../observation/host-event-run.ts';
import { ask, pause, whileBusy, type HostConnection } from './host-connection.ts';
import { LiveStream, type StreamRequest } from './live-stream.ts';
import type { ScenarioOptions } from './options.ts';
import { trigger } from './trigger.ts';

/** Tried one after the other within `arrivalMs`, until one has come. */
const SENTINELS = 8;

const FORGED: ReadonlySet<RefusalCause> = new Set(['unknown', 'malformed', 'over-long']);

/** What one run has seen so far, and the steps that its legs are made of. */
export class Session {
  readonly host: HostConnection;
  readonly options: ScenarioOptions;
  readonly triggers: ObservedTrigger[] = [];
  readonly refusals: ObservedRefusal[] = [];
  readonly strangers: ObservedExchange[] = [];
  readonly withoutMode: ObservedExchange[] = [];
  readonly oddities: ObservedOddity[] = [];
  readonly removed: string[] = [];
  idle: ObservedIdle | null = null;
  readonly #streams: LiveStream[] = [];
  #deadStreams = 0;

  constructor(host: HostConnection, options: ScenarioOptions) {
    this.host = host;
    this.options = options;
  }

  /** Causes one event. */
  async trigger(caller: Caller, delivery: Delivery): Promise<ObservedTrigger> {
    const { workspaceId } = this.options;
    const caused = await trigger(this.host, caller, delivery, caller === 'first' ? workspaceId : null);
    this.triggers.push(caused);
    const { eventId, exchange } = caused;
    if (eventId !== null) this.options.cause({ action: 'emit', connection: exchange.connection, caller, eventId, delivery });
    return caused;
  }

  /** Causes events one after the other: each is acknowledged before the next is asked for, so that their order is defined. */
  async triggerInOrder(caller: Caller, deliveries: readonly Delivery[]): Promise<ObservedTrigger[]> {
    const caused: ObservedTrigger[] = [];
    for (const delivery of deliveries) caused.push(await this.trigger(caller, delivery));
    return caused;
  }

  /** Opens a stream; resolves when its head has come, or will not. A host that is busy is asked again. */
  open(request: StreamRequest): Promise<LiveStream> {
    return whileBusy(
      this.host,
      async () => {
        const stream = this.start(request);
        await stream.opened();
        return stream;
      },
      (stream) => {
        const { head } = stream.observed().exchange;
        if (head?.status === 429 || head?.status === 503) this.#streams.splice(this.#streams.indexOf(stream), 1);
        return head;
      },
    );
  }

  /** Asks for a stream without waiting for it. */
  start(request: StreamRequest): LiveStream {
    const stream = new LiveStream(this.host, request);
    this.#streams.push(stream);
    return stream;
  }

  /** Waits for an event to come; null when the trigger did not say which. */
  async arrives(stream: LiveStream, caused: ObservedTrigger): Promise<boolean> {
    return caused.eventId !== null && (await stream.arrival(caused.eventId, this.options.deadlines.arrivalMs));
  }

  /**
   * Causes a durable event and waits for it: when it comes, everything that was committed before it has come or is missing. A host may
   * lose one, so others follow while none has come; once a stream has turned out dead, only one is tried.
   */
  async sentinel(stream: LiveStream, caller: Caller): Promise<boolean> {
    if (!opensStream(stream.observed().exchange)) return false;
    const attempts = this.#deadStreams === 0 ? SENTINELS : 1;
    const patience = this.options.deadlines.arrivalMs / SENTINELS;
    const tried: ObservedTrigger[] = [];
    for (let attempt = 0; attempt < attempts && !stream.over; attempt += 1) {
      tried.push(await this.trigger(caller, 'durable'));
      if (await this.#anyArrives(stream, tried, patience)) return true;
    }
    this.#deadStreams += 1;
    return false;
  }

  async #anyArrives(stream: LiveStream, tried: readonly ObservedTrigger[], milliseconds: number): Promise<boolean> {
    const arrivals = tried.flatMap(({ eventId }) => (eventId === null ? [] : [stream.arrival(eventId, milliseconds)]));
    const first = deferred<boolean>();
    for (const arrival of arrivals) void arrival.then((came) => came && first.resolve(true));
    void Promise.all(arrivals).then((all) => first.resolve(all.includes(true)));
    return first.promise;
  }

  /** Sends a cursor that may not be resumed. Where the host opens a stream instead, reads on until it ends or an event shows it alive. */
  async refusal(cause: RefusalCause, cursor: string, caller: Caller = 'first', watch = true): Promise<void> {
    if (FORGED.has(cause)) this.options.cause({ action: 'forge', connection: null, eventId: cursor });
    const started = this.host.platform.now();
    const stream = await whileBusy(
      this.host,
      async () => {
        const probe = new LiveStream(this.host, { leg: 'resume', caller, cursor });
        await probe.opened();
        return probe;
      },
      (probe) => probe.observed().exchange.head,
    );
    if (opensStream(stream.observed().exchange)) {
      if (watch) await this.arrives(stream, await this.trigger(caller, 'durable'));
      stream.close();
    } else {
      await stream.ended(this.host.answerMs);
    }
    const milliseconds = this.host.platform.now() - started;
    const { exchange, frames } = stream.observed();
    this.refusals.push({ cause, cursor, exchange, frames, milliseconds });
  }

  /** Sends a request whose answer may be a stream; of a stream only the head is read. */
  async probe(request: Parameters<typeof ask>[1]): Promise<ObservedExchange> {
    return whileBusy(
      this.host,
      async () => {
        const answer = ask(this.host, request);
        await answer.head;
        if (opensStream(answer.observed())) answer.close();
        const deadline = this.host.platform.after(this.host.answerMs, () => answer.expire());
        await answer.ended;
        deadline.cancel();
        return answer.observed();
      },
      ({ head }) => head,
    );
  }

  pause(milliseconds: number): Promise<void> {
    return pause(this.host.platform, milliseconds);
  }

  /** Closes what is still open, and hands over everything that was seen. */
  finish(seen: Pick<HostEventRun, 'discovery' | 'facet' | 'types'>): HostEventRun {
    for (const stream of this.#streams) stream.close();
    const { triggers, refusals, strangers, withoutMode, oddities, idle, removed } = this;
    const secrets = [this.options.firstToken, ...(this.options.secondToken === null ? [] : [this.options.secondToken])];
    const streams = this.#streams.map((stream) => stream.observed());
    return { ...seen, secrets, triggers, streams, refusals, strangers, withoutMode, oddities, idle, removed };
  }
}
