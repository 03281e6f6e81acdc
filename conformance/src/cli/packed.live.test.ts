import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALL_DEFECTS } from '../misbehaving-host/defects.ts';
import { MisbehavingHost } from '../misbehaving-host/misbehaving-host.ts';
import { TOKENS } from '../test-support/run-defect.ts';

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tidemark-packed-kit-'));
const kit = join(folder, 'node_modules/@tidemark/conformance');
const empty = join(folder, 'empty');
const resolveHere = createRequire(import.meta.url).resolve;

interface Manifest {
  readonly files: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
}

/** What `files` of package.json names, built afresh, beside its dependencies and nothing else. */
beforeAll(() => {
  const manifest = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as Manifest;
  mkdirSync(kit, { recursive: true });
  mkdirSync(empty);
  const built = spawnSync(
    process.execPath,
    [resolveHere('typescript/bin/tsc'), '-p', 'tsconfig.build.json', '--outDir', join(kit, 'dist')],
    {
      cwd: PACKAGE,
      encoding: 'utf8',
    },
  );
  if (built.status !== 0) throw new Error(`the kit does not build: ${built.stdout}${built.stderr}`);
  for (const name of [...manifest.files, 'package.json'].filter((each) => each !== 'dist')) {
    cpSync(join(PACKAGE, name), join(kit, name), { recursive: true });
  }
  for (const name of Object.keys(manifest.dependencies)) {
    symlinkSync(realpathSync(dirname(resolveHere(`${name}/package.json`))), join(folder, 'node_modules', name), 'dir');
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function tidemarkConform(...argv: readonly string[]): Promise<{ readonly code: number | null; readonly out: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(kit, 'bin/tidemark-conform.js'), ...argv], {
      cwd: empty,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => (out += part));
    child.stderr.setEncoding('utf8').on('data', (part: string) => (out += part));
    child.on('close', (code) => resolve({ code, out }));
  });
}

test.each([
  ['none', 0, /conformant: every required row passed\n$/],
  ['leaks-in-replay', 1, /fail {9}0250\.d\.tenant-isolation\n/],
] as const)('[K9] from its own files alone, in an empty folder, the kit judges the host %s: %i', async (id, status, printed) => {
  const defect = ALL_DEFECTS.find((each) => each.id === id);
  if (defect === undefined) throw new Error(`no defect ${id}`);
  const host = new MisbehavingHost({ defect, tokens: TOKENS, heartbeatMs: 40 });
  const url = await host.listen();
  const { code, out } = await tidemarkConform(url, '--token', 't-one', '--second-token', 't-two');
  await host.close();
  expect(out).toMatch(printed);
  expect(code).toBe(status);
});

test('[K9] the programme says what it can do', async () => {
  const { code, out } = await tidemarkConform('--help');
  expect([code, out.split('\n')[0]]).toEqual([0, 'tidemark-conform URL --token TOKEN [--second-token TOKEN] [options]']);
});
