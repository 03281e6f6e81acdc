import type { Check, Finding } from '../finding.ts';
import type { Manifest, Repository } from '../repository.ts';

const NOTES = 'docs/dependencies.md';
const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/** P4.1: each library is pinned exactly, at one version, and has a line that says what it is for and over what it was chosen. */
export const dependencyNotes: Check = {
  name: 'dependency-notes',
  summary: `every dependency is pinned exactly, at one version, and has its line in ${NOTES}`,
  run(repository) {
    const uses = collect(repository);
    const notes = readNotes(repository);
    const findings: Finding[] = [];
    for (const [name, versions] of uses) findings.push(...checkVersions(name, versions), ...checkNote(name, versions, notes));
    for (const [name, line] of notes) {
      if (!uses.has(name)) {
        findings.push({ path: NOTES, line, message: `${name} is described, but no package.json depends on it`, fix: 'remove the line' });
      }
    }
    return findings;
  },
};

/** Name to version to the manifests that ask for it. */
type Uses = Map<string, Map<string, string[]>>;

function collect(repository: Repository): Uses {
  const uses: Uses = new Map();
  for (const { dir, manifest } of repository.packages) {
    const path = dir === '' ? 'package.json' : `${dir}/package.json`;
    for (const [name, version] of dependenciesOf(manifest)) {
      if (version.startsWith('workspace:') || repository.packages.some((other) => other.manifest.name === name)) continue;
      const versions = uses.get(name) ?? new Map<string, string[]>();
      versions.set(version, [...(versions.get(version) ?? []), path]);
      uses.set(name, versions);
    }
  }
  return uses;
}

function dependenciesOf(manifest: Manifest): [string, string][] {
  return [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies].flatMap((group) => Object.entries(group ?? {}));
}

function checkVersions(name: string, versions: ReadonlyMap<string, readonly string[]>): Finding[] {
  const findings: Finding[] = [];
  for (const [version, paths] of versions) {
    for (const path of paths) {
      if (!EXACT.test(version)) findings.push({ path, message: `${name}@${version} is not pinned exactly`, fix: 'write the full version' });
    }
  }
  if (versions.size > 1) {
    const list = [...versions].map(([version, paths]) => `${version} (${paths.join(', ')})`).join(' and ');
    findings.push({ path: NOTES, message: `${name} is asked for at several versions: ${list}`, fix: 'use one version everywhere' });
  }
  return findings;
}

function checkNote(name: string, versions: ReadonlyMap<string, readonly string[]>, notes: ReadonlyMap<string, number>): Finding[] {
  if (notes.has(name)) return [];
  const path = [...versions.values()][0]?.[0] ?? NOTES;
  return [{ path, message: `${name} has no line in ${NOTES}`, fix: 'say there what it is for, and over what it was chosen' }];
}

/** Table rows `| \`name\` | what for | chosen over |`, each cell filled. */
function readNotes(repository: Repository): Map<string, number> {
  const notes = new Map<string, number>();
  if (!repository.has(NOTES)) return notes;
  repository
    .read(NOTES)
    .split('\n')
    .forEach((text, index) => {
      const [, names, purpose, over] = text.split('|').map((cell) => cell.trim());
      if (names === undefined || !purpose || !over) return;
      for (const match of names.matchAll(/`([^`]+)`/g)) notes.set(match[1] ?? '', index + 1);
    });
  return notes;
}
