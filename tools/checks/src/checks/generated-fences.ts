import type { Check, Finding } from '../finding.ts';
import { matchesFolder } from '../layers.ts';
import { GENERATED_HEADER } from '../repository.ts';
import type { Package, Repository } from '../repository.ts';

const ATTRIBUTES = '.gitattributes';
const PIPELINE = 'turbo.json';

interface Task {
  readonly dependsOn?: readonly string[];
  readonly inputs?: readonly string[];
  readonly outputs?: readonly string[];
}

/** Generated files are marked, fenced from review, and wired so that `pnpm build` rewrites them before it compiles them. */
export const generatedFences: Check = {
  name: 'generated-fences',
  summary: 'generated files carry their header, are collapsed in review, and are outputs of a generate task',
  run(repository) {
    const generated = repository.packages.filter((candidate) => candidate.generated);
    const fences = repository.has(ATTRIBUTES) ? fencedPatterns(repository.read(ATTRIBUTES)) : [];
    const tasks = repository.has(PIPELINE) ? (JSON.parse(repository.read(PIPELINE)) as { tasks: Record<string, Task> }).tasks : {};
    return [
      ...generated.flatMap((target) => [...checkHeaders(repository, target), ...checkFence(target, fences), ...checkTask(target, tasks)]),
      ...strays(repository, generated),
    ];
  },
};

function fencedPatterns(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line.includes('linguist-generated'))
    .map((line) => (line.split(/\s+/)[0] ?? '').replace(/\/\*\*$/, ''));
}

function checkHeaders(repository: Repository, target: Package): Finding[] {
  const files = repository.files.filter((path) => path.startsWith(`${target.dir}/src/`) && path.endsWith('.ts'));
  return files
    .filter((path) => !repository.read(path).startsWith(GENERATED_HEADER))
    .map((path) => ({
      path,
      message: 'the file has no generator header, but lies in a generated package',
      fix: 'regenerate it, or move hand-written code out: `pnpm build` rewrites this folder',
    }));
}

function checkFence(target: Package, fences: readonly string[]): Finding[] {
  if (fences.some((pattern) => matchesFolder(pattern, target.dir))) return [];
  return [
    { path: ATTRIBUTES, message: `${target.dir} is generated, but no line marks it`, fix: `add ${target.dir}/** linguist-generated=true` },
  ];
}

function checkTask(target: Package, tasks: Readonly<Record<string, Task>>): Finding[] {
  const findings: Finding[] = [];
  const output = Object.entries(tasks).find(([, task]) => task.outputs?.some((path) => covers(path, target.dir)) === true);
  if (output === undefined) {
    findings.push({
      path: PIPELINE,
      message: `no task has ${target.dir} among its outputs, so a cached build does not restore it`,
      fix: "list its files under the contract's generate task",
    });
  }
  const build = tasks[`${target.manifest.name}#build`];
  if (build?.dependsOn?.some((task) => task.endsWith('#generate')) !== true) {
    findings.push({
      path: PIPELINE,
      message: `the build of ${target.manifest.name} does not wait for the generation that writes its sources`,
      fix: `add a task "${target.manifest.name}#build" that depends on the contract's generate task`,
    });
  } else if (build.inputs?.some((path) => path.startsWith('src')) === true) {
    findings.push({
      path: PIPELINE,
      message: `the build of ${target.manifest.name} hashes generated sources before the generation runs, so it misses its cache`,
      fix: 'remove src from its inputs: the generate task already carries the change',
    });
  }
  return findings;
}

function covers(output: string, folder: string): boolean {
  const path = output.replace('$TURBO_ROOT$/', '');
  return path.startsWith(`${folder}/`) || folder.endsWith(`/${path.split('/')[0] ?? ''}`);
}

function strays(repository: Repository, generated: readonly Package[]): Finding[] {
  return repository.files
    .filter((path) => path.endsWith('.ts') && repository.read(path).startsWith(GENERATED_HEADER))
    .filter((path) => !path.includes('golden/') && !generated.some((target) => path.startsWith(`${target.dir}/`)))
    .map((path) => ({ path, message: 'the file says that it is generated, but lies in no generated package', fix: 'move or remove it' }));
}
