// Bundles the page and copies what it needs beside the compiled server; Scalar's stand-alone file is copied as it is.
import { cp, mkdir } from 'node:fs/promises';
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
// Its `exports` name no stand-alone file, so the path goes through the link that the package manager made.
await cp(join(here, 'node_modules/@scalar/api-reference/dist/browser/standalone.js'), join(out, 'scalar.js'));
