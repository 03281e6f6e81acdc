/**
 * F5: how fast an event stream is parsed, as a ratio to `TextDecoder` alone (1.00), beside eventsource-parser.
 * Run: node --conditions=@tidemark/source --import tsx tools/bench/src/sse.bench.ts
 *
 * Each round runs every reader once, in turn, over the same chunks, so that a slow moment of the machine meets all of them; four rounds are thrown away for the compiler.
 */
import { pathToFileURL } from 'node:url';
import { createParser } from 'eventsource-parser';
import { createSseParser } from '@tidemark/wire';

type Reader = (chunks: readonly Uint8Array[]) => number;

const readers: Readonly<Record<string, Reader>> = {
  TextDecoder: (chunks) => {
    const decoder = new TextDecoder();
    let length = 0;
    for (const chunk of chunks) length += decoder.decode(chunk, { stream: true }).length;
    return length;
  },
  'eventsource-parser': (chunks) => {
    const decoder = new TextDecoder();
    let length = 0;
    const parser = createParser({
      onEvent: ({ data }) => {
        length += data.length;
      },
    });
    for (const chunk of chunks) parser.feed(decoder.decode(chunk, { stream: true }));
    return length;
  },
  '@tidemark/wire': (chunks) => {
    let length = 0;
    const parser = createSseParser({
      event: ({ data }) => {
        length += data.length;
      },
    });
    for (const chunk of chunks) parser.push(chunk);
    return length;
  },
};

const rounds = 45;
const unmeasured = 4;

/** Deterministic: the same corpus and the same cuts in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state / 0x7fff_ffff;
  };
}

/** 1 MiB of events of 150 to 1,050 bytes, as a server of ours writes them; a share of them with text beyond ASCII. */
function createStream(nonAscii: number, random: () => number): Uint8Array {
  const blocks: string[] = [];
  for (let bytes = 0, i = 0; bytes < 1024 * 1024; i += 1) {
    const filler = 'abcdefgh '.repeat(7 + Math.floor(random() * random() * 100));
    const text = random() < nonAscii ? `größe → 😀 ${filler}` : filler;
    const data = JSON.stringify({ type: 'order-updated', orderId: i, text });
    const block = `event: order-updated\nid: ${String(i).padStart(22, 'x')}\ndata: ${data}\n\n`;
    bytes += block.length;
    blocks.push(block);
  }
  return new TextEncoder().encode(blocks.join(''));
}

function cut(bytes: Uint8Array, least: number, most: number, random: () => number): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const size = least + Math.floor(random() * (most - least + 1));
    chunks.push(bytes.slice(at, at + size));
    at += size;
  }
  return chunks;
}

export interface SseBenchRow {
  readonly stream: string;
  readonly chunks: string;
  readonly reader: string;
  /** Time of TextDecoder alone divided by the reader's, medians. */
  readonly ratio: number;
  readonly megabytesPerSecond: number;
  /** Third quartile of the rounds divided by the first. */
  readonly spread: number;
}

function median(sorted: readonly number[]): number {
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

function measure(stream: string, bytes: Uint8Array, least: number, most: number, random: () => number): SseBenchRow[] {
  const chunks = cut(bytes, least, most, random);
  const times = new Map(Object.keys(readers).map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, reader] of Object.entries(readers)) {
      const start = performance.now();
      reader(chunks);
      if (round >= unmeasured) times.get(name)?.push(performance.now() - start);
    }
  }
  const sorted = [...times].map(([name, all]) => ({ name, all: all.toSorted((a, b) => a - b) }));
  const limit = median(sorted[0]?.all ?? []);
  return sorted.map(({ name, all }) => ({
    stream,
    chunks: `${least}-${most} B`,
    reader: name,
    ratio: limit / median(all),
    megabytesPerSecond: bytes.length / 1e3 / median(all),
    spread: (all[Math.floor(all.length * 0.75)] ?? Number.NaN) / (all[Math.floor(all.length * 0.25)] ?? Number.NaN),
  }));
}

export function runSseBench(): readonly SseBenchRow[] {
  const random = createRandom(1);
  return [
    ['ASCII', 0],
    ['one event in ten beyond ASCII', 0.1],
    ['every event beyond ASCII', 1],
  ].flatMap(([name, share]) => {
    const bytes = createStream(Number(share), random);
    return [...measure(String(name), bytes, 1024, 65_536, random), ...measure(String(name), bytes, 16, 1460, random)];
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.stdout.write('| stream | chunks | reader | ratio | MB/s | spread |\n|---|---|---|---|---|---|\n');
  for (const { stream, chunks, reader, ratio, megabytesPerSecond, spread } of runSseBench()) {
    process.stdout.write(
      `| ${stream} | ${chunks} | ${reader} | ${ratio.toFixed(2)} | ${megabytesPerSecond.toFixed(0)} | ${spread.toFixed(2)} |\n`,
    );
  }
}
