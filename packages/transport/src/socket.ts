import { createAbortScope } from './abort-scope.ts';
import type { AbortScope } from './abort-scope.ts';
import { BoundedQueue } from './bounded-queue.ts';
import type { ClientContext } from './context.ts';
import { checkCount, maxTimerMs } from './context.ts';
import type { SocketDescriptor } from './descriptor.ts';
import { failureOf } from './failure.ts';
import { openWebSocket } from './open-web-socket.ts';
import { ownValue } from './own-value.ts';
import { PendingReplies } from './pending-replies.ts';
import { encodeJson, prepareValues } from './request.ts';
import type { RequestValues } from './request.ts';
import { Deferred } from './deferred.ts';
import { RetryLoop } from './retry-loop.ts';
import { SocketConnection } from './socket-connection.ts';
import type { SocketSettings } from './socket-connection.ts';
import type { TaggedMessage } from './socket-link.ts';
import type { DuplexSocket, ReplyOptions, Requester, SocketOptions } from './socket-types.ts';
import type { ConnectionState } from './stream-state.ts';
import { TransportError } from './transport-error.ts';

type Settings = RequestValues & SocketSettings;

/** A burst of pushes while the page renders; four times the usual bound of one message. */
const defaultQueuedMessages = 1_024;
const defaultQueuedBytes = 4 * 1024 * 1024;
const defaultBufferedBytes = 1024 * 1024;

/** The client method of one socket; see `DuplexSocket` for what it promises. `Socket` is the generated interface, which types `request` for each message. */
export function socketMethod<Request, Socket>(
  context: ClientContext,
  socket: SocketDescriptor<Request, Socket>,
): (request?: Request & SocketOptions<Request>) => Socket {
  return (request) => new ReconnectingSocket(context, socket, (request ?? {}) as Settings) as DuplexSocket<never, unknown> as Socket;
}

class ReconnectingSocket implements DuplexSocket<object, TaggedMessage>, Requester {
  readonly #context: ClientContext;
  readonly #descriptor: SocketDescriptor;
  readonly #settings: Settings;
  readonly #what: string;
  readonly #scope: AbortScope;
  readonly #retry: RetryLoop;
  readonly #queue: BoundedQueue<TaggedMessage>;
  readonly #replies: PendingReplies;
  readonly #maxBufferedBytes: number;
  readonly #firstOpening = new Deferred<void>();
  #connection: SocketConnection | undefined;
  #opening: unknown;
  #closing: { readonly code: number; readonly reason: string } | undefined;
  state: ConnectionState = { status: 'idle' };

  constructor(context: ClientContext, descriptor: SocketDescriptor, settings: Settings) {
    this.#context = context;
    this.#descriptor = descriptor;
    this.#settings = settings;
    this.#what = `socket ${descriptor.path}`;
    if (descriptor.opening !== undefined && settings.onChallenge === undefined) {
      throw new TransportError('invalid-argument', `${this.#what}: onChallenge is missing`);
    }
    this.#queue = new BoundedQueue(
      checkCount('maxQueuedMessages', settings.maxQueuedMessages ?? defaultQueuedMessages),
      checkCount('maxQueuedBytes', settings.maxQueuedBytes ?? defaultQueuedBytes),
    );
    this.#maxBufferedBytes = checkCount('maxBufferedBytes', settings.maxBufferedBytes ?? defaultBufferedBytes);
    this.#replies = new PendingReplies(descriptor.exchanges, context.timers, this.#what);
    this.#retry = new RetryLoop(context);
    this.#scope = createAbortScope(settings.signal);
    void this.#run();
  }

  get opened(): Promise<void> {
    return this.#firstOpening.promise;
  }

  get bufferedBytes(): number {
    return this.#connection?.link.bufferedBytes ?? 0;
  }

  send(message: object): void {
    this.#send(message as TaggedMessage);
  }

  async request(message: object, options: ReplyOptions = {}): Promise<object> {
    const { exchanges, tag, replyMs } = this.#descriptor;
    const name = String((message as TaggedMessage)[tag]);
    const exchange = ownValue(exchanges, name);
    if (exchange === undefined) throw new TransportError('invalid-argument', `${this.#what}: this message has no reply`);
    const correlated = this.#replies.correlate(message as TaggedMessage, exchange);
    const timeoutMs = checkCount('timeoutMs', options.timeoutMs ?? replyMs, maxTimerMs);
    this.#replies.check(correlated, exchange, options.signal);
    this.#send(correlated);
    return this.#replies.expect(correlated, exchange, timeoutMs, options.signal);
  }

  close(code = 1000, reason = ''): void {
    if ((code !== 1000 && !(code >= 3000 && code <= 4999)) || new TextEncoder().encode(reason).length > 123) {
      throw new TransportError('invalid-argument', `${this.#what}: close() takes 1000 or 3000..4999, and a reason up to 123 bytes`);
    }
    if (this.#closing !== undefined || this.state.status === 'closed') return;
    this.#closing = { code, reason };
    this.#scope.abort();
  }

  [Symbol.asyncIterator](): AsyncIterator<TaggedMessage, void, undefined> {
    return {
      next: () => this.#queue.next(),
      return: () => {
        this.close();
        this.#queue.clear();
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }

  #send(message: TaggedMessage): void {
    const text = encodeJson(message, this.#descriptor.messageBytes, `${this.#what}: message`);
    if (this.#connection?.ready !== true) throw new TransportError('not-open', `${this.#what}: wait for opened, or send in onOpen`);
    this.#connection.link.send(text, this.#maxBufferedBytes);
  }

  async #run(): Promise<void> {
    let failure: unknown;
    try {
      failure = await this.#connections();
    } catch (error) {
      failure = error;
    }
    if (this.#closing !== undefined) failure = undefined;
    this.#scope.dispose();
    this.#queue.end(failure);
    this.#firstOpening.reject(failure ?? new TransportError('socket-closed', `${this.#what}: closed before it was open`));
    this.#setState(failure === undefined ? { status: 'closed' } : { status: 'closed', failure });
  }

  /** One connection after the other; answers what ended the last one, or undefined where it ended as it should. */
  async #connections(): Promise<unknown> {
    const { signal } = this.#scope;
    for (;;) {
      const failure = await this.#connect();
      if (failure === undefined || signal.aborted) return failureOf(failure, signal, this.#what);
      // A message that asks to come back is an end like any other for whoever does not.
      if (this.#settings.reconnect !== true) return isInterruption(failure) ? undefined : failure;
      if (this.#retry.afterFailure(failure) !== 'wait') return failure;
      await this.#retry.wait(failure, undefined, signal, (state) => this.#setState(state));
      if (signal.aborted) return failureOf(failure, signal, this.#what);
    }
  }

  async #connect(): Promise<unknown> {
    const { timers, timeoutMs } = this.#context;
    const scope = createAbortScope(this.#scope.signal);
    const late = (): void => scope.abort(new TransportError('timeout', `${this.#what}: not open after ${timeoutMs} ms`));
    this.#opening = timers.setTimeout(late, timeoutMs);
    let failure: unknown;
    try {
      failure = await this.#converse(scope.signal);
    } catch (error) {
      failure = failureOf(error, scope.signal, this.#what);
    }
    timers.clearTimeout(this.#opening);
    scope.dispose();
    this.#connection = undefined;
    this.#replies.failAll(failure ?? new TransportError('interrupted', this.#what));
    return failure;
  }

  /** Opens one connection, and answers what it came to. An abort ends it, whatever it was waiting for. */
  async #converse(signal: AbortSignal): Promise<unknown> {
    this.#retry.attempts += 1;
    this.#setState({ status: 'connecting', attempt: this.#retry.attempts });
    const values = await prepareValues(this.#settings, { number: this.#retry.attempts, position: undefined, signal }, this.#what);
    if (signal.aborted) throw signal.reason;
    const connection = new SocketConnection(await openWebSocket(this.#context, this.#descriptor, values, signal), {
      descriptor: this.#descriptor,
      settings: this.#settings,
      context: this.#context,
      owner: { live: () => this.#live(), deliver: (tag, message, size) => this.#deliver(tag, message, size) },
      what: this.#what,
    });
    this.#connection = connection;
    const abort = (): void => connection.link.end(failureOf(undefined, signal, this.#what), this.#closing?.code, this.#closing?.reason);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    return connection.ended;
  }

  #live(): void {
    this.#context.timers.clearTimeout(this.#opening);
    this.#retry.opened();
    this.#setState({ status: 'live' });
    this.#firstOpening.resolve(undefined);
  }

  /** @throws TransportError `queue-overflow` */
  #deliver(tag: string, message: TaggedMessage, size: number): void {
    this.#retry.progressed();
    if (this.#replies.settle(tag, message)) return;
    if (!this.#queue.push(message, size))
      throw new TransportError('queue-overflow', `${this.#what}: over maxQueuedMessages or maxQueuedBytes`);
  }

  #setState(state: ConnectionState): void {
    this.state = state;
    this.#settings.onState?.(state);
  }
}

function isInterruption(failure: unknown): boolean {
  return failure instanceof TransportError && failure.code === 'interrupted';
}
