import { readFile } from 'node:fs/promises';
import type { OutputFile } from './output.ts';

/** Places where something else stands than what would be generated. */
export async function foreignFiles(files: readonly OutputFile[]): Promise<readonly string[]> {
  const found = await Promise.all(
    files.map(async ({ file, text }) => {
      const onDisk = await readFile(file, 'utf8').catch(() => undefined);
      return onDisk !== undefined && onDisk !== text ? file : undefined;
    }),
  );
  return found.filter((file) => file !== undefined);
}
