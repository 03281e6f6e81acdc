import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Check, Finding } from '../finding.ts';
import type { Repository } from '../repository.ts';

const CITATION = /\b(?:test|it|describe|suite)(?:\.[a-zA-Z]+(?:\([^)]*\))?)*\(\s*(['"`])\[([^\]\n]*)\]/g;
const ID = /^[A-Z]\d+(?:\.\d+[a-z]?)?$/;
const ROW = /^(?:- |\| )([A-Z]\d+(?:\.\d+[a-z]?)?) /gm;
/** Requirements, and the log of public bugs, whose rows a test may cite as well. */
const SOURCES = ['../shared/requirements', '../shared/research'];
const HEADING = /^## ([A-Z]\d+)\b/gm;

/** The requirement pages lie beside the repository, and may be absent: then only the form of a citation is checked. */
export const requirementIds: Check = {
  name: 'requirement-ids',
  summary: 'every [id] that opens a test title is a requirement, or a bug of the log',
  run: (repository) => checkTitles(repository, readRequirements(repository.root)),
};

export function checkTitles(repository: Repository, known: ReadonlySet<string> | undefined): Finding[] {
  const tests = repository.files.filter((path) => /\.test\.[cm]?tsx?$/.test(path));
  return tests.flatMap((path) => {
    const text = repository.read(path);
    return [...text.matchAll(CITATION)].flatMap((match) => {
      const line = text.slice(0, match.index).split('\n').length;
      return (match[2] ?? '').split(',').flatMap((part) => {
        const problem = problemOf(part.trim(), known);
        return problem === undefined ? [] : [{ path, line, ...problem }];
      });
    });
  });
}

function problemOf(id: string, known: ReadonlySet<string> | undefined): Pick<Finding, 'message' | 'fix'> | undefined {
  if (!ID.test(id)) return { message: `'${id}' does not have the form of a requirement id`, fix: 'write [C3.3] or [C3.3, C3.4]' };
  if (known === undefined || known.has(id)) return undefined;
  return { message: `no requirement is called ${id}`, fix: 'cite the row that the test proves, from ../shared/requirements' };
}

function readRequirements(root: string | undefined): Set<string> | undefined {
  if (root === undefined || !existsSync(join(root, '../shared/requirements'))) return undefined;
  const known = new Set<string>();
  for (const folder of SOURCES.map((source) => join(root, source)).filter((source) => existsSync(source))) {
    for (const file of readdirSync(folder)) {
      const text = readFileSync(join(folder, file), 'utf8');
      for (const pattern of [ROW, HEADING]) for (const match of text.matchAll(pattern)) known.add(match[1] ?? '');
    }
  }
  return known;
}
