import type { ServerDescriptor } from '@tidemark/gateway';
import { type HostEventsFacet, TEST_TYPES } from '@tidemark/host-events';
import { decodeAnyPayload } from '@tidemark/host-events-client/decoders';
import { hostEventsServer } from '@tidemark/host-events-server';

/** What a host's configuration changes in the contract that is published. */
export interface HostEventsVariant {
  readonly facet: HostEventsFacet;
  readonly conformanceSeams: boolean;
}

/**
 * The generated server of the reference contract with this host's event types in place of the examples: the contract is a function of the types
 * (H1), and everything else of it stays.
 */
export function hostEventsDescriptor({ facet, conformanceSeams }: HostEventsVariant): ServerDescriptor {
  const { operations, streams } = hostEventsServer;
  const triggered = facet.types.some(({ type }) => type === TEST_TYPES.durable || type === TEST_TYPES.ephemeral);
  return {
    ...hostEventsServer,
    // The documents describe the example types.
    descriptions: [],
    operations: operations
      .filter(({ name }) => (name === 'triggerHostTestEvent' ? triggered : name !== 'emitHostEvent' || conformanceSeams))
      // Which types there are is the service's knowledge: the seam's body is decoded there.
      .map((operation) =>
        operation.name === 'emitHostEvent' ? { ...operation, body: { maxBytes: 'emitBodyBytes', decode: decodeAnyPayload } } : operation,
      ),
    streams: streams.map((stream) => ({
      ...stream,
      // Events leave as they were validated when they were emitted; nothing is decoded here again.
      events: facet.types.map(({ type, delivery }) => ({
        tag: type,
        id: delivery === 'durable' ? ('always' as const) : ('never' as const),
        decode: decodeAnyPayload,
      })),
    })),
  };
}
