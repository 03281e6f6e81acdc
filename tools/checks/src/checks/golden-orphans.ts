import { posix } from 'node:path';
import type { Check } from '../finding.ts';
import { isTest } from '../repository.ts';

/** A golden is a file below a folder called `golden`; its case is the first step below that folder. */
const GOLDEN = /^(.*\/golden)\/([^/]+)/;

/** A golden that no case names would stay green for ever. */
export const goldenOrphans: Check = {
  name: 'golden-orphans',
  summary: 'every recorded golden belongs to a case that a test names',
  run(repository) {
    const sources = repository.files.filter((path) => /\.[cm]?tsx?$/.test(path) && !GOLDEN.test(path));
    const tests = sources.filter(isTest).map((path) => ({ path, text: repository.read(path) }));
    const cases = new Map<string, string>();
    for (const path of repository.files) {
      const [, folder, name] = GOLDEN.exec(path) ?? [];
      if (folder !== undefined && name !== undefined) cases.set(`${folder}/${name}`, path);
    }
    return [...cases].flatMap(([caseFolder, path]) => {
      const name = posix.basename(caseFolder).replace(/\..*$/, '');
      if (tests.some(({ text }) => new RegExp(`['"\`/]${name.replace(/[^\w-]/g, '\\$&')}['"\`/.]`).test(text))) return [];
      return [{ path, message: `no test names the golden case ${name}`, fix: 'remove the golden together with its case, or add the case' }];
    });
  },
};
