import { type GatewayPlugin, type Limits, type ServiceOptions, servicePlugin } from '@tidemark/gateway';
import type { HostEvents, Reader } from '@tidemark/host-events';
import { hostEventsServer } from '@tidemark/host-events-server';
import { hostEventsDescriptor } from './host-events-descriptor.ts';
import { hostEventsHandlers } from './host-events-handlers.ts';
import { createRateLimit } from './rate-limit.ts';

export interface HostEventsHostOptions {
  readonly service: HostEvents;
  readonly authenticate: NonNullable<ServiceOptions<Reader>['authenticate']>;
  /** Whether the local emit seam is there (H3.2). Default no. */
  readonly conformanceSeams?: boolean;
  /** Overrides of published bounds, by name. */
  readonly limits?: Limits;
  /** Monotonic milliseconds, for rates. */
  readonly clock: { now(): number };
}

/** Every bound that host events publish, with its default (H5.1). */
export const HOST_EVENTS_LIMITS: Limits = hostEventsServer.limits;

/** Host events on a gateway: the stream, the trigger where its types are listed, the seam where it is opened, and the family in discovery. */
export function hostEventsHost({
  service,
  authenticate,
  conformanceSeams = false,
  limits = {},
  clock,
}: HostEventsHostOptions): GatewayPlugin {
  const limitOf = (name: 'readsPerSecond' | 'triggersPerSecond'): number => limits[name] ?? (HOST_EVENTS_LIMITS[name] as number);
  const handlers = hostEventsHandlers({
    service,
    reads: createRateLimit(limitOf('readsPerSecond'), clock),
    triggers: createRateLimit(limitOf('triggersPerSecond'), clock),
  });
  return servicePlugin(hostEventsDescriptor({ facet: service.facet, conformanceSeams }), handlers, {
    authenticate,
    limits,
    discovery: () => ({ hostEvents: service.facet }),
  });
}
