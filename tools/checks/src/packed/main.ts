import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { diskRepository } from '../repository.ts';
import { bundleForBrowser, ORDERS_CLIENT_BYTES } from './bundle.ts';
import { createConsumer, importEntries, isIsomorphic, typeCheck } from './consumer.ts';
import type { Consumer } from './consumer.ts';
import { packable, packAll } from './pack.ts';
import type { Packed } from './pack.ts';
import { problemsOf, runCommand } from './run-command.ts';
import { checkContents, checkPublint, checkTypes } from './tarball.ts';
import { createTally } from './tally.ts';
import type { Tally } from './tally.ts';

/**
 * C4.5: every package as its consumer gets it. Packs, lints the tarballs, installs them in an empty project, type-checks it under node16
 * and bundler resolution, imports every entry, and bundles the browser packages. Needs a finished build; ends with `N passed, N failed`.
 */
const root = fileURLToPath(new URL('../../../..', import.meta.url));

async function main(): Promise<number> {
  const tally = createTally((text) => void process.stdout.write(text));
  const scratch = mkdtempSync(join(tmpdir(), 'tidemark-packed-'));
  try {
    const packed = packEverything(scratch);
    tally.note(`packed ${packed.length} packages`);
    for (const one of packed) {
      tally.record(`${one.name}: contents`, checkContents(one));
      tally.record(`${one.name}: publint`, await checkPublint(one));
      tally.record(`${one.name}: types (attw, esm-only)`, await checkTypes(one));
    }
    const repository = diskRepository(root);
    const manifest = repository.packages.find(({ dir }) => dir === '')?.manifest;
    const consumer = createConsumer(join(scratch, 'stranger'), packed, manifest?.devDependencies?.['@types/node'] ?? '*');
    await useAsStranger(tally, consumer, packed);
  } catch (error) {
    tally.record('packed packages', [error instanceof Error ? error.message : String(error)]);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  process.stdout.write(`${tally.passed} passed, ${tally.failed} failed\n`);
  return tally.failed === 0 ? 0 : 1;
}

function packEverything(scratch: string): Packed[] {
  const repository = diskRepository(root);
  const manifest = JSON.parse(repository.read('package.json')) as { packageManager: string };
  return packAll(root, manifest.packageManager.split('+')[0] ?? 'pnpm', packable(repository), scratch);
}

async function useAsStranger(tally: Tally, consumer: Consumer, packed: readonly Packed[]): Promise<void> {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  for (const resolution of ['node16', 'bundler'] as const) {
    tally.record(`type-check under ${resolution}: all packages`, problemsOf(typeCheck(consumer, packed, tsc, resolution, false)));
    tally.record(
      `type-check under ${resolution}: browser packages, DOM only`,
      problemsOf(typeCheck(consumer, packed, tsc, resolution, true)),
    );
  }
  for (const one of packed) tally.record(`${one.name}: entries import`, problemsOf(importEntries(consumer, one)));
  for (const one of packed.filter(isIsomorphic)) {
    const bundle = await bundleForBrowser(consumer, one);
    tally.note(`${one.name}: browser bundle ${bundle.minified} bytes minified, ${bundle.gzip} gzipped`);
    const over = one.name.endsWith('/orders-client') && bundle.gzip > ORDERS_CLIENT_BYTES;
    tally.record(`${one.name}: bundles for a browser`, over ? [`${bundle.gzip} bytes gzipped, the budget is ${ORDERS_CLIENT_BYTES}`] : []);
  }
  tally.record(
    'tidemark --help',
    problemsOf(runCommand(process.execPath, ['node_modules/@tidemark/cli/bin/tidemark.js', '--help'], consumer.dir)),
  );
}

process.exitCode = await main();
