import { eventIdOf } from '../judges/derive.ts';
import { createSseParser } from '../sse/sse-parser.ts';
import { EventStreamFault } from '../sse/event-stream-fault.ts';
import type { Caller, Moment, ObservedFrame, ObservedStream, StreamLeg } from '../observation/host-event-run.ts';
import { deferred, type Deferred } from '../deferred.ts';
import { ask, type HostConnection, type PendingAnswer } from './host-connection.ts';

export interface StreamRequest {
  readonly leg: StreamLeg;
  readonly caller: Caller;
  /** Null: no header; `''`: an empty one. */
  readonly cursor: string | null;
  readonly resumable?: boolean;
}

/** A stream that was asked for with `replay=required`, while it is open. */
export class LiveStream {
  readonly #host: HostConnection;
  readonly #request: StreamRequest;
  readonly #answer: PendingAnswer;
  readonly #asked: Moment;
  readonly #frames: ObservedFrame[] = [];
  readonly #comments: string[] = [];
  readonly #waiting = new Map<string, Set<Deferred<boolean>>>();
  readonly #parser;
  #opened: Moment | null = null;
  #closed: Moment | null = null;
  #fault: string | null = null;
  #onComment: () => void = () => {};

  constructor(host: HostConnection, request: StreamRequest) {
    this.#host = host;
    this.#request = request;
    this.#parser = createSseParser({
      frame: (frame) => this.#frame({ ...frame, at: host.tick() }),
      comment: (text) => {
        this.#comments.push(text);
        this.#onComment();
      },
    });
    this.#asked = host.tick();
    const target = `/host/events?replay=required${request.resumable === true ? '&resumable=true' : ''}`;
    this.#answer = ask(
      host,
      { caller: request.caller, method: 'GET', target, lastEventId: request.cursor === null ? [] : [request.cursor] },
      { head: () => (this.#opened = host.tick()), content: (bytes) => this.#content(bytes), end: () => (this.#closed = host.tick()) },
    );
  }

  /** Whether it has ended, whoever ended it. */
  get over(): boolean {
    return this.#closed !== null;
  }

  /** Resolves when the head has come, or will not. */
  async opened(): Promise<boolean> {
    return (await this.#answer.head)?.status === 200;
  }

  /** True when the event has come, within the time; false when time ran out or the stream ended. */
  arrival(eventId: string, milliseconds: number): Promise<boolean> {
    if (this.#frames.some((frame) => eventIdOf(frame) === eventId)) return Promise.resolve(true);
    const waiter = deferred<boolean>();
    const waiters = this.#waiting.get(eventId) ?? new Set();
    this.#waiting.set(eventId, waiters.add(waiter));
    const timer = this.#host.platform.after(milliseconds, () => waiter.resolve(false));
    void this.#answer.ended.then(() => waiter.resolve(false));
    return waiter.promise.finally(() => {
      timer.cancel();
      waiters.delete(waiter);
    });
  }

  /** Resolves with the milliseconds after which a comment came, or null when time ran out. */
  comment(milliseconds: number): Promise<number | null> {
    const { promise, resolve } = deferred<number | null>();
    const since = this.#host.platform.now();
    const timer = this.#host.platform.after(milliseconds, () => resolve(null));
    this.#onComment = () => resolve(this.#host.platform.now() - since);
    void this.#answer.ended.then(() => resolve(null));
    return promise.finally(() => timer.cancel());
  }

  close(): void {
    this.#answer.close();
  }

  /** Reads on until the host ends it, at most so long. */
  async ended(milliseconds: number): Promise<void> {
    const timer = this.#host.platform.after(milliseconds, () => this.close());
    await this.#answer.ended;
    timer.cancel();
  }

  observed(): ObservedStream {
    return {
      leg: this.#request.leg,
      exchange: this.#answer.observed(),
      cursor: this.#request.cursor,
      asked: this.#asked,
      opened: this.#opened,
      closed: this.#closed ?? this.#host.tick(),
      frames: [...this.#frames],
      comments: [...this.#comments],
      pendingBytes: this.#parser.pendingBytes(),
      fault: this.#fault,
    };
  }

  #content(bytes: Uint8Array): void {
    if (this.#fault !== null) return;
    try {
      this.#parser.push(bytes);
    } catch (error) {
      if (!(error instanceof EventStreamFault)) throw error;
      this.#fault = error.message;
      this.close();
    }
  }

  #frame(frame: ObservedFrame): void {
    this.#frames.push(frame);
    const eventId = eventIdOf(frame);
    if (eventId !== null) for (const waiter of this.#waiting.get(eventId) ?? []) waiter.resolve(true);
  }
}
