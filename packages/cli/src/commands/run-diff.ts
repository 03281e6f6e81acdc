import { breakingAt, type Change, diffDescriptions, type Level, levels } from '@tidemark/diff';
import { type Arguments, EXIT, type Exit, type Surroundings, UsageError } from '../command.ts';
import { loadVersion } from '../load-version.ts';

export async function runDiff(args: Arguments, surroundings: Surroundings): Promise<Exit> {
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
  const total = changes.length === 1 ? '1 change' : `${changes.length} changes`;
  return [...lines, `${total}, ${breaking.length} ${breaking.length === 1 ? 'breaks' : 'break'} ${level}.`];
}
