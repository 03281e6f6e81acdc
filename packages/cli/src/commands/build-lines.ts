import { relative } from 'node:path';
import type { BuildReport, KeptFile } from '@tidemark/build';

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
      ...keptLines(report.kept, cwd),
    ];
  }
  if (report.unchanged) return [`${head}: unchanged, ${report.files} files.`];
  return [
    `${head}: ${report.files} files, ${report.written.length} written, ${report.removed.length} removed.`,
    ...keptLines(report.kept, cwd),
  ];
}

const KEPT: Readonly<Record<KeptFile['reason'], string>> = {
  edited: 'no longer generated, but edited since; delete it yourself',
  outside: 'no longer generated, but outside the folders of this build; delete it yourself',
  'not-removed': 'no longer generated, but the system refused to remove it',
};

function keptLines(kept: readonly KeptFile[], cwd: string): readonly string[] {
  return kept.map(({ file, reason }) => `  kept    ${relative(cwd, file)}: ${KEPT[reason]}`);
}
