// Behind `pnpm bench`: builds what the measured processes load, then runs the benches from source.
//
// Usage: node tools/bench/run.mjs [--only decode,cold-start,sse,generation,bundle,append,fan-out] [--peers] [--quick] [--no-build]
// --peers also installs the peers that are not in the workspace (TypeSpec, @trpc/client, centrifuge, @hey-api/openapi-ts) into a temporary folder.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const args = process.argv.slice(2);
const run = (parts) => {
  const { status } = spawnSync(process.execPath, parts, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};
if (!args.includes('--no-build')) run(['scripts/pm.mjs', 'build']);
run(['--conditions=@tidemark/source', '--import', 'tsx', 'tools/bench/src/main.ts', ...args.filter((arg) => arg !== '--no-build')]);
