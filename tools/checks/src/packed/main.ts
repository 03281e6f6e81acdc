import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { diskRepository } from '../repository.ts';
import { bundleClient, bundleEverything, ORDERS_CLIENT_LIMIT } from './bundle.ts';
import type { Bundle } from './bundle.ts';
import { createConsumer, importEntries, isIsomorphic, typeCheck } from './consumer.ts';
import type { Consumer } from './consumer.ts';
import { packable, packAll } from './pack.ts';
import type { Packed } from './pack.ts';
import { problemsOf, runCommand } from './run-command.ts';
import { compileScenario, runScenario } from './scenario.ts';
import { checkStartedProject } from './started-project.ts';
import { checkContents, checkPublint, checkTypes } from './tarball.ts';
import { createTally } from './tally.ts';
import type { Tally } from './tally.ts';

/**
 * C4.5: every package as its consumer gets it. Packs, lints the tarballs, installs them in an empty project, type-checks it under node16
 * and bundler resolution, imports every entry, bundles the browser packages, serves the generated orders pair, and starts a project with
 * `tidemark init` (C5.3). Needs a finished build; ends with `N passed, N failed`.
 */
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
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
    const consumer = createConsumer(join(scratch, 'stranger'), packed, versionsOf(['@types/node', '@types/ws', 'ws']));
    await useAsStranger(tally, consumer, packed);
    serveOrders(tally, consumer, packed);
    await checkStartedProject(tally, consumer, packed, join(scratch, 'started'), tsc);
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

/** The versions that the workspace itself uses. */
function versionsOf(names: readonly string[]): Record<string, string> {
  const groups = diskRepository(root).packages.flatMap(({ manifest }) => [manifest.dependencies ?? {}, manifest.devDependencies ?? {}]);
  return Object.fromEntries(names.map((name) => [name, groups.find((group) => group[name] !== undefined)?.[name] ?? '*']));
}

/** The generated pair, against each other over real sockets. */
function serveOrders(tally: Tally, consumer: Consumer, packed: readonly Packed[]): void {
  const pair = ['@tidemark/orders-client', '@tidemark/orders-server'];
  const absent = pair.filter((name) => !packed.some((one) => one.name === name));
  tally.record(
    'generated orders pair is packed',
    absent.map((name) => `${name} is absent: run \`pnpm build\``),
  );
  if (absent.length > 0) return;
  for (const resolution of ['bundler', 'node16'] as const) {
    const compiled = compileScenario(consumer, join(root, 'fixtures/consumers/orders.ts'), 'orders', tsc, resolution);
    tally.record(`orders application type-checks under ${resolution}`, problemsOf(compiled));
  }
  const ran = runScenario(consumer, 'orders');
  tally.record('orders client against a live orders server', problemsOf(ran));
  if (ran.ok) tally.note(ran.output);
}

function sizeOf(bundle: Bundle): string {
  return `${bundle.minified} bytes minified, ${bundle.gzip} gzipped`;
}

async function useAsStranger(tally: Tally, consumer: Consumer, packed: readonly Packed[]): Promise<void> {
  for (const resolution of ['node16', 'bundler'] as const) {
    tally.record(`type-check under ${resolution}: all packages`, problemsOf(typeCheck(consumer, packed, tsc, resolution, false)));
    tally.record(
      `type-check under ${resolution}: browser packages, DOM only`,
      problemsOf(typeCheck(consumer, packed, tsc, resolution, true)),
    );
  }
  for (const one of packed) tally.record(`${one.name}: entries import`, problemsOf(importEntries(consumer, one)));
  for (const one of packed.filter(isIsomorphic)) {
    tally.record(`${one.name}: everything bundles for a browser, ${sizeOf(await bundleEverything(consumer, one))}`, []);
  }
  const client = packed.find((one) => one.name === '@tidemark/orders-client');
  if (client !== undefined) {
    const bundle = await bundleClient(consumer, client, 'createOrdersClient');
    const over = bundle.gzip > ORDERS_CLIENT_LIMIT ? [`the limit is ${ORDERS_CLIENT_LIMIT} bytes gzipped`] : [];
    tally.record(`${client.name}: createOrdersClient with its decoders, ${sizeOf(bundle)} (limit ${ORDERS_CLIENT_LIMIT})`, over);
  }
  tally.record(
    'tidemark --help',
    problemsOf(runCommand(process.execPath, ['node_modules/@tidemark/cli/bin/tidemark.js', '--help'], consumer.dir)),
  );
}

process.exitCode = await main();
