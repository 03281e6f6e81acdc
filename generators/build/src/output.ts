import { resolve } from 'node:path';
import type { GeneratedFile } from '@tidemark/model';
import type { BuildConfig } from './config.ts';
import type { Emission } from './emit.ts';

/** A file's absolute place and text. */
export interface OutputFile {
  readonly file: string;
  readonly text: string;
}

/** Every file of a build at its place, in one order. */
export function placeOutput(
  config: BuildConfig,
  emission: Emission,
  compiled: { readonly client: readonly GeneratedFile[]; readonly server: readonly GeneratedFile[] },
): readonly OutputFile[] {
  return [
    ...place(config.descriptions, emission.descriptions),
    ...place(config.client, [...emission.client, ...compiled.client]),
    ...place(config.server, [...emission.server, ...compiled.server]),
  ];
}

function place(folder: string, files: readonly GeneratedFile[]): OutputFile[] {
  return files.map(({ path, text }) => ({ file: resolve(folder, path), text }));
}
