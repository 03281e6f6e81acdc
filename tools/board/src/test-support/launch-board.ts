import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { MAIN } from './serve-board.ts';

type Environment = Readonly<Record<string, string>>;
type User = { readonly uid?: number; readonly gid?: number };

function launch(cwd: string, environment: Environment, user: User = {}): ChildProcessByStdio<null, Readable, Readable> {
  const env = { PATH: process.env['PATH'], PORT: '0', ...environment };
  return spawn(process.execPath, [MAIN], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], ...user });
}

export interface RunningBoard {
  readonly url: string;
  /** What it has said on standard error so far. */
  readonly errors: () => string;
  /** Exit code and signal; at once when it has ended already. */
  stop(signal?: NodeJS.Signals): Promise<[number | null, string | null]>;
}

/** Board as a process of its own, once it is up. */
export async function runBoard(cwd: string, environment: Environment): Promise<RunningBoard> {
  const child = launch(cwd, environment);
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += String(chunk)));
  for await (const line of createInterface(child.stdout)) {
    const url = /^Board is at (\S+)$/.exec(line)?.[1];
    if (url === undefined) continue;
    return {
      url,
      errors: () => errors,
      async stop(signal = 'SIGTERM') {
        if (child.exitCode !== null || child.signalCode !== null) return [child.exitCode, child.signalCode];
        const exit = once(child, 'exit');
        child.kill(signal);
        return (await exit) as [number | null, string | null];
      },
    };
  }
  throw new Error(`Board ended before it was up: ${errors}`);
}

/** Board as a process that is expected to end by itself. */
export async function endedBoard(cwd: string, environment: Environment, user: User) {
  const child = launch(cwd, environment, user);
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(String(chunk)));
  child.stderr.on('data', (chunk: Buffer) => err.push(String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out: out.join(''), err: err.join('') };
}
