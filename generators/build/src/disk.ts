import { lstat, readFile, realpath } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/** What stands at a path: a file's text, nothing, or something that is neither read nor replaced (a link, a folder, a device). */
export type Standing = { readonly is: 'file'; readonly text: string } | { readonly is: 'nothing' } | { readonly is: 'other' };

/** Reads a file without following a link at its end, and without waiting for a pipe or a device. */
export async function standingAt(file: string): Promise<Standing> {
  try {
    const found = await lstat(file);
    return found.isFile() ? { is: 'file', text: await readFile(file, 'utf8') } : { is: 'other' };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { is: code === 'ENOENT' || code === 'ENOTDIR' ? 'nothing' : 'other' };
  }
}

/** Whether a path is below a folder, by its name alone. */
export function isBelow(folder: string, file: string): boolean {
  return file.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Whether no step from a folder down to a file in it is a link. */
export async function isPlainlyBelow(folder: string, file: string): Promise<boolean> {
  if (!isBelow(folder, file)) return false;
  try {
    const [root, parent] = await Promise.all([realpath(folder), realpath(dirname(file))]);
    return parent === join(root, relative(folder, dirname(file)));
  } catch {
    return false;
  }
}
