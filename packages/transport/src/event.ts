import type { StreamDescriptor } from './descriptor.ts';
import { ownValue } from './own-value.ts';
import { decodeOrFail } from './result.ts';
import type { SseItem } from './sse-reader.ts';
import { TransportError } from './transport-error.ts';

/** A decoded event: its tag, the position it stands for where it has one, and the message. */
export interface DecodedEvent {
  readonly event: string;
  readonly id?: string;
  readonly data: unknown;
}

/**
 * Decodes one block, or answers undefined where the contract lets a client skip it. The decoder for a tag refuses data of another tag.
 *
 * @throws TransportError `invalid-event`, `decode-failed`
 */
export function decodeEvent(stream: StreamDescriptor, item: SseItem & { kind: 'event' }, what: string): DecodedEvent | undefined {
  const described = ownValue(stream.events, item.event);
  if (described === undefined) {
    if (stream.unknownEvents === 'ignore') return undefined;
    throw new TransportError('invalid-event', `${what}: an event that the stream does not list`);
  }
  const { id } = item;
  if (described.id === 'always' ? id === undefined || id === '' : described.id === 'never' && id !== undefined) {
    throw new TransportError('invalid-event', `${what}: ${item.event} ${described.id === 'always' ? 'without' : 'with'} an id`);
  }
  const data = decodeOrFail(described.decode, item.data, stream.eventBytes, `${what}: ${item.event}`);
  return id === undefined ? { event: item.event, data } : { event: item.event, id, data };
}
