import { describe, expect, test } from 'vitest';
import {
  hexOrDigest,
  isBinary,
  payloadOf,
  readAutobahnCases,
  testerSteps,
  type AutobahnCase,
  type AutobahnEvent,
  type TesterStep,
} from './test-support/autobahn-program.ts';
import { createHarness, type Effect } from './test-support/connection-harness.ts';
import { cutEvery } from './test-support/fixture-bytes.ts';
import type { FrameBounds } from './frame-bounds.ts';
import { encodeClientFrame } from './testing.ts';

const cases = readAutobahnCases();
const skipped = 'websocket-autobahn-cases.json is absent: set TIDEMARK_DATA to the folder that holds it';

/** Wide enough for every case of the suite; the product's bounds are tried in a test of their own. */
const wide: Partial<FrameBounds> = {
  frameBytes: 1 << 25,
  messageBytes: 1 << 26,
  fragments: 1 << 20,
  fragmentOverheadBytes: 1,
  dataFrames: { burst: 1 << 20, perSecond: 1 },
};

interface Outcome {
  readonly events: readonly AutobahnEvent[];
  readonly closeCode: number | undefined;
  readonly closedByUs: boolean;
}

/** Plays the tester against a connection that echoes. */
function play(steps: readonly TesterStep[], size: number, bounds: Partial<FrameBounds>): Outcome {
  const { connection, effects } = createHarness({ bounds });
  const waits = new Map<number, string>();
  for (const step of steps) {
    if ('wait' in step) {
      if (connection.state === 'open') waits.set(effects.length, step.wait);
    } else if (size === 0) connection.receive(step.bytes.slice());
    else for (const piece of cutEvery(step.bytes, size)) connection.receive(piece);
  }
  if (connection.state === 'open') connection.receive(encodeClientFrame({ opcode: 8, payload: Uint8Array.of(0x03, 0xe8) }));
  connection.transportClosed();
  const closedByUs = effects.some((effect) => 'closed' in effect && effect.closed.by === 'violation');
  const events = effects.flatMap((effect, i) => [...timeout(waits.get(i)), ...told(effect)]);
  return { events, closeCode: closeCode(effects), closedByUs };
}

function timeout(tag: string | undefined): AutobahnEvent[] {
  return tag === undefined ? [] : [{ event: 'timeout', tag }];
}

function told(effect: Effect): AutobahnEvent[] {
  if (!('wrote' in effect)) return [];
  if (effect.wrote === 'pong') return [{ event: 'pong', hex: effect.payload }];
  if (effect.wrote !== 'text') return [];
  const bytes = Buffer.from(effect.payload);
  return [{ event: 'message', binary: false, hex: hexOrDigest(bytes), length: bytes.length }];
}

function closeCode(effects: readonly Effect[]): number | undefined {
  const close = effects.find((effect) => 'wrote' in effect && effect.wrote === 'close');
  return close !== undefined && 'close' in close && typeof close.close === 'object' ? close.close.code : undefined;
}

function expectedEvents(each: AutobahnCase): readonly AutobahnEvent[] {
  const { OK } = each.accept;
  // 7.1.6 leaves open which of two messages in front of a close are answered; we answer both. Category 9 expects an echo of every message and lists none.
  if (OK !== undefined && each.id !== '7.1.6') return OK;
  return each.program.flatMap((step): AutobahnEvent[] => {
    if (step.op !== 'message' && (step.op !== 'frame' || step.opcode !== 1)) return [];
    return [{ event: 'message', binary: false, hex: hexOrDigest(payloadOf(step)) }];
  });
}

/** Where the suite gives only the length of an echo, so does the comparison. */
function comparable(events: readonly AutobahnEvent[], expected: readonly AutobahnEvent[]): readonly object[] {
  return events.map((event, i) => {
    const { hex, length, ...rest } = event;
    if (event.event !== 'message') return event;
    return expected[i]?.length === undefined ? { ...rest, hex } : { ...rest, length };
  });
}

const isLarge = (each: AutobahnCase): boolean => each.id.startsWith('9.');
const text = (cases ?? []).filter(({ program }) => !program.some(isBinary));
const binary = (cases ?? []).filter(({ program }) => program.some(isBinary));

describe.skipIf(cases === undefined)(`Autobahn (${cases === undefined ? skipped : `${cases.length} cases`})`, () => {
  test('[B3.2] every case is run', () => {
    expect(text.length + binary.length).toBe(301);
    expect(binary.length).toBe(35);
  });

  test.each(text)('[B3.2, B3.3] $id: $expects', (each) => {
    const steps = testerSteps(each);
    const bytes = steps.reduce((sum, step) => sum + ('bytes' in step ? step.bytes.length : 0), 0);
    const expected = expectedEvents(each);
    for (const size of bytes > 100_000 ? [1460] : [0, 1, 2, 3, 7, 64, 997, 1460]) {
      const outcome = play(steps, size, wide);
      expect(comparable(outcome.events, expected), `in pieces of ${size}`).toEqual(expected);
      // The suite accepts an empty close as the answer to its empty one.
      expect(each.id === '7.3.1' ? [1005] : each.close.codes).toContain(outcome.closeCode);
      expect(outcome.closedByUs || each.close.initiatedByTester).toBe(true);
    }
  });

  test.each(binary)('[B3.2] $id is binary: refused with 1003', (each) => {
    for (const size of [0, 1460]) {
      const { events, closeCode: code } = play(testerSteps(each), size, wide);
      expect([events, code]).toEqual([[], 1003]);
    }
  });

  const bounds = { frameBytes: 32_768, messageBytes: 60_000 };
  test.each(text.filter(isLarge).filter(({ id }) => !id.startsWith('9.7')))(
    '[B3.2] $id is above the product’s bound: 1009 from a header',
    (each) => {
      const { events, closeCode: code } = play(testerSteps(each), 0, bounds);
      expect([events, code]).toEqual([[], 1009]);
    },
  );
});
