import { posix } from 'node:path';
import type { Package, Repository } from './repository.ts';

/** `@scope/name/sub/path` gives `@scope/name` and `./sub/path`; the root of a package is `.`. */
export function splitSpecifier(specifier: string): { readonly name: string; readonly subpath: string } {
  const parts = specifier.split('/');
  const length = specifier.startsWith('@') ? 2 : 1;
  const rest = parts.slice(length).join('/');
  return { name: parts.slice(0, length).join('/'), subpath: rest === '' ? '.' : `./${rest}` };
}

export function isRelative(specifier: string): boolean {
  return specifier.startsWith('./') || specifier.startsWith('../') || specifier === '.' || specifier === '..';
}

/** Path of a relative import, relative to the root; starts with `..` when it leaves the repository. */
export function resolveRelative(from: string, specifier: string): string {
  return posix.normalize(posix.join(posix.dirname(from), specifier));
}

export function workspacePackage(repository: Repository, name: string): Package | undefined {
  return repository.packages.find((candidate) => candidate.manifest.name === name);
}

/** The source file behind an entry of a workspace package: the `@tidemark/source` target, else `src` beside the `dist` of `default`. */
export function entrySource(repository: Repository, target: Package, subpath: string): string | undefined {
  const entry = target.manifest.exports?.[subpath];
  if (entry === undefined) return undefined;
  const conditions = typeof entry === 'string' ? { default: entry } : (entry as Readonly<Record<string, unknown>>);
  const source = conditions['@tidemark/source'];
  if (typeof source === 'string') return posix.join(target.dir, source);
  const built = conditions['default'] ?? conditions['import'];
  if (typeof built !== 'string') return undefined;
  const guess = posix.join(target.dir, built.replace('dist/', 'src/').replace(/\.js$/, '.ts'));
  return repository.has(guess) ? guess : undefined;
}

/** Every dependency kind that makes a module resolvable for code that runs. */
export function declaredDependencies(target: Package, forTests: boolean, repository: Repository): Set<string> {
  const { dependencies, peerDependencies, optionalDependencies, devDependencies } = target.manifest;
  const names = [dependencies, peerDependencies, optionalDependencies].flatMap((group) => Object.keys(group ?? {}));
  if (forTests) {
    const root = repository.packages.find((candidate) => candidate.dir === '');
    names.push(...Object.keys(devDependencies ?? {}), ...Object.keys(root?.manifest.devDependencies ?? {}));
  }
  return new Set(names);
}
