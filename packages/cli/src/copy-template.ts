import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { VERSION } from '@tidemark/build';
import { UsageError } from './command.ts';

/**
 * Copies the template project, with the project's name in every form that the template uses and the version of the packages.
 * @throws {UsageError} when the target holds anything but a repository.
 */
export async function copyTemplate(template: string, target: string, name: string): Promise<readonly string[]> {
  const present = (await readdir(target).catch(() => [])).filter((entry) => entry !== '.git');
  if (present.length > 0) throw new UsageError(`${target} is not empty; it holds ${present.slice(0, 3).join(', ')}.`);
  const files = (await readdir(template, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const paths = files
    .map((entry) => join(entry.parentPath, entry.name).slice(template.length))
    .toSorted((left, right) => (left < right ? -1 : 1));
  for (const path of paths) {
    const file = join(target, path.replace('_gitignore', '.gitignore'));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, fill(await readFile(join(template, path), 'utf8'), name));
  }
  return paths;
}

function fill(text: string, name: string): string {
  const pascal = name.replaceAll(/(?:^|-)([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return text
    .replaceAll('__kebab__', name)
    .replaceAll('__Pascal__', pascal)
    .replaceAll('__camel__', camel)
    .replaceAll('__version__', VERSION);
}
