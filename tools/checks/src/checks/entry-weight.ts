import { builtinModules } from 'node:module';
import ts from 'typescript';
import type { Check, Finding } from '../finding.ts';
import { ISOMORPHIC, matchesAny } from '../layers.ts';
import { entrySource, isRelative, resolveRelative, splitSpecifier, workspacePackage } from '../module-graph.ts';
import { isTest, sourceFiles } from '../repository.ts';
import type { Package, Repository } from '../repository.ts';
import { importsOf, lineOf, visit } from '../syntax.ts';

const BUILTINS = new Set(builtinModules);
const NODE_GLOBALS = new Set(['process', 'Buffer', '__dirname', '__filename', 'global', 'setImmediate']);
const BANNED = new Set(['typebox', 'fastify', 'ws', 'ajv', 'typescript']);

/** Follows each entry of an isomorphic package through the workspace: what a browser bundle would pull in. */
export const entryWeight: Check = {
  name: 'entry-weight',
  summary: 'entries of isomorphic packages reach no Node builtin, no Node global, no TypeBox and no server library',
  run(repository) {
    const packages = repository.packages.filter((candidate) => matchesAny(ISOMORPHIC, candidate.dir));
    return [
      ...packages.flatMap((home) => Object.keys(home.manifest.exports ?? {}).flatMap((subpath) => followEntry(repository, home, subpath))),
      ...packages.flatMap((home) => nodeGlobals(repository, home)),
    ];
  },
};

function followEntry(repository: Repository, home: Package, subpath: string): Finding[] {
  const entry = entrySource(repository, home, subpath);
  if (entry === undefined || !repository.has(entry)) return [];
  const cameFrom = new Map<string, string>([[entry, '']]);
  const queue = [entry];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    for (const found of importsOf(repository.syntax(path))) {
      if (found.typeOnly) continue;
      const bare = splitSpecifier(found.specifier).name;
      if (found.specifier.startsWith('node:') || BUILTINS.has(found.specifier) || BANNED.has(bare)) {
        return [heavy(home, subpath, found.specifier, trail(cameFrom, path))];
      }
      const next = nextFile(repository, path, found.specifier);
      if (next === undefined || cameFrom.has(next)) continue;
      cameFrom.set(next, path);
      queue.push(next);
    }
  }
  return [];
}

function nextFile(repository: Repository, from: string, specifier: string): string | undefined {
  if (isRelative(specifier)) {
    const path = resolveRelative(from, specifier).replace(/\.js$/, '.ts');
    return repository.has(path) && path.endsWith('.ts') ? path : undefined;
  }
  const { name, subpath } = splitSpecifier(specifier);
  const target = workspacePackage(repository, name);
  return target === undefined ? undefined : entrySource(repository, target, subpath);
}

function trail(cameFrom: ReadonlyMap<string, string>, path: string): string[] {
  const steps: string[] = [];
  for (let step: string | undefined = path; step !== undefined && step !== ''; step = cameFrom.get(step)) steps.unshift(step);
  return steps;
}

function heavy(home: Package, subpath: string, module: string, steps: readonly string[]): Finding {
  return {
    path: steps[steps.length - 1] ?? home.dir,
    message: `entry ${subpath} of ${home.dir} must run in a browser, but reaches ${module} by ${steps.join(' -> ')}`,
    fix: 'cut the import, make it a type import, or take the facility by injection',
  };
}

function nodeGlobals(repository: Repository, home: Package): Finding[] {
  const files = sourceFiles(repository).filter((path) => repository.packageOf(path) === home && !isTest(path));
  return files.flatMap((path) => {
    const source = repository.syntax(path);
    const findings: Finding[] = [];
    visit(source, (node) => {
      if (!ts.isIdentifier(node) || !NODE_GLOBALS.has(node.text) || !isReference(node)) return;
      findings.push({
        path,
        line: lineOf(source, node),
        message: `${home.dir} runs in browsers too, but uses the Node global ${node.text}`,
        fix: 'use a web-standard API, or take the facility by injection',
      });
    });
    return findings;
  });
}

/** A free name: neither a property, nor a key, nor something the file declares by that name. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isQualifiedName(parent)) return parent.left === node;
  return (
    !ts.isPropertyAssignment(parent) && !ts.isPropertySignature(parent) && !ts.isMethodSignature(parent) && !ts.isMethodDeclaration(parent)
  );
}
