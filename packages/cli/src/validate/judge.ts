import { once } from 'node:events';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type Finding, ruleFinding } from '@tidemark/validators';

const WORKER = './worker';

/** This file runs as TypeScript only in this repository. A thread does not inherit the loader that this needs, so it begins with that. */
function spawn(): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(`${WORKER}.js`, import.meta.url), { execArgv: [] });
  const loader = new URL('dist/esm/api/index.mjs', pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'))).href;
  const source = new URL(`${WORKER}.ts`, import.meta.url).href;
  const begin = `import('${loader}').then(({ register }) => { register(); return import('${source}'); });`;
  return new Worker(begin, { eval: true, execArgv: ['--conditions=@tidemark/source'] });
}

/**
 * Judges descriptions one after the other in a thread, which can be ended whatever it does: a regular expression that backtracks
 * never yields. One thread serves many documents, until one of them takes too long.
 */
export class Judge {
  readonly #seconds: number;
  #worker: Worker | undefined;

  /** `seconds`: time of each document, 1 to 86,400. */
  constructor(seconds: number) {
    this.#seconds = seconds;
  }

  /** The findings, or `validator-timeout` alone. Rejects when the thread dies, for example of memory. */
  async judge(text: string): Promise<readonly Finding[]> {
    const worker = (this.#worker ??= await start());
    const timer = new AbortController();
    const late = setTimeout(() => timer.abort(), this.#seconds * 1000);
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage(text);
      const [findings] = (await once(worker, 'message', { signal: timer.signal })) as [readonly Finding[]];
      return findings;
    } catch (error) {
      await this.close();
      if (!timer.signal.aborted) throw error;
      return [ruleFinding('validator-timeout', '', `could not be judged in time: the validators had no answer after ${this.#seconds} s`)];
    } finally {
      clearTimeout(late);
    }
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = undefined;
  }
}

async function start(): Promise<Worker> {
  const worker = spawn();
  await once(worker, 'message');
  return worker;
}
