import { createAbortScope } from './abort-scope.ts';
import type { AbortScope } from './abort-scope.ts';
import type { ClientContext } from './context.ts';
import { checkCount, maxTimerMs } from './context.ts';
import type { StreamDescriptor } from './descriptor.ts';
import { errorFromResponse } from './error-response.ts';
import { decodeEvent } from './event.ts';
import type { DecodedEvent } from './event.ts';
import { failureOf } from './failure.ts';
import { prepareRequest, prepareValues } from './request.ts';
import type { RequestValues } from './request.ts';
import { bodyOf } from './response-body.ts';
import { initialPosition, positionInBody, positionInHeader } from './resume.ts';
import { RetryLoop } from './retry-loop.ts';
import { send } from './send.ts';
import type { Answer } from './send.ts';
import { SseReader } from './sse-reader.ts';
import type { ConnectionState, EventStream, StreamOptions } from './stream-state.ts';
import { TransportError } from './transport-error.ts';

/** Two heartbeats may be lost to buffering in between; half of a third is for the network. */
const idleHeartbeats = 2.5;

type Options = RequestValues & StreamOptions;
type Events = AsyncGenerator<DecodedEvent, void, undefined>;
/** How a connection that delivered nothing wrong came to its end. */
type Ending = 'final' | 'cut';

/** The client method of one stream; see `EventStream` for what it promises. */
export function streamMethod<Request, Event>(
  context: ClientContext,
  stream: StreamDescriptor<Request, Event>,
): (request?: Request & StreamOptions<Request, Event>) => EventStream<Event> {
  return (request) => new ReconnectingStream(context, stream, (request ?? {}) as Options) as EventStream<unknown> as EventStream<Event>;
}

class ReconnectingStream implements EventStream<DecodedEvent> {
  readonly #context: ClientContext;
  readonly #stream: StreamDescriptor;
  readonly #request: Options;
  readonly #what: string;
  readonly #idleMs: number;
  readonly #retry: RetryLoop;
  readonly #events: Events;
  #scope: AbortScope | undefined;
  #closed = false;
  #retryMs: number | undefined;
  state: ConnectionState = { status: 'idle' };
  position: string | undefined;

  constructor(context: ClientContext, stream: StreamDescriptor, request: Options) {
    this.#context = context;
    this.#stream = stream;
    this.#request = request;
    this.#what = `${stream.method} ${stream.path}`;
    this.#idleMs = checkCount('idleMs', request.idleMs ?? Math.ceil(stream.heartbeatMs * idleHeartbeats), maxTimerMs);
    this.#retry = new RetryLoop(context);
    this.position = initialPosition(stream.resume, request);
    this.#events = this.#run();
  }

  [Symbol.asyncIterator](): AsyncIterator<DecodedEvent, void, undefined> {
    return {
      next: () => this.#events.next(),
      return: () => {
        // A generator queues `return` behind a pending `next`, so the connection is ended first.
        this.close();
        return this.#events.return();
      },
    };
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#scope === undefined) this.#setState({ status: 'closed' });
    else this.#scope.abort();
  }

  async *#run(): Events {
    if (this.#closed) return;
    const scope = createAbortScope(this.#request.signal);
    this.#scope = scope;
    let failure: unknown;
    try {
      yield* this.#connections(scope.signal);
    } catch (error) {
      if (this.#closed) return;
      failure = failureOf(error, scope.signal, this.#what);
      throw failure;
    } finally {
      this.#closed = true;
      scope.abort();
      scope.dispose();
      this.#setState(failure === undefined ? { status: 'closed' } : { status: 'closed', failure });
    }
  }

  /** One connection after the other; never two, since only this loop opens any (B47). */
  async *#connections(signal: AbortSignal): Events {
    for (;;) {
      const failure = yield* this.#connection(signal);
      if (failure === undefined) return;
      if (signal.aborted) throw failure;
      const step = this.#retry.afterFailure(failure);
      if (step === 'stop') throw failure;
      if (step === 'wait') await this.#retry.wait(failure, this.#retryMs, signal, (state) => this.#setState(state));
      if (signal.aborted) throw failure;
    }
  }

  /** Opens, delivers and releases one connection; answers why to open another, or undefined where the stream is over. */
  async *#connection(parent: AbortSignal): AsyncGenerator<DecodedEvent, unknown, undefined> {
    const scope = createAbortScope(parent);
    try {
      const response = await this.#open(scope);
      if (response === undefined) return undefined;
      const ending = yield* this.#deliver(response, scope);
      return ending === 'final' ? undefined : new TransportError('interrupted', `${this.#what}: ended without a final event`);
    } catch (error) {
      return failureOf(error, scope.signal, this.#what);
    } finally {
      scope.abort();
      scope.dispose();
    }
  }

  /** The body of an accepted stream; undefined after 204, which tells a client to stop (WHATWG HTML section 9.2.2). */
  async #open(scope: AbortScope): Promise<ReadableStream<Uint8Array> | undefined> {
    const { timers, timeoutMs } = this.#context;
    this.#retry.attempts += 1;
    this.#setState({ status: 'connecting', attempt: this.#retry.attempts });
    const late = (): void => scope.abort(new TransportError('timeout', `${this.#what}: no response head for ${timeoutMs} ms`));
    const timer = timers.setTimeout(late, timeoutMs);
    try {
      return await this.#accept(await this.#attempt(scope.signal));
    } finally {
      timers.clearTimeout(timer);
    }
  }

  async #attempt(signal: AbortSignal): Promise<Answer> {
    const { position } = this;
    const { resume, method } = this.#stream;
    const values = await prepareValues(this.#request, { number: this.#retry.attempts, position, signal }, this.#what);
    const placed = positionInBody(resume, values, position);
    const wire = positionInHeader(resume, await prepareRequest(this.#context, this.#stream, placed, this.#retry.renew, signal), position);
    if (signal.aborted) throw failureOf(undefined, signal, this.#what);
    return send(this.#context, wire, { method, accept: 'text/event-stream', noStore: true }, this.#what, signal);
  }

  async #accept(answer: Answer): Promise<ReadableStream<Uint8Array> | undefined> {
    const { status } = answer.response;
    if (status === 204) return undefined;
    if (status !== 200) throw await errorFromResponse(this.#context, answer);
    return bodyOf(answer, 'text/event-stream');
  }

  async *#deliver(body: ReadableStream<Uint8Array>, scope: AbortScope): AsyncGenerator<DecodedEvent, Ending, undefined> {
    const { timers } = this.#context;
    const reader = new SseReader(body, { eventBytes: this.#stream.eventBytes, idleMs: this.#idleMs, scope, timers, what: this.#what });
    this.#retry.opened();
    this.#setState({ status: 'live' });
    try {
      for (;;) {
        const item = await reader.next();
        this.#retryMs = reader.retryMs ?? this.#retryMs;
        if (item === undefined) return 'cut';
        if (item.kind === 'position') {
          this.#moveTo(item.id);
          continue;
        }
        const event = decodeEvent(this.#stream, item, this.#what);
        if (event === undefined || this.#request.isDuplicate?.(event) === true) continue;
        this.#retry.progressed();
        yield event;
        // Asked for the next one: the event is handled, also when what comes now is the end.
        this.#moveTo(event.id);
        if (scope.signal.aborted) throw failureOf(undefined, scope.signal, this.#what);
        const terminal = this.#stream.events[event.event]?.terminal;
        if (terminal !== undefined) return terminal === 'final' ? 'final' : 'cut';
      }
    } finally {
      reader.release();
    }
  }

  /** The empty id takes the position back: the server says that there is nothing to resume from. */
  #moveTo(id: string | undefined): void {
    if (id !== undefined && this.#stream.resume !== undefined) this.position = id === '' ? undefined : id;
  }

  #setState(state: ConnectionState): void {
    this.state = state;
    this.#request.onState?.(state);
  }
}
