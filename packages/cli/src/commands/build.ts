import { resolve } from 'node:path';
import { build, CONFIG_FILE, readConfig } from '@tidemark/build';
import { type Arguments, type Command, EXIT, type Exit, type Surroundings, UsageError } from '../command.ts';
import { watch } from '../watch.ts';
import { buildLines } from './build-lines.ts';

export const buildCommand: Command = {
  name: 'build',
  summary: 'Generates descriptions, decoders, client and server from the contract.',
  usage: '[--config FILE] [--out DIR] [--check | --watch]',
  details: ['Nothing on disk changes unless everything was generated and validated.'],
  options: {
    config: { type: 'string', value: 'FILE', description: `Configuration; default ${CONFIG_FILE}.` },
    out: { type: 'string', value: 'DIR', description: 'Folder for everything, instead of what the configuration says.' },
    check: { type: 'boolean', description: 'Write nothing; print a diff and exit 1 when the disk differs.' },
    watch: { type: 'boolean', description: 'Build again whenever a file beside the contract changes.' },
  },
  positionals: { min: 0, max: 0 },
  examples: ['tidemark build', 'tidemark build --check', 'tidemark build --out dist/api --watch'],
  run: runBuild,
};

async function runBuild(args: Arguments, surroundings: Surroundings): Promise<Exit> {
  if (args.flags.has('check') && args.flags.has('watch')) throw new UsageError('--check and --watch exclude each other.');
  const file = resolve(surroundings.cwd, args.values.get('config') ?? CONFIG_FILE);
  const out = args.values.get('out');
  const config = await readConfig(file, out === undefined ? undefined : resolve(surroundings.cwd, out));
  if (args.flags.has('watch')) return watch(config, surroundings);
  const progress = surroundings.interactive ? (stage: string) => surroundings.err(`  ${stage}`) : () => {};
  const report = await build(config, { check: args.flags.has('check'), progress });
  const lines = args.flags.has('json')
    ? [JSON.stringify({ ok: report.drift.length === 0, ...report })]
    : buildLines(report, surroundings.cwd);
  for (const line of lines) surroundings.out(line);
  return report.drift.length > 0 ? EXIT.findings : EXIT.ok;
}
