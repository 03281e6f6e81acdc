import type { Label } from './envelope.ts';
import type { OutgoingEvent } from './host-event.ts';

/** An ephemeral event on its way to whoever is there. */
export interface EphemeralEvent extends Label {
  readonly tenant: string;
  readonly outgoing: OutgoingEvent;
}

/**
 * Carries ephemeral events between the gateways of a host. It knows no database: what it carries cannot reach a disk (H1.4, H3.1). A deployment with
 * several processes gives one that also reaches the others; losing an event is allowed.
 */
export interface EphemeralBus {
  publish(event: EphemeralEvent): void;
  /** Gives the function that ends it. */
  subscribe(tenant: string, sink: (event: EphemeralEvent) => void): () => void;
}

/** Within one process. */
export function createEphemeralBus(): EphemeralBus {
  const tenants = new Map<string, Set<(event: EphemeralEvent) => void>>();
  return {
    publish(event) {
      for (const sink of Array.from(tenants.get(event.tenant) ?? [])) sink(event);
    },
    subscribe(tenant, sink) {
      const sinks = tenants.get(tenant) ?? new Set();
      tenants.set(tenant, sinks);
      sinks.add(sink);
      return () => {
        sinks.delete(sink);
        if (sinks.size === 0 && tenants.get(tenant) === sinks) tenants.delete(tenant);
      };
    },
  };
}
