export { HOST_EVENTS_LIMITS, hostEventsHost, type HostEventsHostOptions } from './host-events-host.ts';
