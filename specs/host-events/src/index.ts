export { hostEvents, type HostEventsOptions } from './host-events.ts';
export { type HostEventType, TEST_TYPES } from './event-types.ts';
export type { HostEventLimit, HostEventLimits } from './limits.ts';
export { AnyPayload, type Delivery } from './envelope.ts';
export { HostEventsFacet } from './facet.ts';
