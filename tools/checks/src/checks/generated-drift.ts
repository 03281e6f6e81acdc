import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import type { Check, Finding } from '../finding.ts';
import type { Package } from '../repository.ts';

/** Enough of a diff to see what happened; the whole one is a command away. */
const SHOWN_LINES = 40;

/**
 * Runs every package's `generate` script with `--check`: it generates into memory and compares, so it needs no git and changes nothing.
 * The generators themselves must be built first (`npm run check` does it).
 */
export const generatedDrift: Check = {
  name: 'generated-drift',
  summary: 'generated files on disk are what the contracts generate',
  run(repository) {
    const { root } = repository;
    if (root === undefined) return [];
    return repository.packages.flatMap((target) => checkPackage(root, target));
  },
};

function checkPackage(root: string, target: Package): Finding[] {
  const script = target.manifest.scripts?.['generate'];
  if (script === undefined || target.dir === '') return [];
  const path = [join(root, target.dir, 'node_modules/.bin'), join(root, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter);
  const result = spawnSync(`${script} --check`, {
    cwd: join(root, target.dir),
    shell: true,
    encoding: 'utf8',
    env: { ...process.env, PATH: path, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (result.status === 0) return [];
  const lines = `${result.stdout}${result.stderr}`.trim().split('\n');
  const more = lines.length > SHOWN_LINES ? [`... ${lines.length - SHOWN_LINES} more lines`] : [];
  return [
    {
      path: `${target.dir}/package.json`,
      message: `\`${script} --check\` exits with ${result.status ?? result.signal}:\n${[...lines.slice(0, SHOWN_LINES), ...more].map((line) => `      ${line}`).join('\n')}`,
      fix: 'run `pnpm build` and commit what it rewrites; never edit generated files by hand',
    },
  ];
}
