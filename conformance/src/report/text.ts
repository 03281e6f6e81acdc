import type { CheckResult, Report, RowResult, Verdict } from './report.ts';

const SENTENCES: Readonly<Record<Verdict, string>> = {
  conformant: 'conformant: every required row passed',
  'known-failures': 'passes but for the listed known failures',
  'not-conformant': 'not conformant',
  incomplete: 'incomplete: something required was not decided, so nothing is certified',
  inapplicable: 'inapplicable: the host does not promise this',
};

/** The report for a terminal. What is required comes first, and of what passed only the count of observations. */
export function textReport(report: Report): string {
  const { suite, host, rows } = report;
  const checks = new Map(report.checks.map((check) => [check.id, check]));
  const required = rows.filter((row) => row.required);
  const further = rows.filter((row) => !row.required && row.disposition !== 'unwitnessable');
  return [
    `${suite.scenario}, revision ${suite.revision} (${suite.name} ${suite.version})`,
    `host ${host.url}`,
    '',
    ...required.flatMap((row) => rowLines(row, checks)),
    '',
    'not scored:',
    ...further.flatMap((row) => rowLines(row, checks)),
    ...knownLines(report),
    ...report.kitFaults.map((fault) => `FAULT OF THE KIT  ${fault}`),
    '',
    summaryOf(report),
    `${SENTENCES[report.verdict]}${report.why === null ? '' : ` (${report.why})`}`,
    '',
  ]
    .map(printable)
    .join('\n');
}

/** Findings may hold what a host wrote; a terminal must not act on it. */
function printable(line: string): string {
  return line.replaceAll(/\p{Cc}/gu, '\uFFFD');
}

/** `12 passed, 1 failed, 0 blocked` of what is required. */
export function summaryOf({ rows }: Report): string {
  const count = (disposition: RowResult['disposition']): number =>
    rows.filter((row) => row.required && row.disposition === disposition).length;
  return `required: ${count('pass')} passed, ${count('fail')} failed, ${count('blocked')} blocked, ${count('inapplicable')} inapplicable`;
}

function rowLines(row: RowResult, checks: ReadonlyMap<string, CheckResult>): string[] {
  const own = row.checks.flatMap((id) => checks.get(id) ?? []);
  const observations = own.reduce((sum, check) => sum + check.observations, 0);
  const head = `${row.disposition.padEnd(12)} ${row.id}${row.disposition === 'pass' ? ` (${observations})` : ''}`;
  const why = row.why === null ? [] : [`             ${row.why}`];
  return [head, ...(row.disposition === 'pass' ? [] : [`             ${row.text}`, ...why, ...own.flatMap(faultLines)])];
}

const SHOWN_FAULTS = 3;

function faultLines({ faults, excused }: CheckResult): string[] {
  const shown = faults
    .slice(0, SHOWN_FAULTS)
    .map(({ what, connection }) => `             - ${what}${connection === null ? '' : ` [connection ${connection}]`}`);
  const more = faults.length > SHOWN_FAULTS ? [`             - and ${faults.length - SHOWN_FAULTS} more`] : [];
  return [...shown, ...more, ...(excused === null ? [] : [`             known: ${excused}`])];
}

function knownLines({ knownFailing }: Report): string[] {
  return knownFailing.stale.map(({ check, why }) => `fail         the known-failing list names ${check}, but ${why}: remove the entry`);
}
