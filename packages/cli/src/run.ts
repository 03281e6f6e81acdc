import { BuildError, VERSION } from '@tidemark/build';
import { parseArguments } from './arguments.ts';
import { type Command, EXIT, type Exit, type Surroundings, UsageError } from './command.ts';
import { buildCommand } from './commands/build.ts';
import { diffCommand } from './commands/diff.ts';
import { initCommand } from './commands/init.ts';
import { serveCommand } from './commands/serve.ts';
import { validateCommand } from './commands/validate.ts';
import { commandHelp, programHelp } from './help.ts';

const COMMANDS: readonly Command[] = [initCommand, buildCommand, validateCommand, diffCommand, serveCommand];

/** Runs `tidemark` with these arguments; every failure becomes an exit status and a message. */
export async function run(argv: readonly string[], surroundings: Surroundings): Promise<Exit> {
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === 'help') {
    surroundings.out(programHelp(COMMANDS, VERSION));
    return name === undefined ? EXIT.usage : EXIT.ok;
  }
  if (name === '--version') {
    surroundings.out(VERSION);
    return EXIT.ok;
  }
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command === undefined) {
    surroundings.err(`tidemark has no command ${name}. Commands: ${COMMANDS.map((candidate) => candidate.name).join(', ')}.`);
    return EXIT.usage;
  }
  return runCommand(command, rest, surroundings);
}

async function runCommand(command: Command, argv: readonly string[], surroundings: Surroundings): Promise<Exit> {
  try {
    const args = parseArguments(command, argv);
    if (args.flags.has('help')) {
      surroundings.out(commandHelp(command));
      return EXIT.ok;
    }
    return await command.run(args, surroundings);
  } catch (error) {
    return report(command, argv, error, surroundings);
  }
}

function report(command: Command, argv: readonly string[], error: unknown, surroundings: Surroundings): Exit {
  if (error instanceof UsageError) {
    surroundings.err(`${error.message}\nUsage: tidemark ${command.name} ${command.usage}`);
    return EXIT.usage;
  }
  if (!(error instanceof BuildError)) throw error;
  if (argv.includes('--json')) surroundings.out(JSON.stringify({ ok: false, code: error.code, problems: error.problems }));
  else surroundings.err(error.message);
  return error.code === 'config-not-found' ? EXIT.usage : EXIT.findings;
}
