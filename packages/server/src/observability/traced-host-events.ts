import type { Tracer } from '@opentelemetry/api';
import type { HostEvents } from '@tidemark/host-events';
import { codeOf, inSpan } from './in-span.ts';
import type { Instruments } from './instruments.ts';

/** The service with a span for each operation, and what it refused counted by code. Spans have no attribute that names anybody. `open` opens its streams. */
export function traceHostEvents(
  service: HostEvents,
  open: HostEvents['open'],
  { tracer, instruments }: { readonly tracer: Tracer; readonly instruments: Instruments },
): HostEvents {
  const emitting = <T>(name: string, work: () => Promise<T>): Promise<T> =>
    counting('tidemark_host_events_emit_refused_total', () => inSpan(tracer, name, work));
  async function counting<T>(
    name: 'tidemark_host_events_emit_refused_total' | 'tidemark_host_events_open_failed_total',
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      instruments.add(name, { code: codeOf(error) });
      throw error;
    }
  }
  return {
    facet: service.facet,
    emit: (emission) => emitting('tidemark.host_events.emit', () => service.emit(emission)),
    emitIn: (tx, emission) => emitting('tidemark.host_events.emit', () => service.emitIn(tx, emission)),
    trigger: (...test) => emitting('tidemark.host_events.trigger', () => service.trigger(...test)),
    remove: (eventId) => inSpan(tracer, 'tidemark.host_events.remove', () => service.remove(eventId)),
    removeTenant: (tenant) => inSpan(tracer, 'tidemark.host_events.remove_tenant', () => service.removeTenant(tenant)),
    revoke: (revocation) => inSpan(tracer, 'tidemark.host_events.revoke', () => service.revoke(revocation)),
    restore: (revocation) => inSpan(tracer, 'tidemark.host_events.restore', () => service.restore(revocation)),
    open: (request) =>
      counting('tidemark_host_events_open_failed_total', () => inSpan(tracer, 'tidemark.host_events.open', () => open(request))),
    sweep: () => service.sweep(),
    close: () => service.close(),
  };
}
