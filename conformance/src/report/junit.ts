import type { CheckResult, Report, RowResult } from './report.ts';

/** JUnit XML: one test case for each row that could be judged. What was blocked or known to fail is skipped with its reason, so that it is not green. */
export function junitReport(report: Report): string {
  const checks = new Map(report.checks.map((check) => [check.id, check]));
  const rows = report.rows.filter(({ disposition }) => disposition !== 'unwitnessable');
  const required = rows.filter((row) => row.required);
  const suites = [
    suite('required', required, checks, report),
    suite(
      'not scored',
      rows.filter((row) => !row.required),
      checks,
      null,
    ),
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escapeXml(report.suite.scenario)}">`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}

function suite(name: string, rows: readonly RowResult[], checks: ReadonlyMap<string, CheckResult>, report: Report | null): string {
  const cases = rows.map((row) => ({
    row,
    inner: outcome(
      row,
      row.checks.flatMap((id) => checks.get(id) ?? []),
    ),
  }));
  const whole = report === null ? [] : wholeRunCases(report);
  const failures = cases.filter(({ inner }) => inner.startsWith('<failure')).length + whole.length;
  const skipped = cases.filter(({ inner }) => inner.startsWith('<skipped')).length;
  return [
    `  <testsuite name="${name}" tests="${cases.length + whole.length}" failures="${failures}" skipped="${skipped}">`,
    ...cases.map(
      ({ row, inner }) =>
        `    <testcase classname="${escapeXml(row.source)}" name="${escapeXml(`${row.id}: ${row.text}`)}">${inner}</testcase>`,
    ),
    ...whole.map(
      ([title, text]) => `    <testcase classname="run" name="${escapeXml(title)}"><failure message="${escapeXml(text)}"/></testcase>`,
    ),
    '  </testsuite>',
  ].join('\n');
}

function wholeRunCases({ kitFaults, knownFailing }: Report): [string, string][] {
  return [
    ...kitFaults.map((fault): [string, string] => ['the kit', fault]),
    ...knownFailing.stale.map(({ check, why }): [string, string] => [`known-failing list: ${check}`, why]),
  ];
}

function outcome(row: RowResult, checks: readonly CheckResult[]): string {
  if (row.disposition === 'pass') return '';
  const faults = checks.flatMap((check) => check.faults);
  const excuses = checks.flatMap(({ excused }) => excused ?? []);
  if (row.disposition !== 'fail') return `<skipped message="${escapeXml(`${row.disposition}: ${row.why ?? ''}`)}"/>`;
  if (excuses.length > 0) return `<skipped message="${escapeXml(`known failing: ${excuses.join('; ')}`)}"/>`;
  return `<failure message="${escapeXml(faults[0]?.what ?? 'failed')}">${escapeXml(faults.map(({ what }) => what).join('\n'))}</failure>`;
}

/** XML 1.0 cannot carry most control characters, escaped or not. */
export function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
