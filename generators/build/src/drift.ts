import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import type { OutputFile } from './output.ts';

/** One file whose text on disk is not what would be generated. */
export interface Drift {
  readonly file: string;
  readonly kind: 'changed' | 'missing' | 'stale';
  /** Unified diff from the disk to what would be generated. */
  readonly patch: string;
}

/** Compares what would be generated with what is on disk (C2.4). */
export async function findDrift(files: readonly OutputFile[], stale: readonly string[], base: string): Promise<readonly Drift[]> {
  const expected = [
    ...files.map(({ file, text }) => ({ file, text: text as string | undefined })),
    ...stale.map((file) => ({ file, text: undefined })),
  ];
  const all = await Promise.all(expected.map(({ file, text }) => driftOf(file, text, base)));
  return all.filter((drift) => drift !== undefined);
}

async function driftOf(file: string, text: string | undefined, base: string): Promise<Drift | undefined> {
  const onDisk = await readFile(file, 'utf8').catch(() => undefined);
  if (onDisk === text) return undefined;
  const name = relative(base, file);
  const kind = text === undefined ? 'stale' : onDisk === undefined ? 'missing' : 'changed';
  return { file, kind, patch: createTwoFilesPatch(name, name, onDisk ?? '', text ?? '', 'on disk', 'generated') };
}
