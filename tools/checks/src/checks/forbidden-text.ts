import type { Check, Finding } from '../finding.ts';
import type { Repository } from '../repository.ts';

interface Rule {
  readonly pattern: RegExp;
  readonly files?: RegExp;
  readonly message: string;
  readonly fix: string;
}

// The patterns are put together from parts, so that this file does not hold what it forbids.
const RULES: readonly Rule[] = [
  {
    pattern: new RegExp(`(?:^|[\\s"'\`(=:])/(?:${['work', 'root', 'Users', 'home/[a-z]'].join('|')})/`),
    message: 'an absolute path of one machine',
    fix: 'resolve it from the repository root, or from an environment variable',
  },
  { pattern: new RegExp(['\\.lib', 'rary/'].join('')), message: "a folder of one machine's set-up", fix: 'remove the reference' },
  {
    pattern: new RegExp(['\\bregis', 'try\\.[a-z0-9-]+\\.[a-z]{2,}|npm\\.pkg\\.git', 'hub\\.com|:48', '73\\b'].join('')),
    message: "a package registry's host",
    fix: 'leave it to the npm configuration of the machine',
  },
  {
    pattern: /\.(?:localeCompare|toLocale[A-Z]\w*)\(|\bIntl\./,
    files: /^(?:generators|packages|specs|fixtures)\/.*\.[cm]?tsx?$/,
    message: 'output that depends on the locale of the machine',
    fix: 'compare with <, and format by hand',
  },
  { pattern: /[ \t]+$/, files: /\.(?:ya?ml|[cm]?[jt]sx?)$/, message: 'trailing white space', fix: 'remove it' },
  { pattern: /^(?:<{7}|>{7}) /, message: 'a merge conflict marker', fix: 'resolve the conflict' },
];

const BINARY = /\.(?:png|jpg|ico|woff2?|gz|tgz|sqlite|bin|wasm)$/;

export const forbiddenText: Check = {
  name: 'forbidden-text',
  summary: 'no machine path, no registry host, no locale-dependent output, no conflict marker',
  run: (repository) => repository.files.filter((path) => !BINARY.test(path)).flatMap((path) => checkFile(repository, path)),
};

function checkFile(repository: Repository, path: string): Finding[] {
  const rules = RULES.filter((rule) => rule.files?.test(path) ?? true);
  return repository
    .read(path)
    .split('\n')
    .flatMap((line, index) =>
      rules.filter((rule) => rule.pattern.test(line)).map((rule) => ({ path, line: index + 1, message: rule.message, fix: rule.fix })),
    );
}
