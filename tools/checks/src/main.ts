import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ALL_CHECKS } from './all-checks.ts';
import { ERRORS_DOCUMENT, errorTablesOf, renderErrorsDocument } from './checks/error-tables.ts';
import { formatFindings, sortFindings } from './finding.ts';
import { diskRepository } from './repository.ts';

const HELP = `Usage: node --import tsx tools/checks/src/main.ts [options] [check ...]

Runs the named repository checks, or all of them, and prints each finding with its fix.
Exits 0 when there is none, 1 when there are findings, 2 on a wrong call.

  --list          name the checks
  --root DIR      another tree than this one
  --write-errors  rewrite ${ERRORS_DOCUMENT} from the error tables, and stop

Checks:
${ALL_CHECKS.map((check) => `  ${check.name.padEnd(20)}${check.summary}`).join('\n')}
`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean' }, list: { type: 'boolean' }, root: { type: 'string' }, 'write-errors': { type: 'boolean' } },
  });
  if (values.help === true || values.list === true) {
    process.stdout.write(HELP);
    return 0;
  }
  const unknown = positionals.filter((name) => !ALL_CHECKS.some((check) => check.name === name));
  if (unknown.length > 0) {
    process.stderr.write(`no check is called ${unknown.join(', ')}\n\n${HELP}`);
    return 2;
  }
  const root = resolve(values.root ?? fileURLToPath(new URL('../../..', import.meta.url)));
  const repository = diskRepository(root);
  if (values['write-errors'] === true) {
    writeFileSync(join(root, ERRORS_DOCUMENT), renderErrorsDocument(errorTablesOf(repository)));
    return 0;
  }
  const count = { passed: 0, failed: 0 };
  for (const check of ALL_CHECKS) {
    if (positionals.length > 0 && !positionals.includes(check.name)) continue;
    const findings = sortFindings(await check.run(repository));
    process.stdout.write(formatFindings(check.name, findings));
    process.stdout.write(
      `${findings.length === 0 ? 'ok    ' : 'FAILED'} ${check.name}${findings.length === 0 ? '' : ` (${findings.length})`}\n`,
    );
    count[findings.length === 0 ? 'passed' : 'failed']++;
  }
  process.stdout.write(`${count.passed} passed, ${count.failed} failed\n`);
  return count.failed === 0 ? 0 : 1;
}

process.exitCode = await main();
