import { readFileSync } from 'node:fs';
import { bytesFromPieces, type FixturePiece } from './fixture-bytes.ts';
import type { SseBounds, SseEvent } from '../sse-parser.ts';

/** What a reader of an event stream has seen. */
export interface SseOutcome {
  readonly events: readonly { readonly event: string; readonly data: string; readonly id: string | null; readonly lastEventId: string }[];
  readonly lastEventId: string;
  readonly retry: readonly number[];
  readonly positions: readonly string[];
  readonly comments: readonly string[];
  readonly error: string | undefined;
}

export interface SseVector {
  readonly name: string;
  readonly row: string;
  readonly bytes: Uint8Array;
  readonly bounds: Partial<SseBounds>;
  readonly resumeFrom: string;
  readonly expected: Omit<SseOutcome, 'comments'> & { readonly comments: readonly string[] | undefined };
}

interface StoredVector {
  readonly name: string;
  readonly row: string;
  readonly input: readonly FixturePiece[];
  readonly events: SseOutcome['events'];
  readonly lastEventId: string;
  readonly retry?: readonly number[];
  readonly positions?: readonly string[];
  readonly comments?: readonly string[];
  readonly bounds?: Partial<SseBounds>;
  readonly resumeFrom?: string;
  readonly error?: string;
}

export function readSseVectors(): readonly SseVector[] {
  const file = new URL('../../../../fixtures/wire/sse.json', import.meta.url);
  const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { readonly vectors: readonly StoredVector[] };
  return vectors.map((vector) => ({
    name: vector.name,
    row: vector.row,
    bytes: bytesFromPieces(vector.input),
    bounds: vector.bounds ?? {},
    resumeFrom: vector.resumeFrom ?? '',
    expected: {
      events: vector.events,
      lastEventId: vector.lastEventId,
      retry: vector.retry ?? [],
      positions: vector.positions ?? [],
      comments: vector.comments,
      error: vector.error,
    },
  }));
}

export type SseReader = (chunks: readonly Uint8Array[], vector: Pick<SseVector, 'bounds' | 'resumeFrom'>) => SseOutcome;

/** JSON has no undefined: the block without an id says null. */
export function storedEvent(event: SseEvent): SseOutcome['events'][number] {
  return { event: event.event, data: event.data, id: event.id ?? null, lastEventId: event.lastEventId };
}
