import { builtinModules } from 'node:module';
import type { Check, Finding } from '../finding.ts';
import { GUARDED_MODULES, ISOMORPHIC, layerOf, matchesAny } from '../layers.ts';
import type { Layer } from '../layers.ts';
import { isRelative, resolveRelative, splitSpecifier, workspacePackage } from '../module-graph.ts';
import { isTest, sourceFiles } from '../repository.ts';
import type { Package, Repository } from '../repository.ts';
import { importsOf } from '../syntax.ts';
import type { Import } from '../syntax.ts';

const BUILTINS = new Set(builtinModules);

/** Layers: a package imports only what its row of `layers.ts` allows, by package name, and isomorphic packages no Node builtin. */
export const importDirection: Check = {
  name: 'import-direction',
  summary: 'packages import only downwards, never by a relative path, and only the gateway knows fastify and ws',
  run: (repository) => sourceFiles(repository).flatMap((path) => checkFile(repository, path)),
};

function checkFile(repository: Repository, path: string): Finding[] {
  const home = repository.packageOf(path);
  if (home === undefined || home.dir === '') return [];
  const layer = layerOf(home.dir);
  if (layer === undefined) {
    return [
      {
        path,
        message: `${home.dir} has no row in the layer table, so nothing says what it may import`,
        fix: 'add a row to tools/checks/src/layers.ts and to the layout table of ARCHITECTURE.md',
      },
    ];
  }
  return importsOf(repository.syntax(path)).flatMap((found) => {
    const problem = isRelative(found.specifier) ? checkRelative(path, home, found) : checkModule(repository, path, home, layer, found);
    return problem === undefined ? [] : [{ path, line: found.line, ...problem }];
  });
}

type Problem = Pick<Finding, 'message' | 'fix'>;

function checkRelative(path: string, home: Package, found: Import): Problem | undefined {
  const target = resolveRelative(path, found.specifier);
  if (target.startsWith(`${home.dir}/`)) return undefined;
  if (isTest(path) && (target.startsWith('fixtures/') || target.startsWith('tools/vitest/'))) return undefined;
  return {
    message: `relative import of ${target} leaves the package ${home.dir}, so it bypasses the other package's exports and its layer`,
    fix: 'import the other package by its name, through an entry of its exports',
  };
}

function checkModule(repository: Repository, path: string, home: Package, layer: Layer, found: Import): Problem | undefined {
  const { name } = splitSpecifier(found.specifier);
  const target = workspacePackage(repository, name);
  if (target !== undefined) return target.dir === home.dir ? undefined : checkLayer(path, home, layer, target);
  if (isTest(path)) return undefined;
  if (found.specifier.startsWith('node:') || BUILTINS.has(found.specifier)) return checkBuiltin(home, found);
  const guard = GUARDED_MODULES.find((row) => row.modules.includes(name));
  if (guard === undefined || matchesAny(guard.folders, home.dir)) return undefined;
  return {
    message: `${home.dir} imports ${name}, but ${guard.why}`,
    fix: `keep ${name} behind ${guard.folders.join(', ')}`,
  };
}

function checkLayer(path: string, home: Package, layer: Layer, target: Package): Problem | undefined {
  const allowed = isTest(path) ? [...layer.mayImport, ...(layer.testsMayImport ?? []), 'fixtures/contracts/*'] : layer.mayImport;
  if (matchesAny(allowed, target.dir)) return undefined;
  return {
    message: `${home.dir} may not import ${target.dir}; it may import ${allowed.length === 0 ? 'no other package' : allowed.join(', ')}`,
    fix: 'move the shared part below both, or pass it in; change the layer table only together with ARCHITECTURE.md',
  };
}

function checkBuiltin(home: Package, found: Import): Problem | undefined {
  if (!matchesAny(ISOMORPHIC, home.dir)) return undefined;
  return {
    message: `${home.dir} runs in browsers too, but imports the Node builtin ${found.specifier}`,
    fix: 'use a web-standard API, or take the facility by injection',
  };
}
