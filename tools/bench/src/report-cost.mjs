// Loaded into a measured process before its script: writes what the process has cost when it ends.
import { writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

const started = performance.now();
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  const cost = { cpuMs: (user + system) / 1000, scriptMs: performance.now() - started, peakMib: process.resourceUsage().maxRSS / 1024 };
  writeFileSync(process.env.TIDEMARK_BENCH_REPORT, JSON.stringify(cost));
});
