// Everything that CI looks at besides tests: format, lint, types, and the repository's own checks. Each step runs even when one before
// it failed, so that one call shows all there is to mend. Ends with `N passed, N failed`; exits 1 when a step failed.
//
// Usage: node scripts/check.mjs [step ...]   steps: format lint types repository
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => `node_modules/${name}`;

const steps = {
  format: [bin('oxfmt/bin/oxfmt'), '--check'],
  lint: [bin('oxlint/bin/oxlint'), '--deny-warnings'],
  types: [bin('typescript/bin/tsc'), '-p', 'tsconfig.json'],
  repository: ['--import', 'tsx', 'tools/checks/src/main.ts'],
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => steps[name] === undefined);
if (unknown.length > 0) {
  process.stderr.write(`no step is called ${unknown.join(', ')}; steps: ${Object.keys(steps).join(' ')}\n`);
  process.exit(2);
}

let passed = 0;
let failed = 0;
for (const [name, args] of Object.entries(steps)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stdout.write(`--- ${name}\n`);
  const started = performance.now();
  const result = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(result.stdout);
  // The repository's checks count themselves, one by one; every other step is one.
  const counted = /(\d+) passed, (\d+) failed\s*$/.exec(result.stdout);
  passed += counted === null ? Number(result.status === 0) : Number(counted[1]);
  failed += counted === null ? Number(result.status !== 0) : Number(counted[2]);
  if (counted !== null && counted[2] === '0' && result.status !== 0) failed += 1;
  process.stdout.write(`--- ${name}: ${result.status === 0 ? 'ok' : 'FAILED'} in ${seconds} s\n`);
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
