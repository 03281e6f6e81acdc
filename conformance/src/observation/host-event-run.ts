import type { ExchangeEnd } from '../http/raw-exchange.ts';
import type { ResponseHead } from '../http/response-head.ts';
import type { SseFrame } from '../sse/sse-parser.ts';

/** On whose behalf a request was sent: the operator's credentials, or one that no host knows. */
export type Caller = 'first' | 'second' | 'stranger';

export type Delivery = 'durable' | 'ephemeral';

/** A place in the run's one causal order: a counter, no time. What has the smaller number was seen to happen first. */
export type Moment = number;

export interface ObservedExchange {
  /** The number by which a trace knows it. */
  readonly connection: number;
  readonly caller: Caller;
  readonly target: string;
  /** Null: there was no answer. */
  readonly head: ResponseHead | null;
  readonly content: Uint8Array;
  readonly end: ExchangeEnd | 'timeout';
  readonly problem: string | null;
}

/** One event that the suite caused. `eventId` and `type` are what the answer said; null when it was no such answer. */
export interface ObservedTrigger {
  readonly caller: Caller;
  readonly delivery: Delivery;
  readonly exchange: ObservedExchange;
  readonly asked: Moment;
  readonly answered: Moment;
  readonly eventId: string | null;
  readonly type: string | null;
  /** `seam`: through an emit seam of the operator's, with a payload of the suite's. */
  readonly via: 'trigger' | 'seam';
}

export interface ObservedFrame extends SseFrame {
  readonly at: Moment;
}

export type StreamLeg =
  | 'absent-cursor'
  | 'empty-cursor'
  | 'resume'
  | 'resumable'
  | 'handoff'
  | 'second-live'
  | 'second-resume'
  | 'restart'
  | 'volume'
  | 'payload'
  | 'removal'
  | 'idle';

/** A stream that was asked for with `replay=required`. Its cursor: null for none, `''` for an empty header. */
export interface ObservedStream {
  readonly leg: StreamLeg;
  readonly exchange: ObservedExchange;
  readonly cursor: string | null;
  readonly asked: Moment;
  /** When the response head had come; null when none came. */
  readonly opened: Moment | null;
  /** When it had ended, whoever ended it. */
  readonly closed: Moment;
  readonly frames: readonly ObservedFrame[];
  readonly comments: readonly string[];
  /** Bytes behind the last complete block when it ended. */
  readonly pendingBytes: number;
  /** Why the parser gave up. */
  readonly fault: string | null;
}

export type RefusalCause = 'unknown' | 'malformed' | 'over-long' | 'ephemeral' | 'foreign' | 'removed' | 'expired';

/** A request with `replay=required` and a cursor that a host may not resume. */
export interface ObservedRefusal {
  readonly cause: RefusalCause;
  readonly cursor: string;
  readonly exchange: ObservedExchange;
  /** Frames, where the host opened a stream instead. */
  readonly frames: readonly ObservedFrame[];
  /** From the request's last byte to the end of the answer; for comparisons of distributions only. */
  readonly milliseconds: number;
}

/** How long one idle stream was watched for a sign of life. */
export interface ObservedIdle {
  readonly waitedMilliseconds: number;
  readonly commentSeen: boolean;
  readonly boundMilliseconds: number;
}

/** A request whose `replay` or `Last-Event-ID` has no defined form. */
export interface ObservedOddity {
  readonly what: 'empty-replay' | 'other-replay' | 'repeated-replay' | 'repeated-cursor';
  readonly exchange: ObservedExchange;
}

/** Everything that one run of the scenario `v2-host-event-strict-replay` saw. Judges read this and nothing else. */
export interface HostEventRun {
  /** Credentials in use, for judges that look for them in answers. Never written down. */
  readonly secrets: readonly string[];
  readonly discovery: ObservedExchange;
  /** The member `hostEvents` of the discovery document, as decoded. */
  readonly facet: unknown;
  readonly types: ReadonlyMap<string, Delivery>;
  readonly triggers: readonly ObservedTrigger[];
  readonly streams: readonly ObservedStream[];
  readonly refusals: readonly ObservedRefusal[];
  /** Requests of a caller whose credential no host knows, with `replay=required` and a cursor. */
  readonly strangers: readonly ObservedExchange[];
  /** Requests without the mode, with a cursor that nobody issued. */
  readonly withoutMode: readonly ObservedExchange[];
  readonly oddities: readonly ObservedOddity[];
  readonly idle: ObservedIdle | null;
  /** Event ids that the operator's adapter removed. */
  readonly removed: readonly string[];
}
