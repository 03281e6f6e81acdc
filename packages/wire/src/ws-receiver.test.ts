import * as ws from 'ws';
import { expect, test } from 'vitest';
import { storedTable } from './test-support/evidence-table.ts';
import { defaultFrameBounds } from './frame-bounds.ts';
import { frameViolations, type FrameViolationCode } from './frame-violations.ts';
import { readFrameVectors, type FrameOutcome, type FrameVector } from './test-support/frame-vectors.ts';

type Told = Exclude<FrameOutcome[number], { violation: string }> | { readonly closeCode: number };

interface Receiver {
  on(event: string, listener: (...args: never[]) => void): void;
  write(bytes: Uint8Array): void;
}
const { Receiver } = ws as unknown as { readonly Receiver: new (options: object) => Receiver };

function statusOf(error: Error): number {
  const status = Object.getOwnPropertySymbols(error).find(({ description }) => description === 'status-code');
  return status === undefined ? 0 : ((error as unknown as Record<symbol, number>)[status] ?? 0);
}

/** The receiver of `ws` 8.23 with every bound that it has set to ours; binary messages are refused by glue, as a caller would. */
async function read(bytes: Uint8Array, vector: FrameVector): Promise<Told[]> {
  const bounds = { ...defaultFrameBounds, ...vector.bounds };
  const told: Told[] = [];
  let failed = false;
  const receiver = new Receiver({ isServer: true, maxPayload: bounds.messageBytes, maxFragments: bounds.fragments });
  const tell = (what: Told): void => {
    if (!failed) told.push(what);
    failed ||= 'closeCode' in what;
  };
  receiver.on('message', (data: Buffer, isBinary: boolean) => tell(isBinary ? { closeCode: 1003 } : { text: data.toString() }));
  receiver.on('ping', (data: Buffer) => tell({ ping: data.toString() }));
  receiver.on('pong', (data: Buffer) => tell({ pong: data.toString() }));
  receiver.on('conclude', (code: number, reason: Buffer) => tell({ close: [code, reason.toString()] }));
  receiver.on('error', (error: Error) => tell({ closeCode: statusOf(error) }));
  receiver.write(Buffer.from(bytes));
  // Its error event comes in the next tick.
  await new Promise(setImmediate);
  return told;
}

/** Only the close code of a violation is compared: names are ours. */
function expected({ outcome }: FrameVector): Told[] {
  return outcome.map((told) =>
    'violation' in told ? { closeCode: frameViolations[told.violation as FrameViolationCode].closeCode } : told,
  );
}

function same(seen: unknown, wanted: unknown): boolean {
  return JSON.stringify(seen) === JSON.stringify(wanted);
}

async function verdict(vector: FrameVector): Promise<string> {
  const seen = await read(vector.bytes, vector);
  if (!same(seen, expected(vector))) {
    const end = seen.at(-1);
    if (end === undefined || !('closeCode' in end)) return 'not refused';
    return `close code ${end.closeCode}`;
  }
  const { decidedAtByte } = vector;
  // The bit of the mask stands in the second byte, which ws reads with the first: one byte later is no fault.
  const early = decidedAtByte === undefined ? undefined : vector.bytes.slice(0, decidedAtByte + 1);
  return early === undefined || same(await read(early, vector), expected(vector)) ? 'passes' : 'refused late';
}

test('[B3.2, B3.3] the table of what ws does with each frame vector is current', async () => {
  const rows = new Map<string, { passed: number; failed: string[] }>();
  for (const vector of readFrameVectors()) {
    const row = rows.get(vector.row) ?? { passed: 0, failed: [] };
    rows.set(vector.row, row);
    const found = await verdict(vector);
    if (found === 'passes') row.passed += 1;
    else row.failed.push(`${vector.name} (${found})`);
  }
  const lines = [...rows].map(([row, { passed, failed }]) => `| ${row} | ${passed} | ${failed.length} | ${failed.join('; ') || '-'} |\n`);
  const table = `| row of B3.2, B3.3 | passed | failed | which |\n|---|---|---|---|\n${lines.join('')}`;
  expect(table).toBe(storedTable('websocket-framing.md', 'frames', table));
});
