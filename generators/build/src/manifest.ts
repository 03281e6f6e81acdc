import { createHash } from 'node:crypto';
import { lstat, readFile } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { BuildError } from './build-error.ts';
import type { BuildConfig } from './config.ts';
import { isBelow, standingAt } from './disk.ts';
import type { OutputFile } from './output.ts';

/** Name of the record of a build, beside the descriptions. It is what tells generated files from others. */
export const MANIFEST_FILE = 'tidemark.generated.json';

/** Form of the record. A record of another form is refused: what it lists may mean something else. */
const FORMAT = 1;
/** Bytes. A build of 1,000 message types records less than 10 kB. */
const MAX_BYTES = 4 * 1024 * 1024;
const FIELDS: readonly string[] = ['format', 'generator', 'inputs', 'files'];

/** What the last build wrote. Paths are relative to the manifest, with `/`. */
export interface Manifest {
  readonly format: typeof FORMAT;
  readonly generator: string;
  /** SHA-256 of the representation and the options: equal inputs need no second build. */
  readonly inputs: string;
  /** SHA-256 of each file, in hexadecimal. */
  readonly files: Readonly<Record<string, string>>;
}

export function manifestPath(config: BuildConfig): string {
  return resolve(config.descriptions, MANIFEST_FILE);
}

/**
 * The record of the last build, or `undefined` when there is none.
 *
 * @throws {BuildError} `invalid-manifest`
 */
export async function readManifest(config: BuildConfig): Promise<Manifest | undefined> {
  const file = manifestPath(config);
  const refuse: Refuse = (path, reason) => {
    throw new BuildError('invalid-manifest', [{ file, path, reason }]);
  };
  const text = await readBounded(file, refuse);
  if (text === undefined) return undefined;
  try {
    return decodeManifest(JSON.parse(text), refuse);
  } catch (error) {
    if (error instanceof BuildError) throw error;
    return refuse('', `It is not JSON: ${(error as Error).message}.`);
  }
}

type Refuse = (path: string, reason: string) => never;

async function readBounded(file: string, refuse: Refuse): Promise<string | undefined> {
  try {
    const found = await lstat(file);
    if (!found.isFile()) return refuse('', 'It is not a file.');
    if (found.size > MAX_BYTES) return refuse('', `It has more than ${MAX_BYTES} bytes.`);
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof BuildError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : refuse('', `It cannot be read: ${code ?? 'unknown'}.`);
  }
}

function decodeManifest(value: unknown, refuse: Refuse): Manifest {
  if (!isRecord(value)) return refuse('', 'It is not an object.');
  if (value['format'] !== FORMAT) return refuse('/format', `Its format is not ${FORMAT}.`);
  const unknown = Object.keys(value).find((key) => !FIELDS.includes(key));
  if (unknown !== undefined) return refuse(pointer(unknown), 'There is no such field.');
  const { generator, inputs, files } = value;
  if (typeof generator !== 'string') return refuse('/generator', 'It is not a string.');
  if (typeof inputs !== 'string' || !isDigest(inputs)) return refuse('/inputs', 'It is not a SHA-256 digest.');
  if (!isRecord(files)) return refuse('/files', 'It is not an object.');
  for (const [path, expected] of Object.entries(files)) {
    if (!isRelative(path)) return refuse(`/files${pointer(path)}`, 'It is not a relative path of plain names with / between them.');
    if (typeof expected !== 'string' || !isDigest(expected)) return refuse(`/files${pointer(path)}`, 'It is not a SHA-256 digest.');
  }
  return { format: FORMAT, generator, inputs, files: files as Manifest['files'] };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isDigest(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** `..` may lead up at the start alone, as to a package that is placed elsewhere in the repository. */
function isRelative(path: string): boolean {
  return /^(?:\.\.\/)*(?:(?!\.{1,2}(?:\/|$))[^/\\:\p{Cc}]+\/)*(?!\.{1,2}$)[^/\\:\p{Cc}]+$/u.test(path);
}

function pointer(step: string): string {
  return `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

export function manifestFor(config: BuildConfig, generator: string, inputs: string, files: readonly OutputFile[]): OutputFile {
  const base = dirname(manifestPath(config));
  const entries = files
    .map(({ file, text }) => [relative(base, file).split(sep).join('/'), digest(text)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const manifest: Manifest = { format: FORMAT, generator, inputs, files: Object.fromEntries(entries) };
  return { file: manifestPath(config), text: `${JSON.stringify(manifest, null, 2)}\n` };
}

/** A file of the last build, in its absolute place, with its digest. */
export interface RecordedFile {
  readonly file: string;
  readonly digest: string;
}

export function recordedFiles(config: BuildConfig, manifest: Manifest | undefined): readonly RecordedFile[] {
  const base = dirname(manifestPath(config));
  return Object.entries(manifest?.files ?? {}).map(([path, expected]) => ({ file: resolve(base, path), digest: expected }));
}

/** The folders that a build may write into and remove from. */
export function foldersOf(config: BuildConfig): readonly string[] {
  return [config.descriptions, config.client, config.server, dirname(config.file)];
}

/** Whether every file of the last build is on disk, byte for byte. A record that names a file elsewhere is not believed. */
export async function isIntact(config: BuildConfig, manifest: Manifest): Promise<boolean> {
  const folders = foldersOf(config);
  const checks = await Promise.all(
    recordedFiles(config, manifest).map(async ({ file, digest: expected }) => {
      if (!folders.some((folder) => isBelow(folder, file))) return false;
      const found = await standingAt(file);
      return found.is === 'file' && digest(found.text) === expected;
    }),
  );
  return checks.every(Boolean);
}

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
