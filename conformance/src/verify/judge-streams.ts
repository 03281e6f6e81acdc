import { describedAt, describedBy } from '../description/published.ts';
import { headerValues } from '../http/response-head.ts';
import { isRecord } from '../judges/derive.ts';
import type { Way } from './conversation.ts';
import { describedAnswer, type DescribedMedia } from './described-operation.ts';
import type { Finding } from './finding.ts';
import { hasHeader } from './judge-documents.ts';
import { STREAM, type Timeline } from './timeline.ts';
import type { TracedFrame, TracedStream } from './traced-stream.ts';

const PUBLISHED = 'tidemark.c4.published-description';

/** A comment is due every 30 s; the rest allows for a loaded machine. */
const SILENCE_MS = 32_000;

/** Messages of another kind that may share the channel with host events (a liveness signal of the host). */
const TOLERATED_MESSAGES = new Set(['heartbeat']);

/** Every stream: its head, framing, keep-alive, and each of its messages. */
export function judgeStreams(timeline: Timeline): Finding[] {
  return timeline.streams.flatMap((stream) => {
    const way = timeline.conversation.way(stream.exchange.connection, 'from-host');
    const frames = stream.frames.filter(({ event }) => !TOLERATED_MESSAGES.has(event));
    return [
      ...headFaults(stream, way),
      ...framingFaults(stream, way),
      ...silences(stream, way),
      ...frames.flatMap((frame) => [...frameFaults(frame, timeline), ...publishedFaults(frame)]),
    ];
  });
}

function headFaults({ response }: TracedStream, way: Way): Finding[] {
  const { head, start } = response;
  const plain = headerValues(head, 'content-encoding').length === 0;
  if (hasHeader(head, 'cache-control', 'no-store', 'no-transform') && plain) return [];
  const what = 'a stream is not sent with Cache-Control: no-store, no-transform, or is compressed';
  return [{ requirement: 'tidemark.b1.1.stream-head', what, ...way.place(start) }];
}

function framingFaults({ response, exchange, fault, pendingFrom }: TracedStream, way: Way): Finding[] {
  const { bytes, wire } = response.content;
  const find = (what: string, at: number): Finding => ({
    requirement: '0236.stream.event-stream',
    what,
    ...way.place(wire[Math.min(at, wire.length - 1)] ?? response.start),
  });
  const found: Finding[] = [];
  if (fault !== null) found.push(find(fault.message, fault.offset));
  const byHost = response.complete || (exchange.end?.by === 'host' && exchange.end.how === 'fin');
  if (byHost && fault === null && pendingFrom < bytes.length) {
    found.push(find('the host ended the stream inside a block, not between two events', pendingFrom));
  }
  const broken = invalidUtf8At(bytes.subarray(0, pendingFrom));
  if (broken >= 0) found.push(find('a complete block is not UTF-8', broken));
  return found;
}

/** First byte that begins no UTF-8 sequence; -1 where there is none. */
function invalidUtf8At(bytes: Uint8Array): number {
  const decodes = (end: number, stream: boolean): boolean => {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, end), { stream });
      return true;
    } catch {
      return false;
    }
  };
  if (decodes(bytes.length, false)) return -1;
  let [good, bad] = [0, bytes.length];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (decodes(middle, true)) good = middle;
    else bad = middle;
  }
  return good;
}

/** Between two reads, and between the last one and the end: what was recorded was open all that time. */
function silences({ response, exchange }: TracedStream, way: Way): Finding[] {
  const times = way.reads.filter(({ n }) => n >= response.opened).map(({ n, t, start }) => ({ n, t, start }));
  const end = exchange.end === null ? [] : [{ n: exchange.end.n, t: exchange.end.t, start: null }];
  const all = [...times, ...end];
  return all.flatMap((each, index) => {
    const before = all[index - 1];
    if (before === undefined || each.t - before.t <= SILENCE_MS) return [];
    const what = `the stream was silent for ${Math.round((each.t - before.t) / 1000)} s; a comment is due every 30 s`;
    return [{ requirement: '0236.stream.keep-alive', what, connection: exchange.connection, record: each.n, offset: each.start }];
  });
}

function frameFaults({ event, id, value, type, eventId, place }: TracedFrame, { types }: Timeline): Finding[] {
  const found: Finding[] = [];
  const convict = (requirement: string, what: string): number => found.push({ requirement, what, ...place });
  const problem = describedBy('portable', schemaOf(type), value);
  if (problem !== null) convict('0236.envelope.closed', `the data of an event is not the closed envelope: ${problem}`);
  if (!isRecord(value)) return found;
  if (type !== null && event !== type) convict('0236.frame.event-is-type', 'the event name of the frame is not the type of the envelope');
  const { delivery } = value;
  if (delivery === 'durable' && id === null) convict('0236.frame.durable-id', 'the frame of a durable event has no id');
  else if (delivery === 'durable' && id !== eventId) convict('0236.frame.durable-id', 'the id of the frame is not the eventId');
  if (delivery === 'ephemeral' && id !== null) convict('0236.frame.ephemeral-no-id', 'the frame of an ephemeral event has an id');
  if (types.size === 0) return found;
  const advertised = types.get(type ?? event);
  if (advertised === undefined) convict('0236.stream.advertised-types-only', 'the stream carried a message whose type is not advertised');
  else if (delivery !== advertised) convict('0236.envelope.delivery-is-advertised', `the event is not ${advertised}, as discovery says`);
  return found;
}

function schemaOf(type: string | null): string {
  if (type === 'host-test.durable-triggered') return 'HostTestDurableTriggeredEvent';
  return type === 'host-test.ephemeral-triggered' ? 'HostTestEphemeralTriggeredEvent' : 'AnyHostEvent';
}

const ITEM = streamMedia();

function streamMedia(): DescribedMedia & { kind: 'stream' } {
  const media = describedAnswer('GET', STREAM, 200)?.media?.['text/event-stream'];
  if (media?.kind !== 'stream') throw new Error('kit: the description has no stream of host events');
  return media;
}

/** The frame as an item of the stream, and its data as its content media type and content schema say, which no validator does by itself. */
function publishedFaults({ event, id, data, value, place }: TracedFrame): Finding[] {
  const find = (what: string): Finding => ({ requirement: PUBLISHED, what, ...place });
  const item = describedAt('published', ITEM.item, { event, data, ...(id === null ? {} : { id }) });
  if (item !== null) return [find(`a message is not an item of the described stream: ${item}`)];
  if (Buffer.byteLength(data) > ITEM.maxDataBytes) return [find(`the data of a message is longer than ${ITEM.maxDataBytes} bytes`)];
  const schema = ITEM.messages.get(event);
  if (schema === undefined) return [find('the description gives no schema for this message')];
  const problem = describedAt('published', schema, value);
  return problem === null ? [] : [find(`the data of a message is not what is described: ${problem}`)];
}
