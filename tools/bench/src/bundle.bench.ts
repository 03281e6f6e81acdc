import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { installPeers } from './peers.ts';
import { table } from './results.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const ORDERS = join(ROOT, 'fixtures/contracts/orders');

export interface BundleSize {
  readonly minified: number;
  readonly gzipped: number;
}

/** One module with what it reaches, as a browser would load it: minified by esbuild, gzip level 9. */
export async function bundleSize(source: string, folder: string): Promise<BundleSize> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: folder, loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['@tidemark/source'],
    logLevel: 'error',
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error('esbuild wrote nothing');
  return { minified: file.contents.byteLength, gzipped: gzipSync(file.contents, { level: 9 }).byteLength };
}

/** What an application keeps of each client. */
const OURS: Readonly<Record<string, string>> = {
  'orders client with all decoders': `export { createOrdersClient } from './client/src/index.ts'; export * from './client/src/decoders.ts';`,
  'orders client': `export { createOrdersClient } from './client/src/index.ts';`,
  'decoder of one union': `export { decodeServerMessage } from './client/src/decoders.ts';`,
};

const THEIRS: Readonly<Record<string, string>> = {
  '@trpc/client, HTTP, SSE and WebSocket links': `export { createTRPCClient, createWSClient, httpLink, httpSubscriptionLink, splitLink, wsLink } from '@trpc/client';`,
  centrifuge: `export { Centrifuge } from 'centrifuge';`,
  'hey-api client of orders, HTTP and SSE, no validation': `export * from './orders/index.ts';`,
};

/** F13. */
export async function bundleBench({ peers }: { readonly peers: boolean }): Promise<string> {
  const rows: (string | number)[][] = [];
  const add = async (name: string, source: string, folder: string): Promise<void> => {
    const { minified, gzipped } = await bundleSize(source, folder);
    rows.push([name, minified, gzipped]);
  };
  for (const [name, source] of Object.entries(OURS)) await add(name, source, ORDERS);
  if (peers) {
    const folder = installPeers('clients');
    try {
      generateHeyApi(folder);
      for (const [name, source] of Object.entries(THEIRS)) await add(name, source, folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const note = peers ? '' : '\n\nPeers were not run (`--peers` installs them).';
  return `${table(['bytes of a browser bundle', 'minified', 'minified + gzip'], rows)}${note}`;
}

function generateHeyApi(folder: string): void {
  const input = join(ORDERS, 'openapi.json');
  const work = mkdtempSync(join(tmpdir(), 'tidemark-hey-api-'));
  writeFileSync(
    join(folder, 'openapi-ts.config.mjs'),
    `export default { input: ${JSON.stringify(input)}, output: 'orders', plugins: ['@hey-api/client-fetch', '@hey-api/sdk', '@hey-api/typescript'] };`,
  );
  execFileSync(process.execPath, ['node_modules/@hey-api/openapi-ts/bin/run.js'], {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, TMPDIR: work },
  });
  rmSync(work, { recursive: true, force: true });
}
