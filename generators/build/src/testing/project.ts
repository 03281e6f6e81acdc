import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Below this package, so that a contract's bare imports resolve as they would in a project that depends on it. */
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/projects/', import.meta.url));

/** A project on disk that lives as long as one test. */
export interface Project {
  readonly folder: string;
  write(path: string, text: string): Promise<void>;
  /** Every file below a folder of the project, by path, sorted. */
  snapshot(path?: string): Promise<Readonly<Record<string, string>>>;
  remove(): Promise<void>;
}

export async function makeProject(files: Readonly<Record<string, string>>): Promise<Project> {
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'p-'));
  const project: Project = {
    folder,
    async write(path, text) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    },
    async snapshot(path = '.') {
      const root = join(folder, path);
      const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
      const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      const texts = await Promise.all(names.map(async (name) => [name.slice(root.length + 1), await readFile(name, 'utf8')] as const));
      return Object.fromEntries(texts.toSorted(([left], [right]) => (left < right ? -1 : 1)));
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
  for (const [path, text] of Object.entries(files)) await project.write(path, text);
  return project;
}

/** The source of a small contract; `extra` is placed among the properties of its only type. */
export function smallContract(extra = ''): string {
  return `import { defineContract, SafeUint, Struct, Text, Type } from '@tidemark/contract';
const Note = Struct({ number: SafeUint(), text: Text(40)${extra} }, { description: 'A note.' });
export const notes = defineContract({
  id: 'notes', version: '1.0.0', title: 'Notes', summary: 'Keeps notes.',
  license: { name: 'MIT', identifier: 'MIT' },
  servers: { local: { url: 'http://127.0.0.1:8080', description: 'Development.' } },
  schemas: { Note },
  errors: { not_found: { status: 404, retriable: false, details: null, statusSource: 'RFC 9110 15.5.5', description: 'There is no such note.' } },
  security: {}, limits: {},
  operations: {
    readNote: {
      method: 'GET', path: '/notes/{number}', summary: 'Read a note', access: 'public',
      request: { path: { number: SafeUint() } },
      responses: { 200: { description: 'The note.', schema: Note, examples: { one: { summary: 'A note', value: { number: 1, text: 'a' } } } } },
      errors: ['not_found'],
    },
  },
});
`;
}

/** The two files of a project with the small contract. */
export function smallProject(contract = smallContract()): Readonly<Record<string, string>> {
  return { 'tidemark.config.json': '{ "contract": "contract.ts", "out": "generated" }\n', 'contract.ts': contract };
}
