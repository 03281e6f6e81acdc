import { mediaType } from '../http/response-head.ts';
import { decodeJson, isRecord } from '../judges/derive.ts';
import { EventStreamFault } from '../sse/event-stream-fault.ts';
import { createSseParser, type SseFrame } from '../sse/sse-parser.ts';
import type { Conversation, Place, TracedExchange, TracedResponse } from './conversation.ts';

/** One event as it stood on the wire. */
export interface TracedFrame extends SseFrame {
  /** Its first byte. */
  readonly place: Place;
  /** Record in which its last byte came. */
  readonly at: number;
  /** The decoded data; undefined where it is no JSON. */
  readonly value: unknown;
  readonly eventId: string | null;
  readonly type: string | null;
}

/** A request for host events that was answered with a stream. */
export interface TracedStream {
  readonly exchange: TracedExchange;
  readonly response: TracedResponse;
  readonly strict: boolean;
  /** Null: no header. */
  readonly cursor: string | null;
  readonly frames: readonly TracedFrame[];
  /** Offset into the content at which a block is open. */
  readonly pendingFrom: number;
  readonly fault: EventStreamFault | null;
}

export interface StreamAsk {
  readonly strict: boolean;
  readonly cursor: string | null;
}

/** What a request for host events asks for. */
export function askOf({ request }: TracedExchange): StreamAsk {
  const query = new URL(request.target, 'http://host.invalid').searchParams;
  const cursors = request.headers.filter(({ name }) => name.toLowerCase() === 'last-event-id');
  const value = cursors[0]?.value;
  return { strict: query.get('replay') === 'required', cursor: value === undefined ? null : Buffer.from(value, 'latin1').toString('utf8') };
}

export function streamOf(exchange: TracedExchange, conversation: Conversation): TracedStream | null {
  const { response } = exchange;
  const asksStream = exchange.request.method === 'GET' && exchange.request.target.split('?')[0] === '/host/events';
  if (response === null || !asksStream || response.head.status !== 200 || mediaType(response.head) !== 'text/event-stream') return null;
  const way = conversation.way(exchange.connection, 'from-host');
  const { bytes, wire } = response.content;
  const frames: TracedFrame[] = [];
  const parser = createSseParser({
    frame(frame) {
      const value = decodeJson(frame.data);
      const member = (name: string): string | null => (isRecord(value) && typeof value[name] === 'string' ? value[name] : null);
      const place = way.place(wire[frame.start] ?? 0);
      frames.push({ ...frame, place, at: way.recordOf(wire[frame.end - 1] ?? 0), value, eventId: member('eventId'), type: member('type') });
    },
  });
  let fault: EventStreamFault | null = null;
  try {
    parser.push(bytes);
  } catch (error) {
    if (!(error instanceof EventStreamFault)) throw error;
    fault = error;
  }
  return { exchange, response, ...askOf(exchange), frames, pendingFrom: bytes.length - parser.pendingBytes(), fault };
}
