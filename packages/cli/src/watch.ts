import { once } from 'node:events';
import { watch as watchFolder } from 'node:fs';
import { dirname } from 'node:path';
import { build, type BuildConfig, BuildError } from '@tidemark/build';
import { EXIT, type Exit, type Surroundings } from './command.ts';
import { buildLines } from './commands/build-lines.ts';

/**
 * Builds, then builds again for every change of a source below the contract's folder, until the signal aborts.
 * Changes that come while a build runs lead to one more build, however many they are.
 */
export async function watch(config: BuildConfig, surroundings: Surroundings): Promise<Exit> {
  const folder = dirname(config.contract);
  let running = Promise.resolve();
  let waiting = false;
  const rebuild = (): Promise<void> => {
    waiting = false;
    return buildOnce(config, surroundings);
  };
  const schedule = (): void => {
    if (waiting) return;
    waiting = true;
    running = running.then(rebuild);
  };
  // Watched before the first build, so that a change during it is not missed.
  const watcher = watchFolder(folder, { recursive: true, signal: surroundings.signal }, (_event, file) => {
    if (file !== null && isSource(file)) schedule();
  });
  const closed = once(watcher, 'close');
  schedule();
  surroundings.err(`Watching ${folder}. Ctrl-C ends.`);
  await closed;
  await running;
  return EXIT.ok;
}

/** A build that fails is reported, and the watch goes on. */
async function buildOnce(config: BuildConfig, surroundings: Surroundings): Promise<void> {
  try {
    for (const line of buildLines(await build(config), surroundings.cwd)) surroundings.out(line);
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    surroundings.err(error.message);
  }
}

/** Sources of a contract; what a build writes below the same folder lies in packages' own folders and would start it anew. */
function isSource(file: string): boolean {
  return (
    /\.[cm]?[jt]s$/.test(file) && !/(?:^|[\\/])(?:node_modules|generated|dist|client|server|\.tidemark-staging-[^\\/]*)[\\/]/.test(file)
  );
}
