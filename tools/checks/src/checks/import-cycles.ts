import type { Check } from '../finding.ts';
import { isRelative, resolveRelative } from '../module-graph.ts';
import { isTest, sourceFiles } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { importsOf } from '../syntax.ts';

/** A cycle of value imports makes start-up order matter and hides one file's purpose in another. Type imports are erased, so they may cycle. */
export const importCycles: Check = {
  name: 'import-cycles',
  summary: 'no cycle of value imports between files of one package',
  run(repository) {
    const graph = new Map<string, string[]>();
    for (const path of sourceFiles(repository)) if (!isTest(path)) graph.set(path, valueImports(repository, path));
    return cycles(graph).map((cycle) => ({
      path: cycle[0] ?? '',
      message: `value imports form a cycle: ${[...cycle, cycle[0]].join(' -> ')}`,
      fix: 'move what both need into a third file, or make one import a type import',
    }));
  },
};

function valueImports(repository: Repository, path: string): string[] {
  return importsOf(repository.syntax(path))
    .filter((found) => !found.typeOnly && isRelative(found.specifier))
    .map((found) => resolveRelative(path, found.specifier).replace(/\.js$/, '.ts'))
    .filter((target) => repository.has(target));
}

/** Strongly connected components with more than one file (Tarjan), each as one path through it from its smallest file. */
function cycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const enter = (node: string): void => {
    index.set(node, index.size);
    low.set(node, index.get(node) ?? 0);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) enter(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(node) !== index.get(node)) return;
    const component = stack.splice(stack.indexOf(node));
    if (component.length > 1 || graph.get(node)?.includes(node) === true) found.push(component.toSorted());
  };
  for (const node of [...graph.keys()].toSorted()) if (!index.has(node)) enter(node);
  return found.map((component) => shortestCycle(graph, component));
}

function shortestCycle(graph: ReadonlyMap<string, readonly string[]>, component: readonly string[]): string[] {
  const start = component[0] ?? '';
  const inside = new Set(component);
  const queue: string[][] = [[start]];
  const seen = new Set<string>();
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    for (const next of graph.get(path[path.length - 1] ?? '') ?? []) {
      if (next === start) return path;
      if (!inside.has(next) || seen.has(next)) continue;
      seen.add(next);
      queue.push([...path, next]);
    }
  }
  return [...component];
}
