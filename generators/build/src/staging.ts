import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from './is-alive.ts';

const NAME = /^\.tidemark-staging-(\d+)-/;

/** A new temporary folder inside `base`, on the same file system as the output; those of builds that died are removed. */
export async function openStaging(base: string): Promise<string> {
  await mkdir(base, { recursive: true });
  for (const entry of await readdir(base)) {
    const owner = NAME.exec(entry)?.[1];
    if (owner !== undefined && !isAlive(Number(owner))) await rm(join(base, entry), { recursive: true, force: true });
  }
  return mkdtemp(join(base, `.tidemark-staging-${process.pid}-`));
}
