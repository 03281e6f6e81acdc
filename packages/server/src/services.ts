import type { Tracer } from '@opentelemetry/api';
import { type Database, DatabaseError, openDatabase } from '@tidemark/database';
import type { Logger } from '@tidemark/gateway';
import { createHostEvents, type HostEvents, type HostEventType } from '@tidemark/host-events';
import { decodeAnyPayload } from '@tidemark/host-events-client/decoders';
import { type Logs, openLogs } from '@tidemark/log';
import type { ServerConfig } from './config/server-config.ts';
import { openUntilExpiry } from './credentials/expiring-streams.ts';
import { countHostEvents } from './observability/host-events-counts.ts';
import type { Instruments } from './observability/instruments.ts';
import { observeDatabase } from './observability/observed-database.ts';
import { traceHostEvents } from './observability/traced-host-events.ts';
import { startTimer, wallClock } from './platform.ts';
import { refusingHostEvents } from './refusing-host-events.ts';
import { StartError } from './start-error.ts';

export interface Surroundings {
  readonly instruments: Instruments;
  readonly tracer: Tracer;
  readonly logger: Logger;
  /** Monotonic milliseconds. */
  readonly clock: { now(): number };
}

/** Everything behind the listeners. */
export interface Services {
  readonly hostEvents: HostEvents;
  /** Null: the store can be used. Else why it never will be again without an operator (S8). */
  readonly broken: () => Error | null;
  /** Rejects when the store does not answer now. */
  readonly ask: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/**
 * Opens the store and starts the services. A damaged file is no reason to end: the process says so, answers for its health, and refuses (S8).
 * Throws `StartError` `database` for everything else that keeps the store from being used.
 */
export async function openServices(config: ServerConfig, surroundings: Surroundings): Promise<Services> {
  let database: Database | null = null;
  try {
    database = await openDatabase(config.database, { report: reporter(surroundings.logger) });
    return await startServices(config, database, surroundings);
  } catch (error) {
    await database?.close().catch(() => {});
    if (!(error instanceof DatabaseError)) throw error;
    if (error.code !== 'corrupt') throw new StartError('database', error.message, { cause: error });
    surroundings.logger.error({ err: error }, 'database is corrupt: every request for events is refused');
    return {
      hostEvents: refusingHostEvents(config.hostEvents, error),
      broken: () => error,
      ask: () => Promise.reject(error),
      close: async () => {},
    };
  }
}

async function startServices(config: ServerConfig, opened: Database, surroundings: Surroundings): Promise<Services> {
  const database = observeDatabase(opened, surroundings);
  const report = reporter(surroundings.logger);
  const page = { entries: config.limits['replayPageEvents'] ?? 256, bytes: 1_048_576 };
  const logs = await openLogs(database, { page, report });
  const service = await createHostEvents({ ...serviceOptions(config, surroundings), database, logs, report });
  const open = openUntilExpiry((request) => service.open(request), { clock: wallClock, startTimer });
  return {
    hostEvents: traceHostEvents(service, open, surroundings),
    broken: () => database.broken,
    ask: () => database.run({ sql: 'SELECT 1', parameters: [] }),
    close: () => closeAll(service, logs, database),
  };
}

function serviceOptions({ hostEvents, limits }: ServerConfig, { instruments }: Surroundings) {
  const { types, replay, retentionSeconds } = hostEvents;
  return {
    types: types.map(({ type, delivery }): HostEventType => ({ type, delivery, decodePayload: decodeAnyPayload })),
    ...(replay === null ? {} : { replay }),
    retentionSeconds,
    limits: {
      payloadBytes: limits['payloadBytes'] as number,
      eventIdBytes: limits['eventIdBytes'] as number,
      catchUpMs: limits['catchUpMs'] as number,
      revocationMs: limits['revocationMs'] as number,
    },
    observer: countHostEvents(instruments),
  };
}

async function closeAll(service: HostEvents, logs: Logs, database: Database): Promise<void> {
  await service.close();
  logs.close();
  await database.close();
}

function reporter(logger: Logger): (error: unknown) => void {
  return (err) => {
    logger.warn({ err }, 'background work failed and will be tried again');
  };
}
