import { COMMON } from './arguments.ts';
import type { Command, OptionDefinition } from './command.ts';

/** Help of the whole program. */
export function programHelp(commands: readonly Command[], version: string): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    `tidemark ${version}: realtime API contracts from one TypeBox source.`,
    '',
    'Usage: tidemark COMMAND [OPTIONS]',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'Example: tidemark init my-service',
    'tidemark COMMAND --help tells more. Exit status: 0 fine, 1 findings, 2 wrong usage.',
  ].join('\n');
}

/** Help of one command, with an example. */
export function commandHelp(command: Command): string {
  const options = Object.entries<OptionDefinition>({ ...command.options, ...COMMON }).map(([name, option]) => {
    const { value } = option;
    return [value === undefined ? `--${name}` : `--${name} ${value}`, option.description] as const;
  });
  const width = Math.max(...options.map(([name]) => name.length));
  return [
    `Usage: tidemark ${command.name} ${command.usage}`.trimEnd(),
    '',
    command.summary,
    ...command.details,
    '',
    ...options.map(([name, description]) => `  ${name.padEnd(width)}  ${description}`),
    '',
    ...command.examples.map((example) => `Example: ${example}`),
  ].join('\n');
}
