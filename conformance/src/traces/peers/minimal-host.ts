import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { decodeJson, isRecord } from '../../judges/derive.ts';
import { minimalHostFile, PeerFault, pythonCommand } from './peer-program.ts';

export const MINIMAL_HOST_TOKENS = { first: 't-one', second: 't-two' } as const;

export interface MinimalHost {
  readonly url: string;
  /** Kills the process, and resolves when it is gone. */
  stop(): Promise<void>;
}

/** Starts the minimal host in Python, right or with one of its defects. */
export async function startMinimalHost(options: readonly string[] = [], env: NodeJS.ProcessEnv = process.env): Promise<MinimalHost> {
  const child = spawn(pythonCommand(env), [minimalHostFile(), ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = new Promise<null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', () => resolve(null));
  });
  const line = new Promise<string>((resolve) => {
    createInterface(child.stdout).once('line', resolve);
  });
  const first = await Promise.race([line, exited]);
  const said = first === null ? undefined : decodeJson(first);
  if (!isRecord(said) || typeof said['url'] !== 'string') {
    child.kill('SIGKILL');
    throw new PeerFault('minimal host', 'did not say where it listens');
  }
  return {
    url: said['url'],
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
