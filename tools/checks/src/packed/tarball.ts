import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import type { Problem } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import type { Manifest } from '../repository.ts';
import type { Packed } from './pack.ts';

const SOURCE_CONDITION = '@tidemark/source';
const DEVELOPMENT = /\.(?:test|bench|fixture)\.|\/(?:testing|test-support)\/|\.tsbuildinfo$|(?:^|\/)node_modules\//;
const LIFECYCLE = ['preinstall', 'install', 'postinstall', 'prepare'];

/** The esm-only profile: these two ways of resolving cannot reach a package without CommonJS. */
const NOT_FOR_ESM = new Set(['node10', 'node16-cjs']);

/** What is in the tarball: built files, a licence, and a manifest that makes sense outside the workspace. */
export function checkContents(packed: Pick<Packed, 'tarball'>): string[] {
  const data = createPackageFromTarballData(new Uint8Array(readFileSync(packed.tarball)));
  const prefix = `/node_modules/${data.packageName}/`;
  const files = data.listFiles().map((path) => path.slice(prefix.length));
  const text = data.readFile(`${prefix}package.json`);
  return contentProblems(files, text);
}

/** `files` are relative to the package; `manifestText` is its package.json as packed. */
export function contentProblems(files: readonly string[], manifestText: string): string[] {
  const manifest = JSON.parse(manifestText) as Manifest;
  const problems = files
    .filter((path) => DEVELOPMENT.test(path) && !path.startsWith('template/'))
    .map((path) => `${path} is for development and must not ship`);
  if (manifestText.includes(SOURCE_CONDITION))
    problems.push(`package.json names ${SOURCE_CONDITION}; publishConfig.exports must replace exports`);
  if (manifestText.includes('"workspace:')) problems.push('package.json has a workspace: dependency that nobody else can resolve');
  if (!files.includes('LICENSE')) problems.push('LICENSE is missing');
  if (!files.some((path) => path.startsWith('dist/'))) problems.push('there is no dist: was it built?');
  for (const script of LIFECYCLE) {
    if (manifest.scripts?.[script] !== undefined) problems.push(`the install script ${script} would run on every installation`);
  }
  return problems;
}

export async function checkPublint(packed: Pick<Packed, 'tarball'>): Promise<string[]> {
  const bytes = readFileSync(packed.tarball);
  const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { messages, pkg } = await publint({ pack: { tarball } });
  return messages.map((message) => `${message.type} ${message.code}: ${formatMessage(message, pkg, { color: false }) ?? ''}`);
}

/** Are the types wrong: under node16 (import) and bundler resolution. */
export async function checkTypes(packed: Pick<Packed, 'tarball'>): Promise<string[]> {
  const result = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(packed.tarball))));
  if (result.types === false) return ['the package has no types'];
  return result.problems
    .filter((problem) => !NOT_FOR_ESM.has(resolutionOf(problem)))
    .map((problem) => `${problem.kind}: ${JSON.stringify(problem)}`);
}

function resolutionOf(problem: Problem): string {
  return 'resolutionKind' in problem ? problem.resolutionKind : 'resolutionOption' in problem ? problem.resolutionOption : 'all';
}
