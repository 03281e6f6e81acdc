import { dirname } from 'node:path';
import { ModelError, represent, type Representation } from '@tidemark/model';
import { BuildError } from './build-error.ts';
import type { BuildConfig } from './config.ts';
import type { Drift } from './drift.ts';
import { loadContract } from './load-contract.ts';
import { withLock } from './lock.ts';
import { digest, isIntact, manifestFor, manifestPath, readManifest, recordedFiles } from './manifest.ts';
import type { OutputFile } from './output.ts';
import { type KeptFile, staleFiles } from './stale.ts';
import { VERSION } from './version.ts';
import { writeOutput } from './write.ts';

/** What one build did. */
export interface BuildReport {
  readonly contract: string;
  readonly version: string;
  /** Nothing had changed since the last build, so nothing was generated. */
  readonly unchanged: boolean;
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** Files of the last build that this one no longer writes, and that stay: edited since, or outside its folders. */
  readonly kept: readonly KeptFile[];
  /** Only with `check`. */
  readonly drift: readonly Drift[];
  /** All generated files. */
  readonly files: number;
}

export interface BuildOptions {
  /** Compare with the disk instead of writing; always generates. */
  readonly check?: boolean;
  /** Generate even when neither the contract nor the version of the generator has changed: where the generator itself is worked on. */
  readonly always?: boolean;
  /** Called as each stage begins. */
  readonly progress?: (stage: string) => void;
}

/**
 * contract -> model -> emit -> compile -> validate -> write. Until the last step nothing on disk is touched.
 *
 * @throws {BuildError} with every problem's file, path, reason and fix.
 */
export async function build(config: BuildConfig, options: BuildOptions = {}): Promise<BuildReport> {
  const progress = options.progress ?? (() => {});
  progress('contract');
  const contract = await loadContract(config.contract, config.export);
  progress('model');
  const representation = representationOf(config, () => represent(contract));
  const inputs = digest(JSON.stringify([VERSION, config.scope ?? null, config.workspace, representation]));
  const previous = await readManifest(config);
  const report = { contract: contract.id, version: contract.version, written: [], removed: [], kept: [], drift: [] };
  if (options.check !== true && options.always !== true && previous?.inputs === inputs && (await isIntact(config, previous))) {
    return { ...report, unchanged: true, files: Object.keys(previous.files).length };
  }
  const { generate } = await import('./generate.ts');
  const generated = await generate(config, representation, progress);
  const files: readonly OutputFile[] = [...generated, manifestFor(config, VERSION, inputs, generated)];
  if (options.check === true) {
    progress('compare');
    const { findDrift } = await import('./drift.ts');
    const { removable, kept } = await staleFiles(config, previous, files);
    return { ...report, unchanged: false, kept, drift: await findDrift(files, removable, dirname(config.file)), files: files.length };
  }
  progress('write');
  return { ...report, unchanged: false, ...(await write(config, files)), files: files.length };
}

/** The record is read again: another build may have ended while this one generated. */
async function write(config: BuildConfig, files: readonly OutputFile[]): Promise<Pick<BuildReport, 'written' | 'removed' | 'kept'>> {
  return withLock(config.descriptions, async () => {
    const previous = await readManifest(config);
    await refuseForeignFiles(config, files, new Set(recordedFiles(config, previous).map(({ file }) => file)));
    const { removable, kept } = await staleFiles(config, previous, files);
    const { written, removed, notRemoved } = await writeOutput(config.descriptions, files, removable);
    return { written, removed, kept: [...kept, ...notRemoved.map((file) => ({ file, reason: 'not-removed' as const }))] };
  });
}

function representationOf(config: BuildConfig, make: () => Representation): Representation {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    throw new BuildError(
      'not-representable',
      [{ file: config.contract, path: error.path, reason: `[${error.code}] ${error.reason}`, fix: error.fix }],
      { cause: error },
    );
  }
}

/** No build ever overwrites what somebody else wrote. */
async function refuseForeignFiles(config: BuildConfig, files: readonly OutputFile[], known: ReadonlySet<string>): Promise<void> {
  const { foreignFiles } = await import('./foreign.ts');
  const foreign = await foreignFiles(
    files.filter(({ file }) => file !== manifestPath(config)),
    known,
  );
  if (foreign.length > 0)
    throw new BuildError(
      'foreign-file',
      foreign.map((file) => ({ file, path: '', reason: 'It has other content and no earlier build wrote it.' })),
    );
}
