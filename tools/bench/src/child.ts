import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What one process cost. */
export interface ChildCost {
  readonly status: number | null;
  /** User and system time of the process, all of its threads, in milliseconds. */
  readonly cpuMs: number;
  /** Milliseconds from the end of Node's own start to the end of the process. */
  readonly scriptMs: number;
  /** Largest resident set, in MiB. */
  readonly peakMib: number;
  readonly stderr: string;
}

let count = 0;

/** Runs a Node script to its end and measures it from within, so that the start of Node can be told apart. */
export function runNode(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = process.env): ChildCost {
  const report = join(tmpdir(), `tidemark-bench-${process.pid}-${count++}.json`);
  const hook = new URL('report-cost.mjs', import.meta.url).href;
  const { status, stderr } = spawnSync(process.execPath, ['--import', hook, ...args], {
    cwd,
    env: { ...env, TIDEMARK_BENCH_REPORT: report, NODE_OPTIONS: '' },
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    maxBuffer: 1e8,
  });
  const cost = JSON.parse(readFileSync(report, 'utf8')) as Pick<ChildCost, 'cpuMs' | 'scriptMs' | 'peakMib'>;
  rmSync(report);
  return { status, stderr, ...cost };
}
