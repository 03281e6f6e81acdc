import type { Delivery } from './host-event.ts';

/** Why a cursor was not resumed. For operators: no client is ever told, nor can tell (H2.4). */
export const RESYNC_CAUSES = {
  malformed: 'Longer than any id.',
  unknown: 'No such event in the tenant’s log: never there, ephemeral, another tenant’s, deleted long ago, or from a lost future.',
  removed: 'Removed by lawful deletion.',
  swept: 'At or below the retention floor.',
  invisible: 'Not among what the reader may see now.',
} as const;
export type ResyncCause = keyof typeof RESYNC_CAUSES;

/** Is told what the service does, on its hot paths too: it must not throw, wait or allocate. Carries no id, tenant, subject, workspace or payload. */
export interface HostEventsObserver {
  /** An emission was acknowledged, after so many milliseconds. */
  emitted(delivery: Delivery, milliseconds: number): void;
  /** One event was handed to one stream. */
  delivered(delivery: Delivery): void;
  /** A stream was opened, after so many milliseconds. `cursor`: one was named, resumed or not. */
  opened(cursor: boolean, milliseconds: number): void;
  /** A cursor was not resumed: refused where replay is required (`strict`), else the stream is live. */
  notResumed(cause: ResyncCause, strict: boolean): void;
  /** A sweep has ended. */
  swept(events: number): void;
}

export const silentObserver: HostEventsObserver = { emitted() {}, delivered() {}, opened() {}, notResumed() {}, swept() {} };
