import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Stands in for the network and the build: records how it was called, and exits as NPX_STATUS says. */
const FAKE_NPX = '#!/bin/sh\nprintf "%s\\n" "$@" > "$CALLS"\nexit "${NPX_STATUS:-0}"\n';
const REPORTS_ARGUMENTS = 'console.log(JSON.stringify(process.argv.slice(2))); process.exitCode = Number(process.env.STATUS ?? 0);';
const SERVES_UNTIL_STOPPED =
  "const stop = (signal) => { console.log('drained after ' + signal); process.exit(0); };" +
  "for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop(signal));" +
  "console.log('listening ' + process.pid); setInterval(() => {}, 1000);";

let root = '';

beforeEach(() => {
  root = join(mkdtempSync(join(tmpdir(), 'tidemark-')), 'a path with spaces');
  mkdirSync(join(root, 'scripts'), { recursive: true });
  copyFileSync(join(ROOT, 'scripts/pm.mjs'), join(root, 'scripts/pm.mjs'));
  write('package.json', JSON.stringify({ packageManager: 'pnpm@1.2.3+sha512.abc', engines: { node: '>=20.19' } }));
  write('bin/npx', FAKE_NPX);
  chmodSync(join(root, 'bin/npx'), 0o755);
  write('node_modules/vitest/vitest.mjs', REPORTS_ARGUMENTS);
  write('tools/board/dist/main.js', SERVES_UNTIL_STOPPED);
});
afterEach(() => rmSync(dirname(root), { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function environment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${join(root, 'bin')}${delimiter}${process.env['PATH']}`, CALLS: join(root, 'calls'), ...more };
}

function pm(
  args: readonly string[],
  more: Record<string, string> = {},
  nodeArgs: readonly string[] = [],
): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...nodeArgs, join(root, 'scripts/pm.mjs'), ...args], {
    cwd: tmpdir(),
    encoding: 'utf8',
    env: environment(more),
  });
  return { status, stdout, stderr };
}

/** The next line that the process prints, each time it is called. */
function lineReader(child: ChildProcess): () => Promise<string | undefined> {
  if (child.stdout === null) throw new Error('the process has no standard output to read');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async () => (await lines.next()).value as string | undefined;
}

describe('scripts/pm.mjs', () => {
  test('[P1.1] brings the pinned pnpm, installs from the lock, builds, and forwards arguments and status', () => {
    expect(pm(['test', 'packages/wire', '-t', 'a b'], { STATUS: '7' })).toEqual({
      status: 7,
      stdout: '["run","packages/wire","-t","a b"]\n',
      stderr: '',
    });
    expect(readFileSync(join(root, 'calls'), 'utf8').split('\n')).toEqual([
      '--yes',
      '--package=pnpm@1.2.3',
      '-c',
      'pnpm install --frozen-lockfile --reporter=append-only && pnpm exec turbo run build --output-logs=errors-only',
      '',
    ]);
  });

  test('[P1.1] runs nothing when installing or building fails, and says what to look at', () => {
    const { status, stdout, stderr } = pm(['test'], { NPX_STATUS: '3' });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(
      /^\nInstalling or building failed; the reason stands above\. The usual ones:\n {2}- no network on the first run/,
    );
  });

  test.each(['18.20.4', '20.18.1'])('[P1.1] refuses Node %s before it does anything', (version) => {
    write('old.cjs', `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`);
    const { status, stdout, stderr } = pm(['test'], {}, ['--require', join(root, 'old.cjs')]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe(
      `Tidemark needs Node.js 20.19 or later; this is ${version} (${process.execPath}).\n` +
        'Install a current Node.js from https://nodejs.org and run the same command again.\n',
    );
    expect(() => readFileSync(join(root, 'calls'))).toThrow(/ENOENT/);
  });

  test('[P1.1] names its modes when called wrongly', () => {
    expect(pm(['strat'])).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Usage: node scripts/pm.mjs start|test|soak|build|generate|check|packages|pack [arguments]\n',
    });
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('[P1.2] stays in the foreground, and %s drains the service and ends it', async (signal) => {
    const child = spawn(process.execPath, [join(root, 'scripts/pm.mjs'), 'start'], {
      env: environment(),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const line = lineReader(child);
    expect(await line()).toMatch(/^listening \d+$/);
    const exit = once(child, 'exit');
    child.kill(signal);
    expect(await line()).toBe(`drained after ${signal}`);
    expect(await exit).toEqual([0, null]);
  });

  test.skipIf(process.platform === 'win32')('[P1.2] stops the service when the shell that npm put between dies', async () => {
    // `; true` keeps the shell alive as the parent, as npm's is; SIGKILL gives it no chance to forward anything.
    const command = `"${process.execPath}" "${join(root, 'scripts/pm.mjs')}" start; true`;
    const shell = spawn('/bin/sh', ['-c', command], { env: environment(), stdio: ['ignore', 'pipe', 'inherit'] });
    const line = lineReader(shell);
    expect(await line()).toMatch(/^listening \d+$/);
    shell.kill('SIGKILL');
    expect(await line()).toBe('drained after SIGTERM');
  });
});
