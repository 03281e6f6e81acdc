import { spawnSync } from 'node:child_process';

/** npm's name, as it is started without a shell. */
export const npm: string = process.platform === 'win32' ? 'npm.cmd' : 'npm';

export interface Ran {
  readonly ok: boolean;
  /** Exit status; null when a signal ended it or it never started. */
  readonly status: number | null;
  readonly output: string;
}

/** Runs to the end without a shell and without standard input; output is both streams, trimmed. */
export function runCommand(command: string, args: readonly string[], cwd: string, options: { readonly timeoutMs?: number } = {}): Ran {
  const result = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1 << 28,
    ...(options.timeoutMs === undefined ? {} : { timeout: options.timeoutMs }),
  });
  const failure = result.error === undefined ? '' : `${command}: ${result.error.message}`;
  return { ok: result.status === 0, status: result.status, output: `${result.stdout ?? ''}${result.stderr ?? ''}${failure}`.trim() };
}

/** For `Tally.record`: nothing when it went well, else what it printed. */
export function problemsOf(ran: Ran): string[] {
  return ran.ok ? [] : [ran.output === '' ? 'it failed without a word' : ran.output];
}
