import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { StartError } from '../start-error.ts';
import type { StoredEvent, StoreMessage, StoreMethod, StoreOpening, StoreRequests } from './requests.ts';

/** The store as the serving thread sees it: questions that are answered after the disk has them, and a feed of what was committed. */
export interface OrderStore {
  ask<M extends StoreMethod>(method: M, question: StoreRequests[M]['ask']): Promise<StoreRequests[M]['answer']>;
  /** Calls the listener for every event committed from now on, in commit order; gives the function that ends it. */
  follow(listener: (event: StoredEvent) => void): () => void;
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Opens the store's worker thread on a SQLite file, and resolves when the file is known to be good.
 * A worker that dies fails every question, then and later; the process lives on. `report` gets what a follower throws.
 * @throws {StartError} `database-*`.
 */
export async function openOrderStore(file: string, report: (error: unknown) => void): Promise<OrderStore> {
  // Without the process's own flags: what a test sets to run TypeScript is not for the built worker.
  const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: { file }, execArgv: [] });
  const [opening] = (await once(worker, 'message')) as [StoreOpening];
  if ('refused' in opening) throw new StartError(opening.refused.code, opening.refused.message);
  return connect(worker, report);
}

function connect(worker: Worker, report: (error: unknown) => void): OrderStore {
  const waiting = new Map<number, Waiting>();
  const followers = new Set<(event: StoredEvent) => void>();
  let lastId = 0;
  let dead: Error | undefined;

  const fail = (error: Error): void => {
    dead ??= error;
    for (const { reject } of waiting.values()) reject(dead);
    waiting.clear();
  };
  const tell = (event: StoredEvent): void => {
    for (const follower of followers) {
      try {
        follower(event);
      } catch (error) {
        // Thrown into the worker's message, this would end the process, and keep the event from the other followers.
        report(error);
      }
    }
  };
  worker.on('error', fail);
  worker.on('exit', (code) => fail(new Error(`The order store ended with ${code}.`)));
  worker.on('message', (message: StoreMessage) => {
    if ('committed' in message) return tell(message.committed);
    const question = waiting.get(message.id);
    waiting.delete(message.id);
    if ('failure' in message) question?.reject(new Error(message.failure));
    else question?.resolve(message.answer);
  });

  const ask: OrderStore['ask'] = (method, question) =>
    new Promise((resolve, reject) => {
      if (dead !== undefined) return reject(dead);
      const id = ++lastId;
      waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
      worker.postMessage({ id, method, ask: question });
    });
  return {
    ask,
    follow(listener) {
      followers.add(listener);
      return () => followers.delete(listener);
    },
    async close() {
      if (dead === undefined) await ask('close', {});
    },
  };
}
