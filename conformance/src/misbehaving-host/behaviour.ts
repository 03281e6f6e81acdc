import { envelopeOf, frameOf, type HostEvent, type HostLog } from './log.ts';

/** Why a cursor is not resumed. Only defects let a caller see it. */
export type Cause = 'unknown' | 'malformed' | 'over-long' | 'ephemeral' | 'foreign' | 'removed' | 'expired';

export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Resolution =
  | { readonly kind: 'resume'; readonly after: number; readonly cursor: HostEvent | null }
  | { readonly kind: 'live' }
  | { readonly kind: 'refuse'; readonly cause: Cause };

export interface Opening {
  readonly tenant: string;
  /** Empty for an absent or empty header. */
  readonly cursor: string;
  readonly headerPresent: boolean;
  readonly strict: boolean;
  readonly query: URLSearchParams;
}

/** One open stream. `lives` counts what was sent live. */
export interface Subscriber {
  readonly tenant: string;
  readonly resumed: boolean;
  readonly sent: string[];
  lives: number;
}

/**
 * Everything that the host decides, one member each. The defaults are right; a defect overrides one of them. Members are called with the
 * host's log, and do no I/O.
 */
export interface Behaviour {
  readonly facet: (types: readonly object[]) => object;
  /** Null: goes on to the opening; else the status of the answer. */
  readonly refuseForm: (query: URLSearchParams, cursors: number) => number | null;
  /** Whether a credential is looked at before the cursor. */
  readonly authenticatesFirst: boolean;
  readonly resolve: (opening: Opening, log: HostLog, expired: ReadonlySet<string>, removed: ReadonlySet<string>) => Resolution;
  readonly backlog: (resolution: Resolution & { kind: 'resume' }, opening: Opening, log: HostLog) => readonly HostEvent[];
  readonly sees: (event: HostEvent, tenant: string, live: boolean) => boolean;
  /**
   * How a resumed stream goes over to live: `at-once` in one turn; `late-attach` misses what is committed between backlog and attachment;
   * `early-snapshot` reads the backlog, then takes its time before it answers and attaches; `unmerged` buffers live events, reads the backlog, and sends both.
   */
  readonly handoff: 'at-once' | 'late-attach' | 'early-snapshot' | 'unmerged';
  /** How often a live event is sent to a subscriber. */
  readonly copies: (event: HostEvent, subscriber: Subscriber) => number;
  readonly frame: (event: HostEvent, replayed: boolean) => string;
  readonly refusal: (cause: Cause, cursor: string, log: HostLog) => Refusal;
  /** Milliseconds before a refusal is sent. */
  readonly hesitation: (cause: Cause) => number;
  /** Text in front of the stream, and its head; null: nothing is ever answered. */
  readonly streamHead: Readonly<Record<string, string>> | null;
  readonly greeting: string;
  readonly speaks: boolean;
  readonly keepsAlive: boolean;
  /** Frames after which the stream is cut inside a block. */
  readonly cutsAfter: number;
  readonly triggerAnswer: (event: HostEvent) => { readonly status: number; readonly body: object };
  readonly eventId: (fresh: string, log: HostLog) => string;
  readonly timestamp: (now: string) => string;
  /** Events that nobody asked for, beside one that somebody did. */
  readonly strays: (event: HostEvent) => readonly HostEvent[];
  readonly survivesRestart: boolean;
  readonly removes: boolean;
}

export const REFUSAL_BODY = { error: 'host_event_resync_required', message: 'Strict replay cannot resume from this position.' } as const;

const REFUSAL_HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' } as const;

export function refusalOf(body: object, more: Partial<Refusal> = {}): Refusal {
  return { status: 409, headers: REFUSAL_HEADERS, body: JSON.stringify(body), ...more };
}

/** Resumable by this caller, or why not. */
export function resolveCursor(
  { tenant, cursor, strict }: Opening,
  log: HostLog,
  expired: ReadonlySet<string>,
  removed: ReadonlySet<string>,
): Resolution {
  if (cursor === '') return { kind: 'live' };
  const known = log.durable.find(({ eventId }) => eventId === cursor);
  if (known !== undefined && known.tenant === tenant && !expired.has(cursor))
    return { kind: 'resume', after: known.position, cursor: known };
  return strict ? { kind: 'refuse', cause: causeOf(cursor, known, log, expired, removed) } : { kind: 'live' };
}

function causeOf(
  cursor: string,
  known: HostEvent | undefined,
  log: HostLog,
  expired: ReadonlySet<string>,
  removed: ReadonlySet<string>,
): Cause {
  if (expired.has(cursor)) return 'expired';
  if (removed.has(cursor)) return 'removed';
  if (known !== undefined) return 'foreign';
  if (log.ephemeral.some(({ eventId }) => eventId === cursor)) return 'ephemeral';
  if (cursor.length > 128) return 'over-long';
  return /^evt_[0-9a-f]{24}$/.test(cursor) ? 'unknown' : 'malformed';
}

export const RIGHT: Behaviour = {
  facet: (types) => ({ types, replay: { minRetentionSeconds: 3600 } }),
  refuseForm: (query, cursors) => {
    const modes = query.getAll('replay');
    return cursors > 1 || modes.length > 1 || modes.some((mode) => mode !== 'required') ? 400 : null;
  },
  authenticatesFirst: true,
  resolve: resolveCursor,
  backlog: ({ after }, _opening, log) => log.durable.filter(({ position }) => position > after),
  sees: (event, tenant) => event.tenant === tenant,
  handoff: 'at-once',
  copies: () => 1,
  frame: (event) => frameOf(event.type, event.delivery === 'durable' ? event.eventId : null, envelopeOf(event)),
  refusal: () => refusalOf(REFUSAL_BODY),
  hesitation: () => 0,
  streamHead: { 'content-type': 'text/event-stream', 'cache-control': 'no-store, no-transform' },
  greeting: ':\n\n',
  speaks: true,
  keepsAlive: true,
  cutsAfter: Number.POSITIVE_INFINITY,
  triggerAnswer: ({ eventId, type }) => ({ status: 202, body: { eventId, type } }),
  eventId: (fresh) => fresh,
  timestamp: (now) => now,
  strays: () => [],
  survivesRestart: true,
  removes: true,
};
