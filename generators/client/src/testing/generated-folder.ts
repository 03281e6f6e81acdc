import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emitDecoders, emitTypes } from '@tidemark/decoders';
import { build } from 'esbuild';
import { emitClientPackage } from '../index.ts';
import { samples } from './samples.ts';

export const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Workspace packages by their sources. */
export const sources: Readonly<Record<string, string>> = Object.fromEntries(
  ['codec', 'transport', 'wire'].flatMap((name) => [
    [`@tidemark/${name}/generated`, join(root, `packages/${name}/src/generated.ts`)],
    [`@tidemark/${name}`, join(root, `packages/${name}/src/index.ts`)],
  ]),
);

/** A folder with every sample's whole client package, and the programs of `testing/*.ts.txt` beside them. */
export function writeGenerated(programs: readonly string[]): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-client-'));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [name, { representation, inputs }] of Object.entries(samples)) {
    const files = [...emitClientPackage(representation, inputs), ...emitTypes(representation), ...emitDecoders(representation)];
    for (const { path, text } of files) write(`${name}/${path}`, text);
  }
  for (const program of programs) write(`${program}.ts`, readFileSync(new URL(`${program}.ts.txt`, import.meta.url), 'utf8'));
  write('package.json', '{\n  "type": "module"\n}\n');
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** One browser bundle, minified, and the files that something of is in it. */
export async function bundle(folder: string, entry: string): Promise<{ readonly text: string; readonly files: readonly string[] }> {
  const result = await build({
    stdin: { contents: entry, resolveDir: folder, loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    alias: { ...sources },
    legalComments: 'none',
  });
  const [output] = Object.values(result.metafile.outputs);
  const files = Object.entries(output?.inputs ?? {}).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : []));
  return { text: result.outputFiles[0]?.text ?? '', files };
}
