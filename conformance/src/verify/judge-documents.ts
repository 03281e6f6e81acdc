import { describedAt, describedBy } from '../description/published.ts';
import { headerValues, mediaType, type ResponseHead } from '../http/response-head.ts';
import { decodeJson } from '../judges/derive.ts';
import type { TracedExchange, TracedResponse } from './conversation.ts';
import { describedAnswer } from './described-operation.ts';
import type { Finding } from './finding.ts';
import { pathOf, TRIGGER, type Timeline } from './timeline.ts';

const PUBLISHED = 'tidemark.c4.published-description';

/** Every answer against the description: status, media type, and the document that it is. Streams are judged a message at a time elsewhere. */
export function judgeDocuments({ conversation, streams }: Timeline): Finding[] {
  const open = new Set(streams.map(({ exchange }) => exchange));
  return conversation.exchanges.flatMap((exchange) => {
    const { response } = exchange;
    if (response === null || open.has(exchange)) return [];
    const way = conversation.way(exchange.connection, 'from-host');
    const find: Find = (part, requirement, what) => ({
      requirement,
      what,
      ...way.place(part === 'head' ? response.start : (response.content.wire[0] ?? response.start)),
    });
    return [...answerFaults(exchange, response, find), ...triggerFaults(exchange, response, find)];
  });
}

type Find = (part: 'head' | 'body', requirement: string, what: string) => Finding;

function answerFaults(exchange: TracedExchange, response: TracedResponse, find: Find): Finding[] {
  const described = describedAnswer(exchange.request.method, pathOf(exchange), response.head.status);
  if (described === undefined) return [];
  const { status } = response.head;
  if (described.media === null)
    return [find('head', PUBLISHED, `status ${status} is not described for ${exchange.request.method} ${pathOf(exchange)}`)];
  const type = mediaType(response.head);
  const media = Object.hasOwn(described.media, type) ? described.media[type] : undefined;
  if (media === undefined) {
    const requirement = status === 200 ? '0236.stream.event-stream' : PUBLISHED;
    return [find('head', requirement, `the media type of the answer is not one that is described for status ${status}`)];
  }
  if (media.kind === 'stream' || !response.complete) return [];
  const problem = describedAt('published', media.schema, documentOf(response));
  return problem === null
    ? []
    : [find('body', PUBLISHED, `the body of the answer with status ${status} is not what is described: ${problem}`)];
}

/** The JSON of a body; undefined where it is none, or no UTF-8. */
function documentOf({ content }: TracedResponse): unknown {
  try {
    return decodeJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content.bytes));
  } catch {
    return undefined;
  }
}

function triggerFaults(exchange: TracedExchange, response: TracedResponse, find: Find): Finding[] {
  if (pathOf(exchange) !== TRIGGER || exchange.request.method !== 'POST' || response.head.status !== 202 || !response.complete) return [];
  const problem = describedBy('portable', 'HostTestTriggered', documentOf(response));
  return problem === null ? [] : [find('body', '0241.trigger.answer', `the answer of the trigger is not {eventId, type}: ${problem}`)];
}

/** Fields but `Date`, in their order. */
export function comparableHeaders({ headers }: ResponseHead): string {
  return JSON.stringify(headers.filter(({ name }) => name.toLowerCase() !== 'date').map(({ name, value }) => [name, value]));
}

export function hasHeader(head: ResponseHead, name: string, ...parts: readonly string[]): boolean {
  const values = headerValues(head, name).flatMap((value) => value.split(',').map((part) => part.trim().toLowerCase()));
  return parts.every((part) => values.includes(part));
}
