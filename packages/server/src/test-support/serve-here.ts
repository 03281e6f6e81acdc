import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readConfig } from '../config/read-config.ts';
import { createLogger } from '../logging/create-logger.ts';
import { serve } from '../serve.ts';
import { temporaryFolder } from './run-server.ts';

export interface ServedHere {
  readonly url: string;
  readonly admin: string;
  /** The lines of its log so far. */
  readonly log: () => string;
  /** Whether everything was closed in time. */
  readonly close: () => Promise<boolean>;
}

/** The server within the test's process: all but the command around it. Closed with the test. */
export async function serveHere(config: object, folder = temporaryFolder()): Promise<ServedHere> {
  const file = join(folder, 'server.json');
  writeFileSync(file, JSON.stringify(config));
  const lines: string[] = [];
  const logger = createLogger('debug', { write: (line: string) => lines.push(line) });
  const server = await serve(await readConfig(file), { logger });
  let closed: Promise<boolean> | null = null;
  const close = (): Promise<boolean> => (closed ??= server.close());
  onTestFinished(async () => {
    await close();
  });
  return { url: server.url, admin: server.admin, log: () => lines.join(''), close };
}
