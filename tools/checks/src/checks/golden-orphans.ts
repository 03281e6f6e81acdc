import type { Check } from '../finding.ts';
import { isTest } from '../repository.ts';

/** `fixtures/golden/AREA/CASE`, a file or a folder: a test or what supports tests must name the case. */
const GOLDEN = /^fixtures\/golden\/[^/]+\/([^/]+)/;

/** A golden that no case names would stay green for ever. */
export const goldenOrphans: Check = {
  name: 'golden-orphans',
  summary: 'every recorded golden belongs to a case that a test names',
  run(repository) {
    const sources = repository.files.filter((path) => /\.[cm]?tsx?$/.test(path) && !GOLDEN.test(path));
    const tests = sources.filter(isTest).map((path) => ({ path, text: repository.read(path) }));
    const cases = new Map<string, string>();
    for (const path of repository.files) {
      const [folder, name] = GOLDEN.exec(path) ?? [];
      if (folder !== undefined && name !== undefined && !cases.has(folder)) cases.set(folder, name.replace(/\..*$/, ''));
    }
    return [...cases].flatMap(([path, name]) => {
      const word = new RegExp(`(?:^|[^\\w-])${name.replaceAll(/[^\w-]/g, '\\$&')}(?:[^\\w-]|$)`, 'm');
      if (tests.some(({ text }) => word.test(text))) return [];
      return [{ path, message: `no test names the golden case ${name}`, fix: 'remove the golden together with its case, or add the case' }];
    });
  },
};
