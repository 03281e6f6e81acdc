import { breakingAt, type Change, diffDescriptions, type Level, levels } from '@tidemark/diff';
import { type Arguments, type Command, EXIT, type Exit, type Surroundings, UsageError } from '../command.ts';
import { loadVersion } from '../load-version.ts';

export const diffCommand: Command = {
  name: 'diff',
  summary: 'Classifies every change between two versions of a contract, for the consumer and for the producer.',
  usage: '[--level LEVEL] OLD NEW',
  details: [
    'OLD and NEW are contract modules, configurations, descriptions, or folders with descriptions or a configuration.',
    'Levels, strictest first: SOURCE (generated code still compiles), WIRE_STRICT (closed decoders still accept), WIRE (a lenient peer still works).',
    'Exits 1 when a change breaks the level. Rules: docs/diff-rules.md.',
  ],
  options: { level: { type: 'string', value: 'LEVEL', description: 'What must go on working; default WIRE_STRICT.' } },
  positionals: { min: 2, max: 2 },
  examples: ['tidemark diff released/openapi.json openapi.json', 'tidemark diff --level SOURCE old/contract.ts src/contract.ts'],
  run: runDiff,
};

async function runDiff(args: Arguments, surroundings: Surroundings): Promise<Exit> {
  const level = levelOf(args.values.get('level') ?? 'WIRE_STRICT');
  const [old, next] = args.positionals;
  if (old === undefined || next === undefined) throw new UsageError('Two versions are needed.');
  const changes = diffDescriptions(await loadVersion(surroundings.cwd, old), await loadVersion(surroundings.cwd, next));
  const breaking = breakingAt(changes, level);
  if (args.flags.has('json')) surroundings.out(JSON.stringify({ ok: breaking.length === 0, level, breaking: breaking.length, changes }));
  else for (const line of diffLines(changes, breaking, level)) surroundings.out(line);
  return breaking.length > 0 ? EXIT.findings : EXIT.ok;
}

function levelOf(text: string): Level {
  const level = levels.find((candidate) => candidate === text);
  if (level === undefined) throw new UsageError(`${text} is no level; levels are ${levels.join(', ')}.`);
  return level;
}

function diffLines(changes: readonly Change[], breaking: readonly Change[], level: Level): readonly string[] {
  if (changes.length === 0) return ['No change.'];
  const lines = changes.map((change) => {
    const at = `${change.documents.join('+')}#${change.pointers.next ?? change.pointers.old ?? ''}`;
    const mark = breaking.includes(change) ? '!' : ' ';
    const fix = breaking.includes(change) ? ` Fix: ${change.fix}` : '';
    return `${mark} [${change.rule}] ${change.where} ${change.direction}: ${change.message} (consumer ${change.consumer}, producer ${change.producer})\n    ${at}${fix}`;
  });
  return [...lines, `${changes.length} changes, ${breaking.length} break ${level}.`];
}
