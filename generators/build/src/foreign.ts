import { standingAt } from './disk.ts';
import type { OutputFile } from './output.ts';

/** Places that no earlier build wrote to where something else stands than what would be generated. */
export async function foreignFiles(files: readonly OutputFile[], known: ReadonlySet<string>): Promise<readonly string[]> {
  const found = await Promise.all(
    files.map(async ({ file, text }) => {
      if (known.has(file)) return undefined;
      const standing = await standingAt(file);
      return standing.is === 'nothing' || (standing.is === 'file' && standing.text === text) ? undefined : file;
    }),
  );
  return found.filter((file) => file !== undefined);
}
