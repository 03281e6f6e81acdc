import { escapeXml } from './junit.ts';
import type { CheckResult, Report, RowResult } from './report.ts';
import { summaryOf } from './text.ts';

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1b1f24;background:#fff}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem}code{font:13px ui-monospace,monospace}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.4rem .6rem;border-top:1px solid #d0d7de}
.mark{display:inline-block;min-width:7rem;padding:0 .5rem;border-radius:.3rem;text-align:center;border:1px solid}
.pass{color:#116329;background:#dafbe1}.fail{color:#82071e;background:#ffebe9}.blocked{color:#6a4b00;background:#fff8c5}
.inapplicable,.untested,.unwitnessable{color:#424a53;background:#f6f8fa}.why{color:#57606a}ul{margin:.3rem 0;padding-left:1.2rem}
@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}th,td{border-color:#30363d}.why{color:#9198a1}
.pass{color:#7ee787;background:#12261e}.fail{color:#ffa198;background:#25171c}.blocked{color:#e3b341;background:#272115}.inapplicable,.untested,.unwitnessable{color:#9198a1;background:#161b22}}`;

/** The report as one page that loads nothing. */
export function htmlReport(report: Report): string {
  const { suite, host, rows, verdict, why } = report;
  const checks = new Map(report.checks.map((check) => [check.id, check]));
  const table = (title: string, some: readonly RowResult[]): string =>
    `<h2>${title}</h2><table><thead><tr><th scope="col">Result</th><th scope="col">Row</th><th scope="col">Rule and findings</th></tr></thead><tbody>${some
      .map((row) => rowHtml(row, checks))
      .join('\n')}</tbody></table>`;
  const notes = [
    ...report.kitFaults.map((fault) => `Fault of the kit: ${fault}`),
    ...report.knownFailing.stale.map(({ check, why: stale }) => `Known-failing list: ${check}: ${stale}`),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeXml(suite.scenario)}: ${verdict}</title><style>${STYLE}</style></head><body>
<h1>${escapeXml(suite.scenario)}: <span class="mark ${VERDICT_CLASS[verdict]}">${verdict}</span></h1>
<p>Host <code>${escapeXml(host.url)}</code>. Suite ${escapeXml(suite.name)} ${escapeXml(suite.version)}, revision ${suite.revision}. ${escapeXml(summaryOf(report))}.${why === null ? '' : ` ${escapeXml(why)}.`}</p>
${notes.length === 0 ? '' : `<ul>${notes.map((note) => `<li>${escapeXml(note)}</li>`).join('')}</ul>`}
${table(
  'Required',
  rows.filter((row) => row.required),
)}
${table(
  'Not scored',
  rows.filter((row) => !row.required && row.disposition !== 'unwitnessable'),
)}
${table(
  'Cannot be seen from outside',
  rows.filter((row) => !row.required && row.disposition === 'unwitnessable'),
)}
<p class="why">Registry <code>${suite.registryDigest}</code>, description <code>${suite.descriptionDigest}</code>, discovery document <code>${host.discoveryDigest ?? 'not read'}</code>.</p>
</body></html>
`;
}

const VERDICT_CLASS: Readonly<Record<Report['verdict'], string>> = {
  conformant: 'pass',
  'known-failures': 'blocked',
  'not-conformant': 'fail',
  incomplete: 'blocked',
  inapplicable: 'inapplicable',
};

function rowHtml(row: RowResult, checks: ReadonlyMap<string, CheckResult>): string {
  const faults = row.checks.flatMap((id) => checks.get(id)?.faults ?? []);
  const list =
    faults.length === 0
      ? ''
      : `<ul>${faults
          .slice(0, 10)
          .map(({ what }) => `<li>${escapeXml(what)}</li>`)
          .join('')}</ul>`;
  const why = row.why === null ? '' : `<div class="why">${escapeXml(row.why)}</div>`;
  const mark = `<span class="mark ${row.disposition}">${row.disposition}</span>`;
  return `<tr><td>${mark}</td><td><code>${escapeXml(row.id)}</code></td><td>${escapeXml(row.text)} <span class="why">(${escapeXml(row.source)})</span>${why}${list}</td></tr>`;
}
