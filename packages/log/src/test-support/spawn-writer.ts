import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Acknowledged } from './history.ts';

const ARGUMENTS = ['--import', 'tsx', '--conditions', '@tidemark/source', fileURLToPath(new URL('writer.ts', import.meta.url))];

export interface WriterProcess {
  readonly acknowledged: readonly Acknowledged[];
  /** Ids that were acknowledged in all of its logs. */
  readonly inAll: readonly string[];
  /** Resolves at the first acknowledgement, or its end. */
  readonly writing: Promise<void>;
  /** Resolves when it has ended; gives whether it had written everything. */
  readonly ended: Promise<boolean>;
  kill(): void;
}

export interface WriterOptions {
  readonly url: string;
  readonly name: string;
  readonly logs: readonly string[];
  readonly count: number;
}

export function spawnWriter({ url, name, logs, count }: WriterOptions): WriterProcess {
  const child = spawn(process.execPath, [...ARGUMENTS, url, name, logs.join(','), String(count)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const acknowledged: Acknowledged[] = [];
  const inAll: string[] = [];
  let done = false;
  const exit = once(child, 'exit');
  const writing = new Promise<void>((resolve) => {
    void exit.then(() => resolve());
    createInterface(child.stdout).on('line', (line) => {
      const [kind, log = '', id = '', position] = line.split(' ');
      if (kind === 'ack') acknowledged.push({ log, id, position: Number(position) });
      else if (kind === 'all') inAll.push(log);
      else if (kind === 'done') done = true;
      if (kind !== 'ready') resolve();
    });
  });
  const closed = once(child, 'close');
  return { acknowledged, inAll, writing, ended: closed.then(() => done), kill: () => child.kill('SIGKILL') };
}
