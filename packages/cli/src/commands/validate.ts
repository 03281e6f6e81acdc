import type { Finding } from '@tidemark/validators';
import { type Arguments, type Command, EXIT, type Exit, type Surroundings } from '../command.ts';
import { readDescriptionText } from '../read-description-text.ts';

export const validateCommand: Command = {
  name: 'validate',
  summary: 'Validates OpenAPI 3.x and AsyncAPI 3.x descriptions, ours or not.',
  usage: 'FILE...',
  details: ['Runs the pinned independent validators, and the checks that none of them makes. Reads nothing but the files named.'],
  options: {},
  positionals: { min: 1, max: Infinity },
  examples: ['tidemark validate openapi.yaml asyncapi.yaml'],
  run: runValidate,
};

async function runValidate(args: Arguments, surroundings: Surroundings): Promise<Exit> {
  const { validateDescription } = await import('@tidemark/validators');
  const results: { readonly file: string; readonly findings: readonly Finding[] }[] = [];
  for (const file of args.positionals) {
    if (surroundings.interactive) surroundings.err(`  ${file}`);
    results.push({ file, findings: await validateDescription(await readDescriptionText(surroundings.cwd, file)) });
  }
  const findings = results.flatMap((result) => result.findings);
  if (args.flags.has('json')) surroundings.out(JSON.stringify({ ok: findings.length === 0, files: results }));
  else for (const { file, findings: own } of results) report(file, own, surroundings);
  return findings.length > 0 ? EXIT.findings : EXIT.ok;
}

function report(file: string, findings: readonly Finding[], { out }: Surroundings): void {
  if (findings.length === 0) out(`${file}: valid`);
  for (const finding of findings) {
    out(
      `${file}#${finding.pointer}: ${finding.severity}: ${finding.message} [${finding.validator} ${finding.rule}]${finding.fix === undefined ? '' : ` Fix: ${finding.fix}`}`,
    );
  }
}
