// Bundles the page and copies what it needs beside the compiled server; Scalar's stand-alone file is copied as it is.
import { cp, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const page = join(here, 'src/page');
const out = join(here, 'dist/public');
await mkdir(out, { recursive: true });
await build({
  entryPoints: [join(page, 'page.ts'), join(page, 'docs.ts')],
  outdir: out,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  sourcemap: false,
  logLevel: 'warning',
});
for (const file of ['index.html', 'docs.html', 'style.css', 'icon.svg']) await cp(join(page, file), join(out, file));
const scalar = dirname(createRequire(import.meta.url).resolve('@scalar/api-reference/package.json'));
await cp(join(scalar, 'dist/browser/standalone.js'), join(out, 'scalar.js'));
