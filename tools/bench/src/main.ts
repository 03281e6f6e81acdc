import { appendBench } from './append.bench.ts';
import { bundleBench } from './bundle.bench.ts';
import { coldStartBench } from './cold-start.bench.ts';
import { decodeBench } from './decode.bench.ts';
import { fanOutBench } from './fan-out.bench.ts';
import { generationBench } from './generation.bench.ts';
import { machine, ratioText, record, table } from './results.ts';
import { runSseBench } from './sse.bench.ts';

interface Options {
  readonly peers: boolean;
  /** Fewer and shorter rounds, to see that everything runs; nothing is recorded. */
  readonly quick: boolean;
}

const sections: Readonly<Record<string, (options: Options) => string | Promise<string>>> = {
  decode: decodeSection,
  'cold-start': ({ quick }) => coldStartBench({ rounds: quick ? 1 : 11 }),
  sse: sseSection,
  generation: ({ peers, quick }) =>
    generationBench({ sizes: quick ? [10, 100] : [10, 100, 1000], rounds: quick ? 1 : 5, largeRounds: 3, peers }),
  bundle: bundleBench,
  'fan-out': ({ quick }) => fanOutBench({ rounds: quick ? 1 : 7, streams: quick ? 50 : 1_000, events: quick ? 5 : 50 }),
  append: ({ quick }) => appendBench({ rounds: quick ? 1 : 5, events: quick ? 2_000 : 20_000 }),
};

async function decodeSection({ quick }: Options): Promise<string> {
  const results = await decodeBench({ rounds: quick ? 1 : 9, roundMs: quick ? 20 : 200 });
  const [first = []] = Object.values(results);
  const names = first.map(({ name }) => name);
  const rows = Object.entries(results).map(([workload, ratios]) => [workload, ...ratios.map(ratioText)]);
  return table(['time as a ratio to JSON.parse', ...names], rows);
}

function sseSection({ quick }: Options): string {
  if (quick) return 'not run with --quick';
  const rows = runSseBench().map((row) => [
    `${row.stream}, ${row.chunks}`,
    row.reader,
    row.ratio.toFixed(2),
    row.megabytesPerSecond.toFixed(0),
    row.spread.toFixed(2),
  ]);
  return table(['stream, chunks', 'reader', 'speed as a ratio to TextDecoder', 'MB/s', 'third / first quartile'], rows);
}

function only(args: readonly string[]): readonly string[] {
  const at = args.indexOf('--only');
  const names = at < 0 ? Object.keys(sections) : (args[at + 1] ?? '').split(',');
  const unknown = names.filter((name) => !Object.hasOwn(sections, name));
  if (unknown.length > 0) throw new Error(`no section is called ${unknown.join(', ')}; there are ${Object.keys(sections).join(', ')}`);
  return names;
}

const args = process.argv.slice(2);
const options: Options = { peers: args.includes('--peers'), quick: args.includes('--quick') };
for (const name of only(args)) {
  const text = `${(await sections[name]?.(options)) ?? ''}\n\nMeasured on ${machine()}.`;
  process.stdout.write(`\n## ${name}\n\n${text}\n`);
  if (!options.quick) record(name, text);
}
