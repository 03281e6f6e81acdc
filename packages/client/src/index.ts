export { followHostEvents, resync, type FollowOptions, type HostEventFollower, type Reconcile } from './follow-host-events.ts';
export { advertisesStrictReplay } from './discovery.ts';
export type { HostEventLike, OpenHostEvents, ResetReason } from './host-event.ts';
export { CLIENT_ERRORS, HostEventsClientError, type ClientErrorCode } from './client-error.ts';
