import type { Delivery } from '../observation/host-event-run.ts';

/** One event of the host's. Its position is the order of its commit, and never leaves the host. */
export interface HostEvent {
  readonly position: number;
  readonly tenant: string;
  readonly eventId: string;
  readonly type: string;
  readonly timestamp: string;
  readonly delivery: Delivery;
  readonly workspaceId: string | null;
  readonly payload: object;
}

export interface HostLog {
  /** Durable events in commit order; a correct host drops none but those that were removed. */
  readonly durable: readonly HostEvent[];
  /** Kept by defects only: a correct host forgets an ephemeral event as soon as it is sent. */
  readonly ephemeral: readonly HostEvent[];
  append(event: Omit<HostEvent, 'position'>): HostEvent;
  remove(eventId: string): void;
  clear(): void;
}

export function createHostLog(): HostLog {
  let durable: HostEvent[] = [];
  const ephemeral: HostEvent[] = [];
  let position = 0;
  return {
    get durable() {
      return durable;
    },
    ephemeral,
    append(event) {
      position += 1;
      const stored = { ...event, position };
      (event.delivery === 'durable' ? durable : ephemeral).push(stored);
      return stored;
    },
    remove(eventId) {
      durable = durable.filter((event) => event.eventId !== eventId);
    },
    clear() {
      durable = [];
    },
  };
}

/** The envelope, in the order of the specification. */
export function envelopeOf({ eventId, type, timestamp, delivery, workspaceId, payload }: HostEvent): Record<string, unknown> {
  return { eventId, type, timestamp, delivery, ...(workspaceId === null ? {} : { workspaceId }), payload };
}

export function frameOf(event: string, id: string | null, data: object): string {
  return `event: ${event}\n${id === null ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}
