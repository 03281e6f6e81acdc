import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Arguments, type Command, EXIT, type Exit, type Surroundings, UsageError } from '../command.ts';
import { copyTemplate } from '../copy-template.ts';

export const initCommand: Command = {
  name: 'init',
  summary: 'Writes a small working project: contract, server, client and test.',
  usage: '[DIR]',
  details: ['DIR must be empty or absent; its name becomes the id of the contract.', 'Then: npm install, npm run build, npm test.'],
  options: {},
  positionals: { min: 0, max: 1 },
  examples: ['tidemark init my-service'],
  run: runInit,
};

const TEMPLATE = fileURLToPath(new URL('../../template/', import.meta.url));

async function runInit(args: Arguments, surroundings: Surroundings): Promise<Exit> {
  const target = resolve(surroundings.cwd, args.positionals[0] ?? '.');
  const name = basename(target);
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) throw new UsageError(`${name} is not kebab-case; it becomes the contract's id.`);
  const files = await copyTemplate(TEMPLATE, target, name);
  const next = ['npm install', 'npm run build', 'npm test'];
  if (args.flags.has('json')) surroundings.out(JSON.stringify({ ok: true, folder: target, files, next }));
  else surroundings.out([`Wrote ${files.length} files to ${target}. Next:`, ...next.map((line) => `  ${line}`)].join('\n'));
  return EXIT.ok;
}
