import type { Finding } from '@tidemark/validators';
import { type Arguments, type Command, EXIT, type Exit, type Surroundings, UsageError } from '../command.ts';
import { readDescriptionText } from '../read-description-text.ts';

const DEFAULT_SECONDS = 60;
const MAX_SECONDS = 86_400;

export const validateCommand: Command = {
  name: 'validate',
  summary: 'Validates OpenAPI 3.x and AsyncAPI 3.x descriptions, ours or not.',
  usage: '[--timeout SECONDS] FILE...',
  details: ['Runs the pinned independent validators, and the checks that none of them makes. Reads nothing but the files named.'],
  options: {
    timeout: {
      type: 'string',
      value: 'SECONDS',
      description: `Time for each file, after which it counts as not judged; default ${DEFAULT_SECONDS}.`,
    },
  },
  positionals: { min: 1, max: Infinity },
  examples: ['tidemark validate openapi.yaml asyncapi.yaml'],
  run: runValidate,
};

async function runValidate(args: Arguments, surroundings: Surroundings): Promise<Exit> {
  const seconds = secondsOf(args.values.get('timeout'));
  const json = args.flags.has('json');
  const { Judge } = await import('../validate/judge.ts');
  const judge = new Judge(seconds);
  const results: { readonly file: string; readonly findings: readonly Finding[] }[] = [];
  try {
    for (const file of args.positionals) {
      if (surroundings.interactive) surroundings.err(`  ${file}`);
      const findings = await judge.judge(await readDescriptionText(surroundings.cwd, file));
      results.push({ file, findings });
      if (!json) report(file, findings, surroundings);
    }
  } finally {
    await judge.close();
  }
  const findings = results.flatMap((result) => result.findings);
  if (json) surroundings.out(JSON.stringify({ ok: findings.length === 0, files: results }));
  return findings.length > 0 ? EXIT.findings : EXIT.ok;
}

function secondsOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_SECONDS;
  const seconds = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (seconds < 1 || seconds > MAX_SECONDS) throw new UsageError(`--timeout takes whole seconds, 1 to ${MAX_SECONDS}.`);
  return seconds;
}

function report(file: string, findings: readonly Finding[], { out }: Surroundings): void {
  if (findings.length === 0) out(`${file}: valid`);
  for (const finding of findings) {
    out(
      `${file}#${finding.pointer}: ${finding.severity}: ${finding.message} [${finding.validator} ${finding.rule}]${finding.fix === undefined ? '' : ` Fix: ${finding.fix}`}`,
    );
  }
}
