// What a worker starts with when this package runs from source: Node 20 cannot load TypeScript in a worker. The build writes the
// compiled worker.ts under this name. Bundling takes a tenth of the time that registering a loader takes.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const { outputFiles } = buildSync({
  entryPoints: [fileURLToPath(new URL('./worker.ts', import.meta.url))],
  bundle: true,
  write: false,
  platform: 'node',
  format: 'cjs',
  packages: 'external',
});
// oxlint-disable-next-line typescript/no-implied-eval, no-new-func -- our own source, a moment ago
new Function('require', outputFiles[0].text)(createRequire(import.meta.url));
