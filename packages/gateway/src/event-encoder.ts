import { encodeSseEvent } from '@tidemark/wire';
import type { StreamDescriptor } from './descriptor.ts';
import { GatewayError } from './gateway-error.ts';
import { createMessageEncoder } from './message-encoder.ts';

/** An event with the position that a client resumes from. Made by `withId`. */
export class IdentifiedEvent<E extends object = object> {
  readonly id: string;
  readonly event: E;
  /** Nominal: an object that merely looks like one is not recognised, and does not compile. */
  declare private readonly made: 'withId';

  constructor(id: string, event: E) {
    this.id = id;
    this.event = event;
    Object.freeze(this);
  }
}

/** Yields an event with its SSE `id:`: a cursor or an event id, whatever the contract resumes from. */
export function withId<E extends object>(id: string, event: E): IdentifiedEvent<E> {
  return new IdentifiedEvent(id, event);
}

/**
 * An event that was validated when it was made, for example before it was stored: its JSON text goes out as it is. Checked here are only the tag, the rule for
 * the id, the bytes, and that SSE can carry it. Made by `preparedEvent`.
 */
export class PreparedEvent {
  readonly id: string | null;
  readonly tag: string;
  readonly json: string;
  /** Nominal, as above. */
  declare private readonly made: 'preparedEvent';

  constructor(id: string | null, tag: string, json: string) {
    this.id = id;
    this.tag = tag;
    this.json = json;
    Object.freeze(this);
  }
}

/** `id`: null for an event without one. `json`: compact JSON of the whole event, which the stream's decoders accept; that is the caller's promise. */
export function preparedEvent(id: string | null, tag: string, json: string): PreparedEvent {
  return new PreparedEvent(id, tag, json);
}

/** One SSE block, framed as one HTTP/1.1 chunk; `block` is the part of it that HTTP/1.0 sends. */
export interface EncodedEvent {
  readonly chunk: Uint8Array;
  readonly block: Uint8Array;
  readonly terminal: 'reconnect' | 'final' | undefined;
}

export interface EventEncoder {
  /**
   * Encodes what a handler yielded. The same object is encoded once, however many streams it goes to; the same event under an id of each
   * stream's own shares the event's bytes. Throws `GatewayError` `invalid-event`.
   */
  encode(item: object): EncodedEvent;
  /** Events turned into JSON so far: what fan-out must keep from growing with the number of streams. */
  readonly encodings: number;
}

interface Body {
  readonly tag: string;
  readonly bytes: Uint8Array;
  readonly terminal: 'reconnect' | 'final' | undefined;
}

export function createEventEncoder(descriptor: StreamDescriptor, eventBytes: number): EventEncoder {
  const ids = new Map(descriptor.events.map(({ tag, id }) => [tag, id]));
  const bodies = new WeakMap<object, Body>();
  const encoded = new WeakMap<object, EncodedEvent>();
  const encodeMessage = createMessageEncoder({
    tag: descriptor.tag,
    messages: descriptor.events,
    maxBytes: eventBytes,
    errorCode: 'invalid-event',
    subject: `stream ${descriptor.name}`,
  });
  const preparedBody = createPreparedBody(descriptor, eventBytes);
  let encodings = 0;

  function bodyOf(event: object): Body {
    let body = bodies.get(event);
    if (body === undefined) {
      encodings += 1;
      const { tag, json, terminal } = encodeMessage(event);
      body = { tag, bytes: encodeSseEvent({ event: tag, data: json }), terminal };
      bodies.set(event, body);
    }
    return body;
  }

  function partsOf(item: object): readonly [id: string | undefined, body: Body] {
    if (item instanceof PreparedEvent) return [item.id ?? undefined, preparedBody(item)];
    if (item instanceof IdentifiedEvent) return [item.id, bodyOf(item.event)];
    return [undefined, bodyOf(item)];
  }

  return {
    encode(item) {
      const known = encoded.get(item);
      if (known !== undefined) return known;
      const [id, body] = partsOf(item);
      checkId(descriptor.name, body.tag, ids.get(body.tag), id);
      const result = frame(id, body);
      encoded.set(item, result);
      return result;
    },
    get encodings() {
      return encodings;
    },
  };
}

/** Checks what a prepared event must fit beyond its own validity, and frames it. */
function createPreparedBody({ name, tag: tagName, events }: StreamDescriptor, eventBytes: number): (event: PreparedEvent) => Body {
  const terminals = new Map(events.map(({ tag, terminal }) => [tag, terminal]));
  return ({ tag, json }) => {
    const subject = `stream ${name}, event ${tag}`;
    if (!terminals.has(tag)) throw new GatewayError('invalid-event', `stream ${name} has no event of that ${tagName}`);
    if (Buffer.byteLength(json) > eventBytes) throw new GatewayError('invalid-event', `${subject} has more than ${eventBytes} bytes`);
    if (lineBreaking.test(json)) throw new GatewayError('invalid-event', `${subject} is not compact JSON`);
    return { tag, bytes: encodeSseEvent({ event: tag, data: json }), terminal: terminals.get(tag) };
  };
}

const lineBreaking = /[\0\r\n]/;

function checkId(stream: string, tag: string, rule: 'always' | 'optional' | 'never' | undefined, id: string | undefined): void {
  const subject = `stream ${stream}, event ${tag}`;
  if (id === undefined) {
    if (rule === 'always') throw new GatewayError('invalid-event', `${subject} lacks its id`);
    return;
  }
  if (rule === 'never') throw new GatewayError('invalid-event', `${subject} has an id`);
  if (id === '' || lineBreaking.test(id) || !id.isWellFormed())
    throw new GatewayError('invalid-event', `${subject} has an id that SSE cannot carry`);
}

/** `id:` goes in front: the order of fields within a block means nothing, and what follows is shared by all streams. */
function frame(id: string | undefined, body: Body): EncodedEvent {
  const line = id === undefined ? '' : `id: ${id}\n`;
  const length = Buffer.byteLength(line) + body.bytes.length;
  return { ...chunkOf(line, body.bytes, length), terminal: body.terminal };
}

/** RFC 9112 section 7.1: size in hexadecimal, CRLF, data, CRLF. */
export function chunkOf(prefix: string, bytes: Uint8Array, length: number): { readonly chunk: Uint8Array; readonly block: Uint8Array } {
  const head = `${length.toString(16)}\r\n`;
  const chunk = Buffer.allocUnsafe(head.length + length + 2);
  const start = chunk.write(head, 0, 'latin1');
  const offset = start + chunk.write(prefix, start, 'utf8');
  chunk.set(bytes, offset);
  chunk.write('\r\n', start + length, 'latin1');
  return { chunk, block: chunk.subarray(start, start + length) };
}
