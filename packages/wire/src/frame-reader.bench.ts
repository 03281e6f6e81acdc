/**
 * What framing costs: our reader, the receiver of `ws`, and both one behind the other (an inspector in front of `ws`, without the stream between them).
 * Run: node --expose-gc --import tsx packages/wire/src/frame-reader.bench.ts
 */
import { Duplex } from 'node:stream';
import * as ws from 'ws';
import { joinBytes } from './test-support/fixture-bytes.ts';
import { createFrameReader, type FrameSink } from './frame-reader.ts';
import { createServerConnection } from './server-connection.ts';
import { encodeClientFrame } from './testing.ts';

const { Receiver } = ws as unknown as {
  readonly Receiver: new (options: object) => {
    on(event: 'message', listener: (data: Buffer) => void): void;
    write(bytes: Uint8Array): void;
  };
};
const clock = { now: (): number => performance.now() };
const generous = { dataFrames: { burst: 1e9, perSecond: 1e6 } };
const quiet: FrameSink = { text: () => {}, ping: () => {}, pong: () => {}, close: () => {} };

type Read = (bytes: Uint8Array) => void;
const readers: Readonly<Record<string, () => Read>> = {
  'ws receiver': () => {
    const receiver = new Receiver({ isServer: true, maxPayload: 1 << 20 });
    receiver.on('message', (data) => void data.toString());
    return (bytes) => receiver.write(bytes);
  },
  'our reader': () => {
    const reader = createFrameReader(quiet, { bounds: generous, clock });
    return (bytes) => void reader.push(bytes);
  },
  'our reader in front of the receiver': () => {
    const reader = createFrameReader(quiet, { bounds: generous, clock });
    const receiver = new Receiver({ isServer: true, maxPayload: 1 << 20 });
    receiver.on('message', (data) => void data.toString());
    return (bytes) => {
      reader.push(new Uint8Array(bytes));
      receiver.write(bytes);
    };
  },
};

function nanosecondsPerMessage(payloadBytes: number, perChunk: number): Record<string, number> {
  const chunk = joinBytes(Array.from({ length: perChunk }, () => encodeClientFrame({ opcode: 1, payload: 'a'.repeat(payloadBytes) })));
  const chunks = Math.ceil(4e6 / (payloadBytes + 200) / perChunk);
  const times = new Map(Object.keys(readers).map((name) => [name, [] as number[]]));
  for (let round = 0; round < 11; round += 1) {
    for (const [name, create] of Object.entries(readers)) {
      const copies = Array.from({ length: chunks }, () => Buffer.from(chunk));
      const read = create();
      const start = performance.now();
      for (const copy of copies) read(copy);
      if (round >= 2) times.get(name)?.push(((performance.now() - start) * 1e6) / (chunks * perChunk));
    }
  }
  return Object.fromEntries([...times].map(([name, all]) => [name, all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0]));
}

function heapBytesEach(create: () => unknown): number {
  const count = 5000;
  const kept: unknown[] = [];
  create();
  globalThis.gc?.();
  const before = process.memoryUsage();
  for (let i = 0; i < count; i += 1) kept.push(create());
  globalThis.gc?.();
  const after = process.memoryUsage();
  return kept.length > 0 ? (after.heapUsed - before.heapUsed + after.arrayBuffers - before.arrayBuffers) / count : 0;
}

const noop = (): void => {};
const kinds: Readonly<Record<string, () => unknown>> = {
  'our connection (reader, close handshake)': () =>
    createServerConnection({
      clock,
      timers: { set: noop, clear: noop },
      transport: { write: noop, end: noop, destroy: noop },
      handlers: { message: noop, closed: noop },
    }),
  'ws receiver alone': () => new Receiver({ isServer: true }),
  'a Duplex to put in front of ws': () => new Duplex({ read: noop, write: noop }),
};

for (const [bytes, perChunk] of [
  [40, 1],
  [200, 1],
  [200, 50],
  [4000, 4],
] as const) {
  const row = Object.entries(nanosecondsPerMessage(bytes, perChunk)).map(([name, time]) => `${name} ${time.toFixed(0)} ns`);
  process.stdout.write(`${bytes}-byte messages, ${perChunk} a chunk: ${row.join(', ')}\n`);
}
for (const [name, create] of Object.entries(kinds)) process.stdout.write(`${name}: ${heapBytesEach(create).toFixed(0)} bytes\n`);
