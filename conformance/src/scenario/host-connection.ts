import { deferred } from '../deferred.ts';
import {
  openExchange,
  type ExchangeEnd,
  type ExchangeSink,
  type OpenExchange,
  type RawRequest,
  type WireTap,
} from '../http/raw-exchange.ts';
import { headerValues, type HeaderLine, type ResponseHead } from '../http/response-head.ts';
import { checkOwnRequest } from '../description/own-request.ts';
import type { Caller, Moment, ObservedExchange } from '../observation/host-event-run.ts';
import type { Platform } from '../platform.ts';

/** A host under test, as one run talks to it. */
export interface HostConnection {
  /** Where it is now; a restart may move it. */
  url: URL;
  readonly tokens: Readonly<Record<Caller, string>>;
  readonly platform: Platform;
  readonly tap: WireTap | null;
  readonly openMs: number;
  readonly answerMs: number;
  /** The next moment of the run's causal order. */
  tick(): Moment;
  nextConnection(): number;
}

export function connectHost(given: Pick<HostConnection, 'url' | 'tokens' | 'platform' | 'tap' | 'openMs' | 'answerMs'>): HostConnection {
  let moment = 0;
  let connection = 0;
  return { ...given, tick: () => (moment += 1), nextConnection: () => (connection += 1) };
}

export interface HostRequest {
  readonly caller: Caller;
  readonly method: 'GET' | 'POST';
  readonly target: string;
  /** One header for each; `''` is an empty one. */
  readonly lastEventId?: readonly string[];
  readonly body?: unknown;
  /** Against the description on purpose. */
  readonly deliberate?: boolean;
}

/** An answer that is being read. */
export interface PendingAnswer {
  readonly head: Promise<ResponseHead | null>;
  readonly ended: Promise<void>;
  close(): void;
  /** Closes it because the host took too long. */
  expire(): void;
  observed(): ObservedExchange;
}

export interface AnswerSink {
  content?(bytes: Uint8Array): void;
  head?(head: ResponseHead): void;
  end?(): void;
}

/** More than this a host has no reason to send in one run on one connection. */
const MAX_CONTENT_BYTES = 64 * 1024 * 1024;

/** Sends a request on a connection of its own. The head is due within the deadline; what follows it may take as long as it likes. */
export function ask(host: HostConnection, request: HostRequest, sink: AnswerSink = {}): PendingAnswer {
  if (request.deliberate !== true) checkOwnRequest({ ...request, lastEventId: request.lastEventId ?? [], body: request.body });
  const answer = new Answer(host.nextConnection(), request, sink);
  answer.open(host);
  return answer;
}

class Answer implements PendingAnswer {
  readonly #connection: number;
  readonly #request: HostRequest;
  readonly #sink: AnswerSink;
  readonly #parts: Uint8Array[] = [];
  readonly #head = deferred<ResponseHead | null>();
  readonly #ended = deferred<undefined>();
  #bytes = 0;
  #received: ResponseHead | null = null;
  #end: ExchangeEnd | 'timeout' | null = null;
  #problem: string | null = null;
  #exchange: OpenExchange | null = null;

  constructor(connection: number, request: HostRequest, sink: AnswerSink) {
    this.#connection = connection;
    this.#request = request;
    this.#sink = sink;
  }

  get head(): Promise<ResponseHead | null> {
    return this.#head.promise;
  }

  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  open(host: HostConnection): void {
    const deadline = host.platform.after(isStream(this.#request) ? host.openMs : host.answerMs, () => this.expire());
    const sink: ExchangeSink = {
      head: (head) => {
        deadline.cancel();
        this.#received = head;
        this.#sink.head?.(head);
        this.#head.resolve(head);
      },
      content: (bytes) => this.#content(bytes),
      end: (end, problem) => {
        deadline.cancel();
        this.#end ??= end;
        this.#problem ??= problem;
        this.#sink.end?.();
        this.#head.resolve(null);
        this.#ended.resolve(undefined);
      },
    };
    this.#exchange = openExchange(host.url, rawRequest(host, this.#request), sink, this.#connection, host.tap);
  }

  expire(): void {
    this.#end ??= 'timeout';
    this.#problem ??= 'the deadline passed';
    this.close();
  }

  close(): void {
    this.#exchange?.close();
  }

  observed(): ObservedExchange {
    const { caller, target } = this.#request;
    return {
      connection: this.#connection,
      caller,
      target,
      head: this.#received,
      content: Buffer.concat(this.#parts),
      end: this.#end ?? 'closed-by-kit',
      problem: this.#problem,
    };
  }

  #content(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    if (this.#bytes > MAX_CONTENT_BYTES) {
      this.#end ??= 'malformed';
      this.#problem ??= `more than ${MAX_CONTENT_BYTES} bytes came on one connection`;
      this.close();
      return;
    }
    this.#parts.push(bytes);
    this.#sink.content?.(bytes);
  }
}

function isStream({ target }: HostRequest): boolean {
  return target === '/host/events' || target.startsWith('/host/events?');
}

function rawRequest({ url, tokens }: HostConnection, request: HostRequest): RawRequest {
  const token = tokens[request.caller];
  const body = request.body === undefined ? undefined : JSON.stringify(request.body);
  const headers: HeaderLine[] = [
    { name: 'Host', value: url.host },
    { name: 'Authorization', value: `Bearer ${token}` },
    {
      name: 'Accept',
      value: isStream(request) ? 'text/event-stream' : '*/*',
    },
    ...(request.lastEventId ?? []).map((id) => ({ name: 'Last-Event-ID', value: Buffer.from(id, 'utf8').toString('latin1') })),
    ...(body === undefined
      ? []
      : [
          { name: 'Content-Type', value: 'application/json' },
          { name: 'Content-Length', value: String(Buffer.byteLength(body)) },
        ]),
  ];
  const prefix = url.pathname.replace(/\/$/, '');
  return { method: request.method, target: prefix + request.target, headers, secrets: [token], ...(body === undefined ? {} : { body }) };
}

/** An answer that is not a stream, read to its end; what takes longer than `answerMs` is cut. */
export async function askWhole(host: HostConnection, request: HostRequest): Promise<ObservedExchange> {
  const answer = ask(host, request);
  await answer.head;
  const deadline = host.platform.after(host.answerMs, () => answer.expire());
  await answer.ended;
  deadline.cancel();
  return answer.observed();
}

/** Longest wait that a host may ask for, and how often. */
const MAX_RETRY_AFTER_MS = 30_000;
const MAX_ATTEMPTS = 12;

/** Repeats what a host answers with 429 or 503 and Retry-After: a host may limit its trigger, and the kit obeys. */
export async function whileBusy<T>(
  host: HostConnection,
  attempt: () => Promise<T>,
  headOf: (result: T) => ResponseHead | null,
): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    const result = await attempt();
    const wait = retryAfterMs(headOf(result));
    if (wait === null || attempts === MAX_ATTEMPTS) return result;
    await pause(host.platform, wait);
  }
}

function retryAfterMs(head: ResponseHead | null): number | null {
  if (head === null || (head.status !== 429 && head.status !== 503)) return null;
  const [seconds = '1'] = headerValues(head, 'retry-after');
  return /^[0-9]{1,4}$/.test(seconds) ? Math.min(Math.max(Number(seconds) * 1000, 200), MAX_RETRY_AFTER_MS) : 1000;
}

export function pause(platform: Platform, milliseconds: number): Promise<void> {
  const { promise, resolve } = deferred<undefined>();
  platform.after(milliseconds, () => resolve(undefined));
  return promise;
}
