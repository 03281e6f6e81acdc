import { readFileSync } from 'node:fs';
import { bytesFromPieces, joinBytes, type FixturePiece } from './fixture-bytes.ts';
import type { FrameBounds } from '../frame-bounds.ts';
import { createFrameReader } from '../frame-reader.ts';
import type { Clock } from '../rate-bound.ts';
import { encodeClientFrame } from '../testing.ts';

/** What a frame reader told, in order. */
export type FrameOutcome = (
  | { readonly text: string }
  | { readonly ping: string }
  | { readonly pong: string }
  | { readonly close: readonly [number, string] }
  | { readonly violation: string }
)[];

export interface FrameVector {
  readonly name: string;
  readonly row: string;
  readonly bytes: Uint8Array;
  readonly bounds: Partial<FrameBounds>;
  readonly outcome: FrameOutcome;
  readonly decidedAtByte: number | undefined;
}

type Payload = FixturePiece | readonly FixturePiece[];

interface StoredFrame {
  readonly opcode: number;
  readonly payload?: Payload;
  readonly fin?: boolean;
  readonly rsv?: number;
  readonly masked?: boolean;
  readonly lengthBytes?: 1 | 2 | 8;
  readonly announced?: string;
}

interface StoredVector {
  readonly name: string;
  readonly row: string;
  readonly frames: readonly StoredFrame[];
  readonly outcome: readonly Record<string, unknown>[];
  readonly bounds?: Partial<FrameBounds>;
  readonly decidedAtByte?: number;
}

function payloadBytes(payload: Payload): Uint8Array {
  return bytesFromPieces(Array.isArray(payload) ? payload : [payload as FixturePiece]);
}

function frameBytes(frame: StoredFrame): Uint8Array {
  const { announced, payload = '', ...rest } = frame;
  const bytes = payloadBytes(payload);
  return encodeClientFrame({ ...rest, payload: bytes, ...(announced === undefined ? {} : { announced: BigInt(announced) }) });
}

/** Repetitions are stored short. */
function expand(told: Record<string, unknown>): FrameOutcome[number] {
  const entries = Object.entries(told).map(([kind, value]) => {
    const repeated = typeof value === 'object' && value !== null && 'repeat' in value;
    return [kind, repeated ? new TextDecoder().decode(payloadBytes(value as FixturePiece)) : value];
  });
  return Object.fromEntries(entries) as FrameOutcome[number];
}

export function readFrameVectors(): readonly FrameVector[] {
  const file = new URL('../../../../fixtures/wire/websocket-frames.json', import.meta.url);
  const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { readonly vectors: readonly StoredVector[] };
  return vectors.map((vector) => ({
    name: vector.name,
    row: vector.row,
    bytes: joinBytes(vector.frames.map(frameBytes)),
    bounds: vector.bounds ?? {},
    outcome: vector.outcome.map(expand),
    decidedAtByte: vector.decidedAtByte,
  }));
}

/** Feeds the chunks (which are used up) to a reader of ours. */
export function readFrames(
  chunks: readonly Uint8Array[],
  bounds: Partial<FrameBounds> = {},
  clock: Clock = { now: () => 0 },
): FrameOutcome {
  const told: FrameOutcome = [];
  const latin = new TextDecoder();
  const reader = createFrameReader(
    {
      text: (text) => told.push({ text }),
      ping: (payload) => told.push({ ping: latin.decode(payload) }),
      pong: (payload) => told.push({ pong: latin.decode(payload) }),
      close: ({ code, reason }) => told.push({ close: [code, reason] }),
    },
    { bounds, clock },
  );
  for (const chunk of chunks) {
    const violation = reader.push(chunk);
    if (violation !== undefined) {
      told.push({ violation: violation.code });
      break;
    }
  }
  return told;
}
