import type { Repository } from './repository.ts';

/** One violation. `path` is relative to the repository's root; `line` counts from 1. */
export interface Finding {
  readonly path: string;
  readonly line?: number;
  /** What is wrong and why it matters. */
  readonly message: string;
  /** What to do about it. */
  readonly fix: string;
}

/** A rule over the whole repository. It reads, and reports; it never writes. */
export interface Check {
  /** Kebab-case; what `node tools/checks/run.mjs NAME` takes. */
  readonly name: string;
  readonly summary: string;
  run(repository: Repository): readonly Finding[] | Promise<readonly Finding[]>;
}

/** Stable order whatever order files were read in. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => compare(a.path, b.path) || (a.line ?? 0) - (b.line ?? 0) || compare(a.message, b.message));
}

/** One line per finding, and the fix once under all that share it. `findings` are sorted. */
export function formatFindings(check: string, findings: readonly Finding[]): string {
  const lines: string[] = [];
  findings.forEach((finding, index) => {
    const where = finding.line === undefined ? finding.path : `${finding.path}:${finding.line}`;
    lines.push(`${where}  [${check}] ${finding.message}`);
    if (findings[index + 1]?.fix !== finding.fix) lines.push(`    fix: ${finding.fix}`);
  });
  return lines.map((line) => `${line}\n`).join('');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
