import type { Logger } from '@tidemark/gateway';
import { type DestinationStream, pino } from 'pino';
import { errorFields } from './error-fields.ts';

/**
 * Every field that a line may have. What is not listed is left out, whoever logs it: so nothing has to be found and blackened afterwards (P3.1).
 */
export const LOG_FIELDS = ['err', 'service', 'endpoint', 'outcome', 'signal', 'address', 'adminAddress', 'count'] as const;
const FIELDS: ReadonlySet<string> = new Set(LOG_FIELDS);

const MAX_TEXT = 200;

/** Structured lines with closed fields. `message` is a constant of the program. */
export function createLogger(level: string, destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      // Pino's own would take the finished fields for an error and write them anew.
      serializers: { err: (fields: unknown) => fields },
      formatters: { level: (label) => ({ level: label }), log: allowed },
    },
    destination,
  );
}

function allowed(fields: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (!FIELDS.has(name)) continue;
    if (name === 'err') kept[name] = errorFields(value);
    else if (typeof value === 'string') kept[name] = value.slice(0, MAX_TEXT);
    else if (typeof value === 'number' || typeof value === 'boolean') kept[name] = value;
  }
  return kept;
}

/** Standard error, without ever waiting for whoever reads it: behind a full pipe lines are dropped. */
export function standardError(): DestinationStream & { flushSync(): void } {
  return pino.destination({ dest: 2, sync: false, maxLength: 1_048_576 });
}
