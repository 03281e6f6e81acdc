import { relative } from 'node:path';
import type { BuildReport } from '@tidemark/build';

/** The report for a person. */
export function buildLines(report: BuildReport, cwd: string): readonly string[] {
  const head = `${report.contract} ${report.version}`;
  if (report.drift.length > 0) {
    const files = report.drift.map(({ file, kind }) => `  ${kind.padEnd(7)} ${relative(cwd, file)}`);
    return [
      ...report.drift.map(({ patch }) => patch),
      `${head}: ${report.drift.length} of ${report.files} files differ from what the contract generates.`,
      ...files,
      'Fix: run tidemark build and commit the result.',
    ];
  }
  if (report.unchanged) return [`${head}: unchanged, ${report.files} files.`];
  return [`${head}: ${report.files} files, ${report.written.length} written, ${report.removed.length} removed.`];
}
