import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Package, Repository } from '../repository.ts';
import { runCommand } from './run-command.ts';

export interface Packed {
  readonly name: string;
  readonly target: Package;
  /** Absolute path of the tarball. */
  readonly tarball: string;
}

/** What a stranger could install: every package that is not private, and every generated pair. */
export function packable(repository: Repository): Package[] {
  return repository.packages.filter((candidate) => candidate.dir !== '' && (candidate.manifest.private !== true || candidate.generated));
}

/** Packs with the pinned pnpm, which applies `publishConfig` and turns `workspace:` into versions. */
export function packAll(root: string, pnpm: string, targets: readonly Package[], destination: string): Packed[] {
  const filters = targets.map(({ dir }) => `--filter ./${dir}`).join(' ');
  const command = `pnpm -r ${filters} pack --pack-destination "${destination}"`;
  const ran = runCommand(process.platform === 'win32' ? 'npx.cmd' : 'npx', ['--yes', `--package=${pnpm}`, '-c', command], root);
  if (!ran.ok) throw new Error(`packing failed: ${ran.output}`);
  const made = new Set(readdirSync(destination));
  return targets.map((target) => {
    const { name = '', version = '' } = target.manifest;
    const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
    if (!made.has(file)) throw new Error(`pnpm pack made no ${file}; it made ${[...made].join(', ')}`);
    return { name, target, tarball: join(destination, file) };
  });
}
