import { preparedEvent, type PreparedEvent } from '@tidemark/gateway';
import type { OutgoingEvent } from '@tidemark/host-events';

const known = new WeakMap<OutgoingEvent, PreparedEvent>();

/** The event as the gateway takes it; the same object for every stream, so that it is framed once (F2). */
export function preparedOf(event: OutgoingEvent): PreparedEvent {
  let prepared = known.get(event);
  if (prepared === undefined) {
    prepared = preparedEvent(event.id, event.type, event.json);
    known.set(event, prepared);
  }
  return prepared;
}
