import { builtinModules } from 'node:module';
import type { Check, Finding } from '../finding.ts';
import { declaredDependencies, entrySource, isRelative, splitSpecifier, workspacePackage } from '../module-graph.ts';
import { isTemplate, isTest } from '../repository.ts';
import type { Package, Repository } from '../repository.ts';
import { importsOf } from '../syntax.ts';

const BUILTINS = new Set(builtinModules);

/** Dependencies that no import names: a binary, or type declarations that the compiler finds by itself. */
const USED_WITHOUT_IMPORT = /^@types\//;

/** What is imported is declared, what is declared is imported, and nobody reaches past another package's exports. */
export const packageImports: Check = {
  name: 'package-imports',
  summary: 'imports are declared in package.json, stay within exports, and no declared dependency is idle',
  run: (repository) => repository.packages.filter((candidate) => candidate.dir !== '').flatMap((home) => checkPackage(repository, home)),
};

function checkPackage(repository: Repository, home: Package): Finding[] {
  const files = repository.files.filter((path) => /\.[cm]?[jt]sx?$/.test(path) && repository.packageOf(path) === home && !isTemplate(path));
  const used = new Set<string>();
  const findings = files.flatMap((path) => checkFile(repository, home, path, used));
  return [...findings, ...idleDependencies(repository, home, used)];
}

function checkFile(repository: Repository, home: Package, path: string, used: Set<string>): Finding[] {
  const forTests = isTest(path) || home.manifest.private === true || !path.startsWith(`${home.dir}/src/`) || isStandIn(repository, path);
  const declared = declaredDependencies(home, forTests, repository);
  const findings: Finding[] = [];
  for (const { specifier, line } of importsOf(repository.syntax(path))) {
    if (isRelative(specifier) || specifier.startsWith('node:') || BUILTINS.has(specifier)) continue;
    const { name, subpath } = splitSpecifier(specifier);
    used.add(name);
    const target = workspacePackage(repository, name);
    if (target !== home && !declared.has(name)) {
      findings.push({
        path,
        line,
        message: `${name} is imported, but ${home.dir}/package.json does not declare it${forTests ? '' : ' as a dependency that ships'}`,
        fix: `declare ${name} in ${home.dir}/package.json with an exact version (workspace:* for our own)`,
      });
    }
    if (target !== undefined && entrySource(repository, target, subpath) === undefined) {
      findings.push({
        path,
        line,
        message: `${specifier} reaches past the exports of ${name}, which offers ${Object.keys(target.manifest.exports ?? {}).join(', ')}`,
        fix: `import an entry of ${name}, or add the entry there on purpose`,
      });
    }
  }
  return findings;
}

/** A `.js` beside a `.ts` of the same name: what runs from source in its place. The build writes the compiled one, so it never ships. */
function isStandIn(repository: Repository, path: string): boolean {
  return path.endsWith('.js') && repository.has(`${path.slice(0, -'.js'.length)}.ts`);
}

function idleDependencies(repository: Repository, home: Package, used: ReadonlySet<string>): Finding[] {
  const scripts = Object.values(home.manifest.scripts ?? {}).join(' ');
  const path = `${home.dir}/package.json`;
  return Object.keys(home.manifest.dependencies ?? {})
    .filter((name) => !used.has(name) && !USED_WITHOUT_IMPORT.test(name) && !scripts.includes(name) && !namedInText(repository, home, name))
    .map((name) => ({ path, message: `${name} is declared, but no file of ${home.dir} imports it`, fix: 'remove the line, or use it' }));
}

/** A package may be found by name at run time (`import.meta.resolve('x/file')`, a loader flag), which is a use as well. */
function namedInText(repository: Repository, home: Package, name: string): boolean {
  return repository.files.some(
    (path) =>
      /\.[cm]?[jt]sx?$/.test(path) &&
      repository.packageOf(path) === home &&
      new RegExp(`['"\`/]${escape(name)}['"\`/]`).test(repository.read(path)),
  );
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
