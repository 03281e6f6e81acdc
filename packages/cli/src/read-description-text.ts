import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UsageError } from './command.ts';

/** Descriptions are documents of people and generators; anything larger is refused before it is read. */
const MAX_DESCRIPTION_BYTES = 64 * 1024 * 1024;

/**
 * The text of a description file.
 * @throws {UsageError} when it cannot be read or is larger than 64 MiB.
 */
export async function readDescriptionText(cwd: string, file: string): Promise<string> {
  const path = resolve(cwd, file);
  try {
    const { size } = await stat(path);
    if (size > MAX_DESCRIPTION_BYTES) throw new UsageError(`${file} has ${size} bytes; at most ${MAX_DESCRIPTION_BYTES} are read.`);
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}.`);
  }
}
