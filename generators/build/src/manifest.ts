import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import type { BuildConfig } from './config.ts';
import type { OutputFile } from './output.ts';

/** Name of the record of a build, beside the descriptions. It is what tells generated files from others. */
export const MANIFEST_FILE = 'tidemark.generated.json';

/** What the last build wrote. Paths are relative to the manifest, with `/`. */
export interface Manifest {
  readonly generator: string;
  /** SHA-256 of the representation and the options: equal inputs need no second build. */
  readonly inputs: string;
  readonly files: Readonly<Record<string, string>>;
}

export function manifestPath(config: BuildConfig): string {
  return resolve(config.descriptions, MANIFEST_FILE);
}

/** The record of the last build, or `undefined` when there is none that can be read. */
export async function readManifest(config: BuildConfig): Promise<Manifest | undefined> {
  try {
    const manifest = JSON.parse(await readFile(manifestPath(config), 'utf8')) as Partial<Manifest>;
    return typeof manifest.inputs === 'string' && typeof manifest.files === 'object' ? (manifest as Manifest) : undefined;
  } catch {
    return undefined;
  }
}

export function manifestFor(config: BuildConfig, generator: string, inputs: string, files: readonly OutputFile[]): OutputFile {
  const base = dirname(manifestPath(config));
  const entries = files
    .map(({ file, text }) => [relative(base, file).split(sep).join('/'), digest(text)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const manifest: Manifest = { generator, inputs, files: Object.fromEntries(entries) };
  return { file: manifestPath(config), text: `${JSON.stringify(manifest, null, 2)}\n` };
}

/** Files of the last build that this one no longer writes. */
export function staleFiles(config: BuildConfig, previous: Manifest | undefined, files: readonly OutputFile[]): readonly string[] {
  const base = dirname(manifestPath(config));
  const current = new Set(files.map(({ file }) => file));
  return Object.keys(previous?.files ?? {})
    .map((path) => resolve(base, path))
    .filter((file) => !current.has(file));
}

/** Whether every file of the last build is on disk, byte for byte. */
export async function isIntact(config: BuildConfig, manifest: Manifest): Promise<boolean> {
  const base = dirname(manifestPath(config));
  const checks = await Promise.all(
    Object.entries(manifest.files).map(async ([path, expected]) => {
      const text = await readFile(resolve(base, path), 'utf8').catch(() => undefined);
      return text !== undefined && digest(text) === expected;
    }),
  );
  return checks.every(Boolean);
}

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
