export { createHostEvents, type HostEvents, type HostEventsFacet, type HostEventsLimits, type HostEventsOptions } from './host-events.ts';
export {
  type Delivery,
  type Emission,
  type HostEventType,
  type OutgoingEvent,
  type PayloadDecoder,
  type Reader,
  TEST_TYPES,
  type VisibleEvent,
} from './host-event.ts';
export type { EventSink, LiveEvents, OpenedStream, OpenPausePoint, OpenRequest } from './open-stream.ts';
export { createEphemeralBus, type EphemeralBus, type EphemeralEvent } from './ephemeral-bus.ts';
export { HOST_EVENTS_ERRORS, HostEventsError, type HostEventsErrorCode } from './host-events-error.ts';
export type { Revocation, Timers } from './revocations.ts';
export type { SecretCheck } from './emission-check.ts';
export { looksSecret } from './secret-check.ts';
export { type HostEventsObserver, RESYNC_CAUSES, type ResyncCause } from './observer.ts';
