import type { HostEventsObserver } from '@tidemark/host-events';
import type { Instruments } from './instruments.ts';

/** Turns what the service tells into metrics. What it tells for each event and stream is two numbers that are read when somebody asks. */
export function countHostEvents(instruments: Instruments): HostEventsObserver {
  const delivered = { durable: 0, ephemeral: 0 };
  const emitted = { durable: 0, ephemeral: 0 };
  const total = (counts: typeof delivered) => () =>
    [
      [{ delivery: 'durable' }, counts.durable],
      [{ delivery: 'ephemeral' }, counts.ephemeral],
    ] as const;
  instruments.observe('tidemark_host_events_delivered_total', total(delivered));
  instruments.observe('tidemark_host_events_emitted_total', total(emitted));
  return {
    emitted(delivery, milliseconds) {
      emitted[delivery] += 1;
      if (delivery === 'durable') instruments.record('tidemark_host_events_append_seconds', milliseconds / 1_000);
    },
    delivered(delivery) {
      delivered[delivery] += 1;
    },
    opened(cursor, milliseconds) {
      instruments.add('tidemark_host_events_opened_total', { start: cursor ? 'cursor' : 'live' });
      instruments.record('tidemark_host_events_replay_seconds', milliseconds / 1_000);
    },
    notResumed(cause) {
      instruments.add('tidemark_host_events_resync_total', { cause });
    },
    swept(events) {
      instruments.add('tidemark_host_events_swept_total', {}, events);
      instruments.add('tidemark_host_events_sweeps_total', {});
    },
  };
}
