import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ISOMORPHIC, matchesAny } from '../layers.ts';
import type { Packed } from './pack.ts';
import { npm, runCommand } from './run-command.ts';
import type { Ran } from './run-command.ts';

/** An empty project outside the workspace that has nothing but the tarballs, as a stranger would install them. */
export interface Consumer {
  readonly dir: string;
  /** Importable specifiers of a package: its name, and its name with each subpath. */
  entriesOf(packed: Packed): readonly string[];
}

/**
 * `devDependencies` are what the project has beside the tarballs, from the registry.
 *
 * @throws Error when npm cannot install the tarballs together
 */
export function createConsumer(dir: string, packed: readonly Packed[], devDependencies: Readonly<Record<string, string>> = {}): Consumer {
  mkdirSync(dir, { recursive: true });
  const dependencies = Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`]));
  const manifest = { name: 'stranger', private: true, type: 'module', dependencies, devDependencies };
  writeFileSync(join(dir, 'package.json'), JSON.stringify(manifest, null, 2));
  const ran = runCommand(npm, ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'], dir);
  if (!ran.ok) throw new Error(`the tarballs do not install together: ${ran.output}`);
  return { dir, entriesOf: (one) => entries(dir, one.name) };
}

/** Imports every entry in Node; the isomorphic ones also where code generation from strings is off. */
export function importEntries(consumer: Consumer, packed: Packed): Ran {
  const statements = consumer.entriesOf(packed).map((entry) => `await import(${JSON.stringify(entry)});`);
  const flags = isIsomorphic(packed) ? ['--disallow-code-generation-from-strings'] : [];
  return runCommand(process.execPath, [...flags, '--input-type=module', '--eval', statements.join('\n')], consumer.dir);
}

export type Resolution = 'node16' | 'bundler';

/**
 * Type-checks one file that uses every entry of every package. The isomorphic packages are checked alone as well, their declarations
 * included and with the DOM but without Node's types, which shows that a browser project needs none.
 */
export function typeCheck(consumer: Consumer, packed: readonly Packed[], tsc: string, resolution: Resolution, browser: boolean): Ran {
  const name = `${resolution}-${browser ? 'browser' : 'all'}`;
  const entriesUsed = packed.filter((one) => !browser || isIsomorphic(one)).flatMap((one) => consumer.entriesOf(one));
  const lines = entriesUsed.map(
    (entry, index) => `import * as entry${index} from ${JSON.stringify(entry)};\nexport const used${index}: object = entry${index};`,
  );
  writeFileSync(join(consumer.dir, `${name}.ts`), `${lines.join('\n')}\n`);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: resolution === 'bundler' ? 'esnext' : 'node16',
    moduleResolution: resolution,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    lib: browser ? ['ES2022', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'] : ['ES2022', 'DOM', 'DOM.Iterable'],
    types: browser ? [] : ['node'],
    skipLibCheck: !browser,
  };
  writeFileSync(join(consumer.dir, `${name}.json`), JSON.stringify({ compilerOptions, files: [`${name}.ts`] }));
  return runCommand(process.execPath, [tsc, '-p', `${name}.json`], consumer.dir);
}

export function isIsomorphic(packed: Packed): boolean {
  return matchesAny(ISOMORPHIC, packed.target.dir);
}

function entries(dir: string, name: string): string[] {
  const manifest = JSON.parse(readFileSync(join(dir, 'node_modules', name, 'package.json'), 'utf8')) as {
    exports?: Record<string, unknown>;
  };
  return Object.keys(manifest.exports ?? {})
    .filter((subpath) => !subpath.endsWith('.json') && !subpath.includes('*'))
    .map((subpath) => (subpath === '.' ? name : `${name}/${subpath.slice(2)}`));
}
