import { type HostEvents, HostEventsError } from '@tidemark/host-events';
import type { HostEventsConfig } from './config/server-config.ts';

/** The service over a store that is damaged: it is still described, and refuses everything as unavailable. */
export function refusingHostEvents({ types, replay }: HostEventsConfig, cause: Error): HostEvents {
  const refuse = (): Promise<never> => Promise.reject(new HostEventsError('unavailable', { cause }));
  return {
    facet: { types, ...(replay === null ? {} : { replay }) },
    emit: refuse,
    emitIn: refuse,
    trigger: refuse,
    remove: refuse,
    removeTenant: refuse,
    revoke: refuse,
    restore: refuse,
    open: refuse,
    sweep: refuse,
    close: async () => {},
  };
}
