import { type Database, DatabaseError, migrate, type Transaction } from '@tidemark/database';
import type { Logs } from '@tidemark/log';
import { checkEmission, type EmissionRules, type SecretCheck } from './emission-check.ts';
import { envelopeJson, labelText } from './envelope.ts';
import { createEphemeralBus, type EphemeralBus } from './ephemeral-bus.ts';
import { HostEventsError } from './host-events-error.ts';
import { type Delivery, type Emission, type HostEventType, type OutgoingEvent, TEST_TYPES } from './host-event.ts';
import { type HostEventsObserver, silentObserver } from './observer.ts';
import { type OpenDependencies, type OpenedStream, type OpenPausePoint, type OpenRequest, openStream } from './open-stream.ts';
import { monotonicNow, newEventId, startTimer, systemClock } from './platform.ts';
import { type Revocation, REVOCATION_MIGRATIONS, Revocations, type Timers } from './revocations.ts';
import { looksSecret } from './secret-check.ts';
import { Sweeper } from './sweeper.ts';

/** Bounds that the service keeps itself; the others are the gateway's. */
export interface HostEventsLimits {
  readonly payloadBytes: number;
  readonly eventIdBytes: number;
  /** Longest wait for a database that cannot be reached, before 503. */
  readonly catchUpMs: number;
  readonly revocationMs: number;
}

export interface HostEventsOptions {
  readonly database: Database;
  readonly logs: Logs;
  readonly types: readonly HostEventType[];
  /** Present: the host promises strict replay, and advertises it (H1.2). */
  readonly replay?: { readonly minRetentionSeconds: number };
  readonly retentionSeconds: number;
  readonly limits: HostEventsLimits;
  /** Default: `looksSecret`. */
  readonly secretCheck?: SecretCheck;
  /** Default: within this process. */
  readonly bus?: EphemeralBus;
  /** What the envelope's timestamp says. */
  readonly clock?: { now(): number };
  readonly timers?: Timers;
  readonly newEventId?: () => string;
  /** For tests: awaited at each point. */
  readonly pause?: (point: OpenPausePoint) => Promise<void>;
  readonly report?: (error: unknown) => void;
  /** Default: nobody. */
  readonly observer?: HostEventsObserver;
}

/** What discovery says of the family (H1.2). */
export interface HostEventsFacet {
  readonly types: readonly { readonly type: string; readonly delivery: Delivery }[];
  readonly replay?: { readonly minRetentionSeconds: number };
}

export interface HostEvents {
  readonly facet: HostEventsFacet;
  /** Acknowledged once it is on disk (durable) or handed to whoever is there (ephemeral). Throws `HostEventsError`, `DatabaseError`. */
  emit(emission: Emission): Promise<{ readonly eventId: string }>;
  /** In the caller's own transaction: the event exists if and only if it commits (H3.1). Durable types only. */
  emitIn(tx: Transaction, emission: Emission): Promise<{ readonly eventId: string }>;
  /** The public test trigger (H3.2). Throws `unknown-type` for a class whose type is not listed. */
  trigger(delivery: Delivery, tenant: string, workspaceId?: string): Promise<{ readonly eventId: string; readonly type: string }>;
  /** Leaves the event out of every replay from now on, and refuses a cursor that names it (H2.5). */
  remove(eventId: string): Promise<boolean>;
  removeTenant(tenant: string): Promise<void>;
  revoke(revocation: Revocation): Promise<void>;
  restore(revocation: Revocation): Promise<void>;
  /** Decides before it resolves; see `openStream`. Throws `HostEventsError` `resync-required`, `revoked` or `unavailable`. */
  open(request: OpenRequest): Promise<OpenedStream>;
  /** Deletes what is older than the retention; runs by itself too. Gives the number of events. */
  sweep(): Promise<number>;
  close(): Promise<void>;
}

/** A hundredth of the retention, at least a second and at most a minute: how late a sweep may be. */
const sweepEveryMs = (retentionSeconds: number): number => Math.min(60_000, Math.max(1_000, retentionSeconds * 10));

const RETRY_MS = 50;

/**
 * Starts the service on a database. Throws `HostEventsError` for options that would break its promise, before anything is listened on.
 */
export async function createHostEvents(options: HostEventsOptions): Promise<HostEvents> {
  checkOptions(options);
  await migrate(options.database, 'host-events', REVOCATION_MIGRATIONS);
  const service = new HostEventsService(options);
  await service.start();
  return service;
}

function checkOptions({ types, replay, retentionSeconds }: HostEventsOptions): void {
  if (types.length === 0) throw new HostEventsError('no-types');
  if (new Set(types.map(({ type }) => type)).size < types.length) throw new HostEventsError('duplicate-type');
  if (replay !== undefined && retentionSeconds < replay.minRetentionSeconds) throw new HostEventsError('retention-below-promise');
}

class HostEventsService implements HostEvents {
  readonly facet: HostEventsFacet;
  readonly #options: HostEventsOptions;
  readonly #rules: EmissionRules;
  readonly #bus: EphemeralBus;
  readonly #clock: { now(): number };
  readonly #timers: Timers;
  readonly #revocations: Revocations;
  readonly #sweeper: Sweeper;
  readonly #opening: OpenDependencies;
  readonly #observer: HostEventsObserver;

  constructor(options: HostEventsOptions) {
    const { types, replay, limits, logs, database, retentionSeconds, report = ignore } = options;
    this.#options = options;
    this.#observer = options.observer ?? silentObserver;
    this.facet = { types: types.map(({ type, delivery }) => ({ type, delivery })), ...(replay === undefined ? {} : { replay }) };
    this.#rules = {
      types: new Map(types.map((type) => [type.type, type])),
      maxPayloadBytes: limits.payloadBytes,
      secretCheck: options.secretCheck ?? looksSecret,
    };
    this.#bus = options.bus ?? createEphemeralBus();
    this.#clock = options.clock ?? systemClock;
    this.#timers = options.timers ?? { start: startTimer };
    this.#revocations = new Revocations(database, report);
    this.#sweeper = new Sweeper({
      database,
      logs,
      retentionSeconds,
      everyMs: sweepEveryMs(retentionSeconds),
      timers: this.#timers,
      report,
      swept: (events) => {
        this.#observer.swept(events);
      },
    });
    this.#opening = {
      logs,
      types: this.#rules.types,
      revocations: this.#revocations,
      bus: this.#bus,
      logOf,
      maxEventIdBytes: limits.eventIdBytes,
      observer: this.#observer,
      pause: options.pause ?? (async () => {}),
    };
  }

  async start(): Promise<void> {
    // Half of the bound: the rest is for the query and the last event under way.
    await this.#revocations.start(this.#timers, Math.max(1, Math.floor(this.#options.limits.revocationMs / 2)));
    this.#sweeper.start();
  }

  async emit(emission: Emission): Promise<{ readonly eventId: string }> {
    return this.#emit(emission, false);
  }

  async emitIn(tx: Transaction, emission: Emission): Promise<{ readonly eventId: string }> {
    const { type, payloadJson } = checkEmission(this.#rules, emission, false);
    if (type.delivery !== 'durable') throw new HostEventsError('wrong-delivery');
    const event = this.#eventOf(emission, 'durable', payloadJson);
    await this.#options.logs.appendIn(tx, logOf(emission.tenant), [event]);
    return { eventId: event.id };
  }

  async trigger(delivery: Delivery, tenant: string, workspaceId?: string): Promise<{ readonly eventId: string; readonly type: string }> {
    const type = TEST_TYPES[delivery];
    const { eventId } = await this.#emit({ tenant, workspaceId, type, payload: {} }, true);
    return { eventId, type };
  }

  async remove(eventId: string): Promise<boolean> {
    return (await this.#options.logs.remove(eventId)).length > 0;
  }

  removeTenant(tenant: string): Promise<void> {
    return this.#options.logs.removeLog(logOf(tenant));
  }

  revoke(revocation: Revocation): Promise<void> {
    return this.#revocations.revoke(revocation);
  }

  restore(revocation: Revocation): Promise<void> {
    return this.#revocations.restore(revocation);
  }

  /** H2.8: a database that cannot be asked says nothing about a cursor. */
  async open(request: OpenRequest): Promise<OpenedStream> {
    const started = monotonicNow();
    const opened = await this.#open(request);
    this.#observer.opened((request.lastEventId ?? '') !== '', monotonicNow() - started);
    return opened;
  }

  async #open(request: OpenRequest): Promise<OpenedStream> {
    // Not the clock of the envelopes: that may be set, or stand still in a test.
    const deadline = monotonicNow() + this.#options.limits.catchUpMs;
    for (;;) {
      try {
        return await openStream(this.#opening, request);
      } catch (error) {
        if (!(error instanceof DatabaseError)) throw error;
        if (error.code !== 'unavailable' || monotonicNow() + RETRY_MS > deadline)
          throw new HostEventsError('unavailable', { cause: error });
      }
      await new Promise<void>((resolve) => {
        this.#timers.start(resolve, RETRY_MS);
      });
    }
  }

  sweep(): Promise<number> {
    return this.#sweeper.sweep();
  }

  async close(): Promise<void> {
    this.#revocations.stop();
    await this.#sweeper.stop();
  }

  async #emit(emission: Emission, reserved: boolean): Promise<{ readonly eventId: string }> {
    const started = monotonicNow();
    const { type, payloadJson } = checkEmission(this.#rules, emission, reserved);
    const event = this.#eventOf(emission, type.delivery, payloadJson);
    if (type.delivery === 'durable') await this.#options.logs.append(logOf(emission.tenant), event);
    else this.#publish(emission, event.body);
    this.#observer.emitted(type.delivery, monotonicNow() - started);
    return { eventId: event.id };
  }

  #eventOf({ type, workspaceId }: Emission, delivery: Delivery, payloadJson: string): { id: string; label: string; body: string } {
    const eventId = (this.#options.newEventId ?? newEventId)();
    const body = envelopeJson({ type, workspaceId, eventId, at: this.#clock.now(), delivery, payloadJson });
    return { id: eventId, label: labelText({ type, workspaceId }), body };
  }

  #publish({ tenant, type, workspaceId }: Emission, json: string): void {
    const outgoing: OutgoingEvent = { id: null, type, json };
    this.#bus.publish({ tenant, type, workspaceId, outgoing });
  }
}

/** One log for each tenant: another tenant's ids are in another log (H1.3). */
function logOf(tenant: string): string {
  return `host-events/${tenant}`;
}

function ignore(): void {}
