import { parseArgs } from 'node:util';
import { type Arguments, type Command, type OptionDefinition, UsageError } from './command.ts';

/**
 * Reads a command's arguments strictly: an unknown option, a missing value or a wrong number of operands is refused.
 * @throws {UsageError}
 */
export function parseArguments(command: Command, argv: readonly string[]): Arguments {
  const options = Object.fromEntries(Object.entries({ ...command.options, ...COMMON }).map(([name, { type }]) => [name, { type }]));
  const { values, positionals } = parse(argv, options);
  const { min, max } = command.positionals;
  const helps = values['help'] === true;
  if (!helps && (positionals.length < min || positionals.length > max)) {
    const expected = min === max ? String(min) : max === Infinity ? `at least ${min}` : `${min} to ${max}`;
    throw new UsageError(`${command.name} takes ${expected} operand${expected === '1' ? '' : 's'}; ${positionals.length} given.`);
  }
  return {
    flags: new Set(Object.keys(values).filter((name) => values[name] === true)),
    values: new Map(Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
    positionals,
  };
}

function parse(
  argv: readonly string[],
  options: Record<string, { type: 'boolean' | 'string' }>,
): { values: Record<string, unknown>; positionals: string[] } {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Options that every command has. */
export const COMMON: Readonly<Record<string, OptionDefinition>> = {
  json: { type: 'boolean', description: 'Print one JSON document for machines.' },
  help: { type: 'boolean', description: 'Print this help.' },
};
