import type { Tracer } from '@opentelemetry/api';
import { type Database, DatabaseError } from '@tidemark/database';
import type { Logger } from '@tidemark/gateway';
import { codeOf, inSpan } from './in-span.ts';
import type { Instruments } from './instruments.ts';

export interface Observation {
  readonly instruments: Instruments;
  readonly tracer: Tracer;
  readonly logger: Logger;
  /** Monotonic milliseconds. */
  readonly clock: { now(): number };
}

type Operation = 'run' | 'snapshot' | 'write' | 'transaction' | 'listen';

/** A database whose calls are measured; its first failure in a row is logged, and its first success after one. */
export function observeDatabase(database: Database, observation: Observation): Database {
  const watch = new Watch(observation);
  return {
    builder: () => database.builder(),
    run: (query) => watch.call('run', () => database.run(query)),
    snapshot: (queries) => watch.call('snapshot', () => database.snapshot(queries)),
    write: (steps, wake) => watch.call('write', () => database.write(steps, wake)),
    transaction: (work) => watch.call('transaction', () => database.transaction(work)),
    listen: (channel, wake) => watch.call('listen', () => database.listen(channel, wake)),
    now: () => database.now(),
    get parallelWrites() {
      return database.parallelWrites;
    },
    get broken() {
      return database.broken;
    },
    close: () => database.close(),
  };
}

class Watch {
  readonly #observation: Observation;
  #failing = false;

  constructor(observation: Observation) {
    this.#observation = observation;
    observation.instruments.observe('tidemark_database_up', () => [[{}, this.#failing ? 0 : 1]]);
  }

  async call<T>(operation: Operation, work: () => Promise<T>): Promise<T> {
    const { instruments, tracer, clock } = this.#observation;
    const started = clock.now();
    try {
      const result = await inSpan(tracer, `tidemark.database.${operation}`, work);
      this.#succeeded();
      return result;
    } catch (error) {
      this.#failed(error);
      throw error;
    } finally {
      instruments.record('tidemark_database_seconds', (clock.now() - started) / 1_000, { operation });
    }
  }

  #succeeded(): void {
    if (!this.#failing) return;
    this.#failing = false;
    this.#observation.logger.info({}, 'database works again');
  }

  /** What a statement or a caller is at fault for says nothing about the database. */
  #failed(error: unknown): void {
    if (!(error instanceof DatabaseError)) return;
    this.#observation.instruments.add('tidemark_database_errors_total', { code: codeOf(error) });
    if (this.#failing || error.code === 'conflict' || error.code === 'closed') return;
    this.#failing = true;
    this.#observation.logger.error({ err: error }, 'database failed');
  }
}
