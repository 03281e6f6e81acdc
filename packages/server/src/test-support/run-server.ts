import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** The command from its source: what is tested is this tree, built or not. */
const COMMAND = ['--conditions=@tidemark/source', '--import', 'tsx', join(ROOT, 'packages/cli/src/main.ts'), 'serve'];

export interface ServeArguments {
  /** The configuration, or, as text, a whole file. */
  readonly config: object | string;
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** A folder to keep; default: one for this test. */
  readonly folder?: string;
}

export interface RunningServer {
  readonly url: string;
  readonly admin: string;
  readonly process: ChildProcess;
  /** All of standard output, and the lines of standard error so far. */
  readonly out: () => string;
  readonly log: () => string;
  /** Exit code and signal, with the milliseconds that it took. */
  stop(
    ...signals: readonly NodeJS.Signals[]
  ): Promise<{ readonly code: number | null; readonly signal: string | null; readonly milliseconds: number }>;
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-serve-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** `tidemark serve` as a process of its own, once it says that it listens; ended with the test. */
export async function runServer(given: ServeArguments): Promise<RunningServer> {
  const { child, out, log } = start(given);
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  for await (const line of createInterface(child.stdout as NodeJS.ReadableStream)) {
    const { url, admin } = JSON.parse(line) as { readonly url: string; readonly admin: string };
    return {
      url,
      admin,
      process: child,
      out: () => out.join(''),
      log: () => log.join(''),
      async stop(...signals) {
        const started = performance.now();
        const exit = once(child, 'exit');
        for (const signal of signals.length === 0 ? (['SIGTERM'] as const) : signals) child.kill(signal);
        const [code, signal] = (await exit) as [number | null, string | null];
        return { code, signal, milliseconds: performance.now() - started };
      },
    };
  }
  throw new Error(`it ended before it listened: ${log.join('')}`);
}

/** The same, where it is expected to end by itself. */
export async function endedServer(
  given: ServeArguments,
): Promise<{ readonly code: number | null; readonly out: string; readonly log: string }> {
  const { child, out, log } = start(given);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out: out.join(''), log: log.join('') };
}

function start({ config, args = [], environment = {}, folder = temporaryFolder() }: ServeArguments) {
  const file = join(folder, 'server.json');
  writeFileSync(file, typeof config === 'string' ? config : JSON.stringify(config));
  const child = spawn(process.execPath, [...COMMAND, '--config', file, ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, log]: [string[], string[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(String(chunk)));
  child.stderr.on('data', (chunk: Buffer) => log.push(String(chunk)));
  return { child, out, log };
}
