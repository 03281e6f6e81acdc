import type { Check, Finding } from '../finding.ts';
import type { Package, Repository } from '../repository.ts';

const SOURCE = '@tidemark/source';
/** Shared by the tests of several packages, and never published. */
const TEST_SUPPORT = './testing';

/** What every package.json of the workspace promises: ESM, one licence, one Node floor, and no development condition once packed. */
export const manifests: Check = {
  name: 'manifests',
  summary: 'package.json files agree on licence, engines and ESM; published entries name no source condition',
  run(repository) {
    const root = repository.packages.find((candidate) => candidate.dir === '');
    const node = root?.manifest.engines?.node;
    return repository.packages
      .filter((candidate) => candidate.dir !== '' && candidate.manifest.name !== undefined)
      .flatMap((candidate) => [...checkFacts(candidate, node), ...checkEntries(repository, candidate)]);
  },
};

function at(target: Package): string {
  return `${target.dir}/package.json`;
}

function checkFacts(target: Package, node: string | undefined): Finding[] {
  const { manifest } = target;
  const facts: [unknown, unknown, string][] = [
    [manifest.license, 'MIT', 'license'],
    [manifest.type, 'module', 'type'],
    [manifest.engines?.node, node, 'engines.node'],
  ];
  const findings = facts
    .filter(([is, wanted]) => is !== wanted)
    .map(([is, wanted, field]) => ({
      path: at(target),
      message: `${field} is ${JSON.stringify(is) ?? 'missing'}, not ${JSON.stringify(wanted)}`,
      fix: `set ${field} to ${JSON.stringify(wanted)}`,
    }));
  if (manifest.private === true || (manifest.publishConfig?.access === 'public' && manifest.files !== undefined)) return findings;
  return [
    ...findings,
    { path: at(target), message: 'a published package needs `files` and `publishConfig.access`', fix: 'add both, or mark it private' },
  ];
}

function checkEntries(repository: Repository, target: Package): Finding[] {
  const { exports, publishConfig } = target.manifest;
  const findings: Finding[] = [];
  const add = (message: string, fix: string): void => void findings.push({ path: at(target), message, fix });
  for (const [subpath, entry] of Object.entries(exports ?? {})) {
    if (typeof entry === 'string') continue;
    const conditions = entry as Readonly<Record<string, string>>;
    const [first] = Object.keys(conditions);
    const source = conditions[SOURCE];
    if (source === undefined) continue;
    if (first !== SOURCE) add(`entry ${subpath} lists ${SOURCE} after ${first}, so it never wins`, `list ${SOURCE} first`);
    if (!repository.has(`${target.dir}/${source.replace(/^\.\//, '')}`))
      add(`entry ${subpath} names the absent ${source}`, 'name the source file');
    const published = publishConfig?.exports?.[subpath];
    if (published === undefined && subpath !== TEST_SUPPORT)
      add(`entry ${subpath} is missing from publishConfig.exports`, 'publish it without the source condition');
  }
  for (const [subpath, entry] of Object.entries(publishConfig?.exports ?? {})) {
    if (JSON.stringify(entry).includes(SOURCE))
      add(`published entry ${subpath} names ${SOURCE}, which no package ships`, 'remove the condition');
    if (exports?.[subpath] === undefined) add(`published entry ${subpath} does not exist in exports`, 'remove it, or add it to exports');
  }
  return findings;
}
