import { findCanaries } from '../traces/canaries.ts';
import { requestStream, responseStream } from '../traces/message-stream.ts';
import { HttpFault, type HeaderLine } from '../http/response-head.ts';
import type { RequestHeadRecord, ResponseHeadRecord } from '../traces/trace.ts';
import type { Finding } from './finding.ts';
import type { Timeline } from './timeline.ts';

/** Faults of the recording itself: heads that are not in the bytes, causes that no answer bears out, secrets that were written down. */
export function judgeRecording(timeline: Timeline, canaries: readonly string[]): Finding[] {
  return [...headFaults(timeline), ...causeFaults(timeline), ...leaks(timeline, canaries)];
}

function kitFinding(requirement: string, what: string, record: number, connection: number | null): Finding {
  return { requirement, what, record, connection, offset: null };
}

type HeadRecord = RequestHeadRecord | ResponseHeadRecord;

function headFaults({ trace, conversation }: Timeline): Finding[] {
  const noted = new Map<string, HeadRecord[]>();
  const keyOf = ({ connection, direction }: HeadRecord): string => `${connection} ${direction}`;
  for (const record of trace.records) {
    if (record.kind === 'request-head' || record.kind === 'response-head')
      noted.set(keyOf(record), [...(noted.get(keyOf(record)) ?? []), record]);
  }
  return [...noted.values()].flatMap((records) => {
    const [{ connection, direction } = { connection: 0, direction: 'to-host' as const }] = records;
    const derived = derivedHeads(
      conversation.way(connection, direction).reads.map(({ bytes }) => bytes),
      direction,
    );
    return records
      .filter((record, index) => summary(record) !== derived[index])
      .map(({ n }) => kitFinding('kit.trace.head', 'the head that is noted is not in the bytes', n, connection));
  });
}

function summary(record: HeadRecord): string {
  const line = record.kind === 'request-head' ? [record.method, record.target] : [record.status, record.reason];
  return JSON.stringify([...line, record.headers]);
}

function list(headers: readonly HeaderLine[]): [string, string][] {
  return headers.map(({ name, value }) => [name, value]);
}

function derivedHeads(reads: readonly Uint8Array[], direction: HeadRecord['direction']): string[] {
  const heads: string[] = [];
  const rest = { content: () => {}, complete: () => {} };
  const stream =
    direction === 'to-host'
      ? requestStream({ ...rest, head: ({ method, target, headers }) => heads.push(JSON.stringify([method, target, list(headers)])) })
      : responseStream({ ...rest, head: ({ status, reason, headers }) => heads.push(JSON.stringify([status, reason, list(headers)])) });
  try {
    for (const bytes of reads) stream.push(bytes);
  } catch (error) {
    if (!(error instanceof HttpFault)) throw error;
  }
  return heads;
}

function causeFaults({ trace, emissions }: Timeline): Finding[] {
  return trace.records.flatMap((record) => {
    if (record.kind !== 'cause' || record.action !== 'emit') return [];
    const { eventId, delivery, caller, connection, n } = record;
    const borneOut = emissions.some(
      (each) =>
        each.exchange.connection === (connection ?? each.exchange.connection) &&
        each.answered < n &&
        each.eventId === eventId &&
        each.delivery === (delivery ?? each.delivery) &&
        each.principal === (caller ?? each.principal),
    );
    return borneOut ? [] : [kitFinding('kit.trace.cause', 'no answer before it bears the cause out', n, connection)];
  });
}

function leaks({ trace }: Timeline, canaries: readonly string[]): Finding[] {
  return findCanaries(trace, canaries).map(({ canary, record }) => {
    const connection = trace.records[(record ?? 0) - 1]?.connection ?? null;
    return kitFinding('kit.trace.secret', `canary ${canary + 1} was written down`, record ?? 0, connection);
  });
}
