import type { LogEntry } from '@tidemark/log';
import { parseLabel } from './envelope.ts';
import type { OutgoingEvent } from './host-event.ts';

const known = new WeakMap<LogEntry, OutgoingEvent>();

/** The event of an entry: the same object whenever it is asked for, so that its bytes are made once for all streams. */
export function outgoingOf(entry: LogEntry): OutgoingEvent {
  let event = known.get(entry);
  if (event === undefined) {
    event = { id: entry.id, type: parseLabel(entry.label).type, json: entry.body ?? '' };
    known.set(entry, event);
  }
  return event;
}
