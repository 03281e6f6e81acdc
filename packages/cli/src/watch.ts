import { watch as watchFiles } from 'node:fs/promises';
import { dirname } from 'node:path';
import { build, type BuildConfig, BuildError } from '@tidemark/build';
import { EXIT, type Exit, type Surroundings } from './command.ts';
import { buildLines } from './commands/build-lines.ts';

/**
 * Builds, then builds again for every change below the contract's folder, until the signal aborts.
 * Changes that come while a build runs lead to one more build, however many they are.
 */
export async function watch(config: BuildConfig, surroundings: Surroundings): Promise<Exit> {
  const folder = dirname(config.contract);
  await buildOnce(config, surroundings);
  surroundings.err(`Watching ${folder}. Ctrl-C ends.`);
  let running: Promise<void> = Promise.resolve();
  let waiting = false;
  try {
    for await (const change of watchFiles(folder, { recursive: true, signal: surroundings.signal })) {
      if (waiting || isOutput(change.filename)) continue;
      waiting = true;
      running = running.then(async () => {
        waiting = false;
        await buildOnce(config, surroundings);
      });
    }
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error;
  }
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

function isOutput(name: string | null): boolean {
  return name === null || !/\.[cm]?[jt]s$/.test(name);
}
