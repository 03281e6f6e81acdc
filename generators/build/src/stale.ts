import type { BuildConfig } from './config.ts';
import { isPlainlyBelow, standingAt } from './disk.ts';
import { digest, foldersOf, type Manifest, type RecordedFile, recordedFiles } from './manifest.ts';
import type { OutputFile } from './output.ts';

/** A file of the last build that stays although this one no longer writes it. */
export interface KeptFile {
  readonly file: string;
  /** Its content is not what was recorded; it is in no folder of this build, or behind a link; the system refused. */
  readonly reason: 'edited' | 'outside' | 'not-removed';
}

export interface StaleFiles {
  readonly removable: readonly string[];
  readonly kept: readonly KeptFile[];
}

/**
 * Files of the last build that this one no longer writes. The record is a file that anybody may have changed, so one is
 * removed only where this build may write, not behind a link, and with the very content that was recorded.
 */
export async function staleFiles(config: BuildConfig, previous: Manifest | undefined, files: readonly OutputFile[]): Promise<StaleFiles> {
  const current = new Set([config.file, config.contract, ...files.map(({ file }) => file)]);
  const candidates = recordedFiles(config, previous).filter(({ file }) => !current.has(file));
  const judged = await Promise.all(candidates.map(async (recorded) => ({ file: recorded.file, verdict: await judge(config, recorded) })));
  return {
    removable: judged.filter(({ verdict }) => verdict === 'removable').map(({ file }) => file),
    kept: judged.flatMap(({ file, verdict }) => (verdict === 'edited' || verdict === 'outside' ? [{ file, reason: verdict }] : [])),
  };
}

async function judge(config: BuildConfig, { file, digest: expected }: RecordedFile): Promise<'removable' | 'gone' | 'edited' | 'outside'> {
  const below = await Promise.all(foldersOf(config).map((folder) => isPlainlyBelow(folder, file)));
  if (!below.includes(true)) {
    // Nothing is told of a place outside but that it is one; a folder that is gone has no file in it.
    return (await standingAt(file)).is === 'nothing' ? 'gone' : 'outside';
  }
  const found = await standingAt(file);
  if (found.is === 'nothing') return 'gone';
  return found.is === 'file' && digest(found.text) === expected ? 'removable' : 'edited';
}
