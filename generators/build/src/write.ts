import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BuildError } from './build-error.ts';
import type { OutputFile } from './output.ts';
import { openStaging } from './staging.ts';

/** What a write did, in absolute paths. */
export interface WriteReport {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** Stale files that could not be removed. */
  readonly notRemoved: readonly string[];
}

interface Replacement {
  readonly file: string;
  readonly staged: string;
  /** Bytes that stood there, to put back when a later rename fails. */
  readonly before: Buffer | undefined;
}

/**
 * Writes all files or none (C6.1): everything is written to a temporary folder inside `base` first, then renamed into
 * place; a failure in between puts back what stood there. Files that already have their text are not touched.
 *
 * @throws {BuildError} `not-written`
 */
export async function writeOutput(base: string, files: readonly OutputFile[], stale: readonly string[]): Promise<WriteReport> {
  const done: Replacement[] = [];
  let current = base;
  const staging = await openStaging(base).catch((error: Error) => refuse(base, error));
  try {
    const replacements: Replacement[] = [];
    for (const { file, text } of files) {
      current = file;
      const before = await readIfThere(file);
      if (before?.toString('utf8') === text) continue;
      const staged = join(staging, String(replacements.length));
      await writeFile(staged, text);
      replacements.push({ file, staged, before });
    }
    for (const replacement of replacements) {
      current = replacement.file;
      await mkdir(dirname(replacement.file), { recursive: true });
      await rename(replacement.staged, replacement.file);
      done.push(replacement);
    }
  } catch (error) {
    await Promise.allSettled(done.map(putBack));
    return refuse(current, error);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  const removals = await Promise.allSettled(stale.map((file) => rm(file, { force: true })));
  const [removed, notRemoved] = ['fulfilled', 'rejected'].map((status) => stale.filter((_, i) => removals[i]?.status === status));
  return { written: done.map(({ file }) => file), removed: removed ?? [], notRemoved: notRemoved ?? [] };
}

function refuse(file: string, error: unknown): never {
  throw new BuildError('not-written', [{ file, path: '', reason: (error as Error).message }], { cause: error });
}

async function putBack({ file, before }: Replacement): Promise<void> {
  await (before === undefined ? rm(file, { force: true }) : writeFile(file, before));
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
