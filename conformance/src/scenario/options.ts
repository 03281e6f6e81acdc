import type { WireTap } from '../http/raw-exchange.ts';
import type { Caller, Delivery } from '../observation/host-event-run.ts';
import type { Platform } from '../platform.ts';

/** What only the host's operator can cause (H6.2). Each is optional; the legs that need an absent one are blocked, and never scored. */
export interface OperatorAdapters {
  /** Replaces the host's process; resolves when it accepts connections again, with its address where that has changed. */
  readonly restart?: () => Promise<string | null>;
  /** Removes an event by lawful deletion. */
  readonly remove?: (eventId: string) => Promise<void>;
  /** Makes the event older than `minRetentionSeconds`. */
  readonly expire?: (eventId: string) => Promise<void>;
  /** Emits so many durable events of the first tenant through the host's own path. */
  readonly flood?: (events: number) => Promise<void>;
  /** Emits one durable event of the first tenant with a payload of so many bytes; resolves with its id. */
  readonly emitLarge?: (payloadBytes: number) => Promise<string>;
}

export interface Deadlines {
  /** For the response head of a stream, or of its refusal. */
  readonly openMs: number;
  /** For every other answer, whole. */
  readonly answerMs: number;
  /** For an event to arrive that was caused. Only decides that a stream is dead, never that an event is absent. */
  readonly arrivalMs: number;
  /** For a keep-alive comment on an idle stream; 0: the leg is left out. */
  readonly keepAliveMs: number;
}

/** 30 s are promised for the comment; the rest allows for a loaded machine. */
export const DEFAULT_DEADLINES: Deadlines = { openMs: 15_000, answerMs: 15_000, arrivalMs: 8_000, keepAliveMs: 32_000 };

/** `forge`: a cursor that the suite made up, so that no host can know it. */
export interface ScenarioCause {
  readonly action: 'emit' | 'restart' | 'expire' | 'remove' | 'forge';
  readonly connection: number | null;
  readonly caller?: Caller;
  readonly eventId?: string;
  readonly delivery?: Delivery;
}

export interface ScenarioOptions {
  readonly url: string;
  readonly firstToken: string;
  /** A credential of another tenant; without it the legs about two tenants are blocked. */
  readonly secondToken: string | null;
  /** Events are triggered in this workspace; null: in none. */
  readonly workspaceId: string | null;
  readonly adapters: OperatorAdapters;
  readonly deadlines: Deadlines;
  /** Openings that race with emissions. */
  readonly handoffRounds: number;
  /** Refusals per cause that are timed; 0: none. H2.4a asks for 2,000. */
  readonly timings: number;
  readonly platform: Platform;
  readonly tap: WireTap | null;
  /** Told what the scenario did, for traces. */
  readonly cause: (cause: ScenarioCause) => void;
  readonly progress: (step: string) => void;
}
