import type { Trace } from '../traces/trace.ts';
import { conversationOf } from './conversation.ts';
import type { Finding } from './finding.ts';
import { judgeDelivery } from './judge-delivery.ts';
import { judgeDocuments } from './judge-documents.ts';
import { judgeOpenings } from './judge-openings.ts';
import { judgeRecording } from './judge-recording.ts';
import { judgeStreams } from './judge-streams.ts';
import { timelineOf } from './timeline.ts';

export interface TraceVerdict {
  /** In the order of the records. */
  readonly findings: readonly Finding[];
  /** What there was to judge. */
  readonly judged: { readonly answers: number; readonly streams: number; readonly messages: number; readonly emissions: number };
  /** False: nothing may be said about what is missing. */
  readonly complete: boolean;
}

/** Judges a trace by its bytes, against the published description. Pure; `canaries` are secrets that must not stand in it. */
export function verifyTrace(trace: Trace, canaries: readonly string[] = []): TraceVerdict {
  const conversation = conversationOf(trace);
  const timeline = timelineOf(trace, conversation);
  const findings = [
    ...conversation.findings,
    ...judgeDocuments(timeline),
    ...judgeStreams(timeline),
    ...judgeDelivery(timeline),
    ...judgeOpenings(timeline),
    ...judgeRecording(timeline, canaries),
  ].toSorted((a, b) => a.record - b.record || (a.offset ?? 0) - (b.offset ?? 0) || (a.requirement < b.requirement ? -1 : 1));
  const { exchanges } = conversation;
  const judged = {
    answers: exchanges.filter(({ response }) => response !== null).length,
    streams: timeline.streams.length,
    messages: timeline.streams.reduce((sum, { frames }) => sum + frames.length, 0),
    emissions: timeline.emissions.length,
  };
  return { findings, judged, complete: trace.complete };
}
