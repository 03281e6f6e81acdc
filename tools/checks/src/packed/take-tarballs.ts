import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Packed } from './pack.ts';

/** Lets a project take these packages from their tarballs. Direct dependencies and those of dependencies alike; npm wants both to say the same. */
export function takeTarballs(dir: string, packed: readonly Pick<Packed, 'name' | 'tarball'>[]): void {
  const file = join(dir, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>;
  const overrides = Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`]));
  for (const group of [manifest['dependencies'], manifest['devDependencies']]) {
    for (const name of Object.keys(group ?? {})) if (group !== undefined) group[name] = overrides[name] ?? group[name] ?? '*';
  }
  writeFileSync(file, `${JSON.stringify({ ...manifest, overrides: { ...manifest['overrides'], ...overrides } }, null, 2)}\n`);
}
