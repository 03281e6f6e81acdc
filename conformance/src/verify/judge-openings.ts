import { describedBy } from '../description/published.ts';
import { headerValues, mediaType } from '../http/response-head.ts';
import { decodeJson, isRecord, REFUSAL_CODE } from '../judges/derive.ts';
import type { Place, TracedExchange, TracedResponse } from './conversation.ts';
import type { Finding } from './finding.ts';
import { comparableHeaders, hasHeader } from './judge-documents.ts';
import { pathOf, STREAM, type Timeline } from './timeline.ts';
import { askOf } from './traced-stream.ts';

/** A request for host events with its answer. */
interface Opening {
  readonly exchange: TracedExchange;
  readonly response: TracedResponse;
  readonly cursor: string | null;
  readonly strict: boolean;
  readonly streams: boolean;
  readonly refuses: boolean;
  readonly place: Place;
}

/** Whether cursors were resumed or refused as they had to be, and what refusals say. */
export function judgeOpenings(timeline: Timeline): Finding[] {
  const openings = timeline.conversation.exchanges.flatMap((exchange) => openingOf(exchange, timeline) ?? []);
  return [
    ...openings.flatMap((opening) => [...outcomeFaults(opening, timeline), ...refusalFaults(opening, timeline)]),
    ...differences(openings.filter(({ strict, refuses }) => strict && refuses)),
  ];
}

function openingOf(exchange: TracedExchange, { conversation, streams }: Timeline): Opening | null {
  const { response } = exchange;
  if (response === null || pathOf(exchange) !== STREAM || exchange.request.method !== 'GET') return null;
  const body = decodeJson(Buffer.from(response.content.bytes).toString('utf8'));
  const place = conversation.way(exchange.connection, 'from-host').place(response.start);
  const refuses = response.head.status === 409 || (isRecord(body) && body['error'] === REFUSAL_CODE);
  return { exchange, response, ...askOf(exchange), streams: streams.some((stream) => stream.exchange === exchange), refuses, place };
}

function outcomeFaults(opening: Opening, timeline: Timeline): Finding[] {
  const { cursor, strict, streams, refuses, exchange, place } = opening;
  if (!strict) {
    return refuses
      ? [{ requirement: '0250.s.without-mode-unchanged', what: 'a request without replay=required was refused', ...place }]
      : [];
  }
  if (cursor === null || cursor === '') {
    const requirement = cursor === null ? '0250.b.absent-cursor-live' : '0250.b.empty-cursor-live';
    return refuses ? [{ requirement, what: 'a stream without a cursor was refused', ...place }] : [];
  }
  const wrong = mustRefuse(cursor, exchange, timeline);
  if (wrong !== null) return streams ? [{ requirement: wrong, what: 'a cursor that had to be refused opened a stream', ...place }] : [];
  return mayRefuse(cursor, exchange, timeline) || !refuses
    ? []
    : [{ requirement: '0250.b.retained-cursor-resumed', what: 'a retained durable cursor was not resumed', ...place }];
}

/** The row by which this cursor has to be refused; null where there is none. */
function mustRefuse(cursor: string, { principal, asked }: TracedExchange, { emissions, forged, gone, trace }: Timeline): string | null {
  if (forged.has(cursor)) return '0250.c.refuses-unknown';
  const emission = emissions.find(({ eventId }) => eventId === cursor);
  if (emission === undefined || principal === null || !Object.hasOwn(trace.header.callers, principal)) return null;
  if (emission.principal !== principal) return '0250.c.refuses-foreign';
  if (emission.delivery === 'ephemeral') return '0250.c.refuses-ephemeral';
  const removed = trace.records[(gone.get(cursor) ?? 0) - 1];
  return removed?.kind === 'cause' && removed.action === 'remove' && removed.n < asked ? '0250.c.refuses-removed' : null;
}

/** Nothing in the trace obliges the host to resume it. */
function mayRefuse(cursor: string, { principal, asked }: TracedExchange, { emissions, gone }: Timeline): boolean {
  const emission = emissions.find(({ eventId }) => eventId === cursor);
  return emission === undefined || emission.principal !== principal || emission.answered >= asked || gone.has(cursor);
}

function refusalFaults({ response, refuses, strict, cursor, place, exchange }: Opening, { emissions, conversation }: Timeline): Finding[] {
  if (!refuses || !strict) return [];
  const found: Finding[] = [];
  const convict = (requirement: string, what: string): number => found.push({ requirement, what, ...place });
  const { head, content, start, complete } = response;
  if (mediaType(head) === 'text/event-stream') convict('0250.c.before-any-sse-byte', 'the refusal carries event-stream bytes');
  const problem =
    head.status === 409
      ? complete
        ? describedBy('portable', 'HostEventResyncRequiredError', bodyOf(response))
        : null
      : `its status is ${head.status}`;
  if (problem !== null) convict('0250.c.error-row', `the refusal is not the registered error: ${problem}`);
  if (headerValues(head, 'retry-after').length > 0) convict('0250.c.not-retriable', 'Retry-After invites to retry what is not retriable');
  if (!hasHeader(head, 'cache-control', 'no-store'))
    convict('tidemark.h2.4a.no-store', 'the refusal is not sent with Cache-Control: no-store');
  const text = Buffer.concat([head.bytes, content.bytes]).toString('latin1');
  const ids = [cursor ?? '', ...emissions.map(({ eventId }) => eventId)].filter((id) => id !== '');
  const secret = conversation.way(exchange.connection, 'from-host').redacted.some(({ offset }) => offset >= start);
  if (secret || ids.some((id) => text.includes(id)))
    convict('0250.d.refusal-echoes-nothing', 'the refusal names a cursor, an event or a credential');
  return found;
}

function bodyOf({ content }: TracedResponse): unknown {
  return decodeJson(Buffer.from(content.bytes).toString('utf8'));
}

/** Each refusal against the first one: status and body, and (ours) every header but `Date`. */
function differences(refusals: readonly Opening[]): Finding[] {
  const [first, ...others] = refusals.filter(({ response }) => response.complete);
  if (first === undefined) return [];
  return others.flatMap(({ response, place }): Finding[] => {
    const same =
      response.head.status === first.response.head.status && Buffer.from(response.content.bytes).equals(first.response.content.bytes);
    if (!same)
      return [
        {
          requirement: '0250.c.byte-identical',
          what: `status or body differ from the refusal in record ${first.response.opened}`,
          ...place,
        },
      ];
    const alike = comparableHeaders(response.head) === comparableHeaders(first.response.head);
    const what = `a header differs from the refusal in record ${first.response.opened}`;
    return alike ? [] : [{ requirement: 'tidemark.h2.4a.headers-identical', what, ...place }];
  });
}
