import { Worker } from 'node:worker_threads';
import { DatabaseError } from '../database-error.ts';
import type { ThreadFailure, ThreadOptions, ThreadReply, ThreadRequest, ThreadRows } from './protocol.ts';

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

/** One worker thread as the serving thread sees it. Requests of one turn of the event loop cross together. */
export interface SqliteThread {
  /** Resolves with the results; rejects with `DatabaseError`. */
  ask(request: WithoutId<ThreadRequest>): Promise<readonly ThreadRows[]>;
  /** The same, telling the request's number first: an `end` names its `begin` by it. */
  begin(): { readonly unit: number; readonly begun: Promise<unknown> };
  /** Ends the thread whatever it does. */
  terminate(): Promise<void>;
}

interface Waiting {
  readonly kind: ThreadRequest['kind'];
  readonly resolve: (results: readonly ThreadRows[]) => void;
  readonly reject: (error: DatabaseError) => void;
}

/** Starts a thread on the file. `died` is called once when it ends by itself; everything that waits is rejected first. */
export async function startThread(options: ThreadOptions, died: (cause: Error) => void): Promise<SqliteThread> {
  const thread = new Thread(options, died);
  try {
    await thread.opened;
  } catch (error) {
    await thread.terminate();
    throw error;
  }
  return thread;
}

class Thread implements SqliteThread {
  readonly opened: Promise<unknown>;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #subject: string;
  readonly #died: (cause: Error) => void;
  #outgoing: ThreadRequest[] = [];
  #lastId = 0;
  #dead: Error | null = null;

  constructor(options: ThreadOptions, died: (cause: Error) => void) {
    this.#subject = `SQLite ${options.role}`;
    this.#died = died;
    // `--import` and the like are the program's; the thread needs none, and one would cost its start-up again.
    this.#worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: options, execArgv: [] });
    this.opened = new Promise<readonly ThreadRows[]>((resolve, reject) => {
      this.#waiting.set(0, { kind: 'read', resolve, reject });
    });
    this.#worker.on('message', (replies: ThreadReply[]) => {
      for (const reply of replies) this.#settle(reply);
    });
    this.#worker.on('error', (error) => {
      this.#die(error instanceof Error ? error : new Error(String(error)));
    });
    this.#worker.on('exit', (code) => {
      this.#die(new Error(`the thread ended with ${code}`));
    });
  }

  ask(request: WithoutId<ThreadRequest>): Promise<readonly ThreadRows[]> {
    return this.#send({ ...request, id: ++this.#lastId });
  }

  begin(): { readonly unit: number; readonly begun: Promise<unknown> } {
    const unit = ++this.#lastId;
    return { unit, begun: this.#send({ kind: 'begin', id: unit }) };
  }

  async terminate(): Promise<void> {
    this.#die(new Error('the thread was ended'));
    await this.#worker.terminate();
  }

  #send(request: ThreadRequest): Promise<readonly ThreadRows[]> {
    return new Promise((resolve, reject) => {
      if (this.#dead !== null) {
        reject(new DatabaseError('unavailable', this.#subject, { cause: this.#dead }));
        return;
      }
      this.#waiting.set(request.id, { kind: request.kind, resolve, reject });
      if (this.#outgoing.length === 0) queueMicrotask(this.#post);
      this.#outgoing.push(request);
    });
  }

  readonly #post = (): void => {
    const requests = this.#outgoing;
    this.#outgoing = [];
    try {
      this.#postAll(requests);
    } catch {
      // One of them holds what cannot be cloned; that one alone fails.
      for (const request of requests) this.#postOne(request);
    }
  };

  #postOne(request: ThreadRequest): void {
    try {
      this.#postAll([request]);
    } catch (error) {
      const { message } = error as Error;
      this.#settle({ id: request.id, failure: { code: 'failed', message } });
    }
  }

  #postAll(requests: readonly ThreadRequest[]): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
    this.#worker.postMessage(requests);
  }

  #settle(reply: ThreadReply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (waiting === undefined) return;
    if ('failure' in reply) waiting.reject(errorOf(reply.failure, this.#subject));
    else waiting.resolve(reply.results);
  }

  #die(cause: Error): void {
    if (this.#dead !== null) return;
    this.#dead = cause;
    for (const { kind, reject } of this.#waiting.values()) {
      // The thread may have died between the flush and the answer.
      const code = kind === 'write' || kind === 'end' ? 'outcome-unknown' : 'unavailable';
      reject(new DatabaseError(code, this.#subject, { cause }));
    }
    this.#waiting.clear();
    this.#died(cause);
  }
}

function errorOf({ code, message }: ThreadFailure, subject: string): DatabaseError {
  return new DatabaseError(code, subject, { cause: new Error(message) });
}
