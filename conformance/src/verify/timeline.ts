import { decodeJson, isRecord } from '../judges/derive.ts';
import type { Trace } from '../traces/trace.ts';
import type { Conversation, TracedExchange } from './conversation.ts';
import { streamOf, type TracedStream } from './traced-stream.ts';

/** An event that a request caused, and that its answer named. Committed between two records: `asked` and `answered`. */
export interface TracedEmission {
  readonly exchange: TracedExchange;
  readonly principal: string | null;
  readonly eventId: string;
  readonly type: string;
  readonly delivery: 'durable' | 'ephemeral';
  readonly asked: number;
  readonly answered: number;
}

/** What a trace says happened, in order. */
export interface Timeline {
  readonly trace: Trace;
  readonly conversation: Conversation;
  readonly emissions: readonly TracedEmission[];
  readonly streams: readonly TracedStream[];
  /** Classes of types, as discovery in the trace gives them; empty without one. */
  readonly types: ReadonlyMap<string, string>;
  /** Ids that no longer name a retained event, with the record that says so. */
  readonly gone: ReadonlyMap<string, number>;
  /** Ids that the scenario made up. */
  readonly forged: ReadonlySet<string>;
}

export const TRIGGER = '/host/events/test';
export const STREAM = '/host/events';
const SEAM = '/conformance/seams/sample/host-events/emit';
const DISCOVERY = '/.well-known/tidemark';

export function pathOf({ request }: TracedExchange): string {
  return request.target.split('?')[0] ?? '';
}

export function timelineOf(trace: Trace, conversation: Conversation): Timeline {
  const { exchanges } = conversation;
  const causes = trace.records.flatMap((record) =>
    record.kind === 'cause' && record.eventId !== undefined ? [{ ...record, eventId: record.eventId }] : [],
  );
  const types = typesOf(exchanges);
  return {
    trace,
    conversation,
    types,
    emissions: exchanges.flatMap((exchange) => emissionOf(exchange, types) ?? []).toSorted((a, b) => a.asked - b.asked),
    streams: exchanges
      .flatMap((exchange) => streamOf(exchange, conversation) ?? [])
      .toSorted((a, b) => a.exchange.asked - b.exchange.asked),
    gone: new Map(causes.flatMap(({ action, eventId, n }) => (action === 'remove' || action === 'expire' ? [[eventId, n] as const] : []))),
    forged: new Set(causes.flatMap(({ action, eventId }) => (action === 'forge' ? [eventId] : []))),
  };
}

function contentJson(exchange: TracedExchange): Readonly<Record<string, unknown>> | null {
  const value = decodeJson(Buffer.from(exchange.response?.content.bytes ?? new Uint8Array()).toString('utf8'));
  return isRecord(value) ? value : null;
}

function emissionOf(exchange: TracedExchange, types: ReadonlyMap<string, string>): TracedEmission | null {
  const path = pathOf(exchange);
  const { response, principal, asked, request } = exchange;
  if (request.method !== 'POST' || (path !== TRIGGER && path !== SEAM) || response?.head.status !== 202) return null;
  const asks = decodeJson(Buffer.from(exchange.content.bytes).toString('utf8'));
  const { eventId } = contentJson(exchange) ?? {};
  if (!isRecord(asks) || typeof eventId !== 'string') return null;
  const type = path === SEAM ? String(asks['type']) : `host-test.${String(asks['delivery'])}-triggered`;
  const delivery = path === TRIGGER ? asks['delivery'] : types.get(type);
  if (delivery !== 'durable' && delivery !== 'ephemeral') return null;
  return { exchange, principal, eventId, type, delivery, asked, answered: response.last };
}

function typesOf(exchanges: readonly TracedExchange[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const exchange of exchanges) {
    if (pathOf(exchange) !== DISCOVERY || exchange.response?.head.status !== 200) continue;
    const facet = contentJson(exchange)?.['hostEvents'];
    const rows: unknown = isRecord(facet) ? facet['types'] : [];
    for (const row of Array.isArray(rows) ? rows : []) {
      if (isRecord(row) && typeof row['type'] === 'string' && typeof row['delivery'] === 'string') found.set(row['type'], row['delivery']);
    }
  }
  return found;
}
