import { HttpFault, headerValues, type ResponseHead } from '../http/response-head.ts';
import { requestStream, responseStream, type MessageSink, type RequestHead } from '../traces/message-stream.ts';
import type { BytesRecord, Direction, EndRecord, RedactedSpan, Trace } from '../traces/trace.ts';
import type { Finding } from './finding.ts';

/** Where a byte stands. */
export interface Place {
  readonly connection: number;
  readonly record: number;
  readonly offset: number;
}

/** Content without its transfer coding. `wire`: for each byte, its offset in the direction. */
export interface Content {
  readonly bytes: Uint8Array;
  readonly wire: readonly number[];
}

export interface TracedResponse {
  readonly head: ResponseHead;
  readonly start: number;
  /** Record in which the head ended. */
  readonly opened: number;
  readonly content: Content;
  /** Record in which its last byte came, so far as it was recorded. */
  readonly last: number;
  /** Its own framing said that it is finished. */
  readonly complete: boolean;
}

/** A request and what it was answered with. Numbers of records stand for time. */
export interface TracedExchange {
  readonly connection: number;
  readonly request: RequestHead;
  readonly content: Content;
  /** Record in which the first byte of the request was. */
  readonly asked: number;
  /** Whose credential it bore: a caller's name, or the digest of another; null: none that was redacted. */
  readonly principal: string | null;
  readonly response: TracedResponse | null;
  /** How the connection ended, where this was the last exchange on it. */
  readonly end: EndRecord | null;
}

/** One direction of one connection: its reads, put together. */
export class Way {
  readonly connection: number;
  readonly reads: { readonly n: number; readonly t: number; readonly start: number; readonly bytes: Uint8Array }[] = [];
  readonly redacted: RedactedSpan[] = [];
  #length = 0;

  constructor(connection: number) {
    this.connection = connection;
  }

  add({ n, t, data, redacted = [] }: BytesRecord): void {
    const bytes = Buffer.from(data, 'base64');
    for (const span of redacted) this.redacted.push({ ...span, offset: span.offset + this.#length });
    this.reads.push({ n, t, start: this.#length, bytes });
    this.#length += bytes.length;
  }

  /** The record that holds the byte; behind the last one, the last. */
  recordOf(offset: number): number {
    let [low, high] = [0, this.reads.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.reads[middle]?.start ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return this.reads[low]?.n ?? 1;
  }

  place(offset: number): Place {
    return { connection: this.connection, record: this.recordOf(offset), offset };
  }
}

export interface Conversation {
  readonly exchanges: readonly TracedExchange[];
  /** What was no HTTP. */
  readonly findings: readonly Finding[];
  way(connection: number, direction: Direction): Way;
}

/** Puts the reads together and cuts them into exchanges, with the kit's own reader. */
export function conversationOf(trace: Trace): Conversation {
  const ways = new Map<string, Way>();
  const way = (connection: number, direction: Direction): Way => {
    const key = `${connection} ${direction}`;
    const known = ways.get(key) ?? new Way(connection);
    ways.set(key, known);
    return known;
  };
  const ends = new Map<number, EndRecord>();
  const connections = new Set<number>();
  for (const record of trace.records) {
    if (record.kind === 'bytes') way(record.connection, record.direction).add(record);
    if (record.kind === 'bytes') connections.add(record.connection);
    // Who leaves first ends it: a host owes nothing to a peer that has left.
    if (record.kind === 'end') ends.set(record.connection, ends.get(record.connection) ?? record);
  }
  const findings: Finding[] = [];
  const exchanges = [...connections].flatMap((connection) => {
    const requests = requestsOf(way(connection, 'to-host'), findings);
    const responses = responsesOf(way(connection, 'from-host'), ends.get(connection) ?? null, findings);
    return requests.map((request, index): TracedExchange => {
      const last = index === requests.length - 1;
      const principal = principalOf(trace, way(connection, 'to-host'), request);
      const { head, content, asked } = request;
      return {
        connection,
        request: head,
        content,
        asked,
        principal,
        response: responses[index] ?? null,
        end: last ? (ends.get(connection) ?? null) : null,
      };
    });
  });
  return { exchanges, findings, way };
}

interface Part<Head> {
  readonly head: Head;
  readonly start: number;
  readonly headEnd: number;
  end: number;
  complete: boolean;
  readonly slices: Uint8Array[];
  readonly wire: number[];
}

function collector<Head>(): { readonly parts: Part<Head>[]; readonly sink: MessageSink<Head> } {
  const parts: Part<Head>[] = [];
  const sink: MessageSink<Head> = {
    head: (head, start, end) => parts.push({ head, start, headEnd: end, end, complete: false, slices: [], wire: [] }),
    content(bytes, offset) {
      const part = parts.at(-1);
      if (part === undefined) return;
      part.slices.push(bytes);
      for (let index = 0; index < bytes.length; index += 1) part.wire.push(offset + index);
      part.end = offset + bytes.length;
    },
    complete(end) {
      const part = parts.at(-1);
      if (part === undefined) return;
      part.end = end;
      part.complete = true;
    },
  };
  return { parts, sink };
}

function contentOf({ slices, wire }: Part<unknown>): Content {
  return { bytes: Buffer.concat(slices), wire };
}

function requestsOf(
  way: Way,
  findings: Finding[],
): { head: RequestHead; content: Content; asked: number; start: number; headEnd: number }[] {
  const { parts, sink } = collector<RequestHead>();
  const stream = requestStream(sink);
  const fault = feed(stream, way);
  if (fault !== null)
    findings.push({ requirement: 'kit.trace.request', what: `the peer sent no HTTP: ${fault}`, ...way.place(stream.offset - 1) });
  return parts.map((part) => ({
    head: part.head,
    content: contentOf(part),
    asked: way.recordOf(part.start),
    start: part.start,
    headEnd: part.headEnd,
  }));
}

function responsesOf(way: Way, end: EndRecord | null, findings: Finding[]): TracedResponse[] {
  const { parts, sink } = collector<ResponseHead>();
  const stream = responseStream(sink);
  const fault = feed(stream, way);
  const malformed = (what: string): void => {
    findings.push({
      requirement: '0236.stream.event-stream',
      what: `the bytes of the host are no HTTP response: ${what}`,
      ...way.place(stream.offset - 1),
    });
  };
  if (fault !== null) malformed(fault);
  else if (end?.by === 'host' && end.how === 'fin' && !stream.mayEnd()) malformed('it ended inside a message');
  return parts
    .filter(({ head }) => head.status >= 200)
    .map((part) => ({
      head: part.head,
      start: part.start,
      opened: way.recordOf(part.headEnd - 1),
      content: contentOf(part),
      last: way.recordOf(part.end - 1),
      complete: part.complete || (end?.by === 'host' && end.how === 'fin' && stream.endsWithConnection()),
    }));
}

function feed(stream: { push(bytes: Uint8Array): void }, way: Way): string | null {
  try {
    for (const { bytes } of way.reads) stream.push(bytes);
    return null;
  } catch (error) {
    if (!(error instanceof HttpFault)) throw error;
    return error.message;
  }
}

function principalOf(
  trace: Trace,
  way: Way,
  { head, start, headEnd }: { head: RequestHead; start: number; headEnd: number },
): string | null {
  if (headerValues({ status: 200, reason: '', headers: head.headers, bytes: new Uint8Array() }, 'authorization').length === 0) return null;
  const span = way.redacted.find(({ offset }) => offset >= start && offset < headEnd);
  if (span === undefined) return null;
  return Object.keys(trace.header.callers).find((caller) => trace.header.callers[caller] === span.digest) ?? span.digest;
}
