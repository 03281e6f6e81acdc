import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A thing that a machine may lack. `fix` is one line: how to get it. */
export interface Need {
  readonly name: string;
  readonly path: string | undefined;
  readonly fix: string;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CHROMIUM_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const told = new Set<string>();

/** An installed Chromium; `CHROMIUM` names another one. */
export function chromium(env: NodeJS.ProcessEnv = process.env): Need {
  const places = env['CHROMIUM'] === undefined ? CHROMIUM_PLACES : [env['CHROMIUM']];
  return {
    name: 'Chromium',
    path: places.find((place) => existsSync(place)),
    fix: 'apt-get install chromium, or set CHROMIUM to its path',
  };
}

/** A Python 3 whose standard library is whole; `PYTHON` names another one. The first on the path may be somebody's own. */
export function python(env: NodeJS.ProcessEnv = process.env): Need {
  const path = env['PYTHON'] ?? '/usr/bin/python3';
  return { name: 'Python', path: existsSync(path) ? path : undefined, fix: 'apt-get install python3, or set PYTHON to its path' };
}

export function curl(): Need {
  return { name: 'curl', path: ['/usr/bin/curl', '/bin/curl'].find((place) => existsSync(place)), fix: 'apt-get install curl' };
}

/** A file or folder of the public test data beside the repository; `TIDEMARK_DATA` names another folder. */
export function sharedData(name: string, env: NodeJS.ProcessEnv = process.env): Need {
  const path = join(env['TIDEMARK_DATA'] ?? join(ROOT, '../shared/data'), name);
  return { name: `test data ${name}`, path: existsSync(path) ? path : undefined, fix: 'set TIDEMARK_DATA to the folder that holds it' };
}

/**
 * For `describe.skipIf` and `test.skipIf`: true when the machine lacks it, said once in one line (P1.4).
 *
 * @throws Error where `REQUIRE_ALL=1` turns every such skip into a failure
 */
export function lacks(need: Need, env: NodeJS.ProcessEnv = process.env): boolean {
  if (need.path !== undefined) return false;
  const line = `${need.name} is absent: ${need.fix}`;
  if (env['REQUIRE_ALL'] === '1') throw new Error(`REQUIRE_ALL=1, but ${line}`);
  if (!told.has(line)) process.stderr.write(`skipped: ${line}\n`);
  told.add(line);
  return true;
}

/** How often a property or a random run repeats: `short` in `npm test`, `full` in `npm run soak`. */
export function repetitions(short: number, full: number, env: NodeJS.ProcessEnv = process.env): number {
  return env['SOAK'] === '1' ? full : short;
}

/** One seed for a whole run, so that a failure can be repeated; `SEED` sets it. */
export function seed(env: NodeJS.ProcessEnv = process.env): number {
  const given = Number(env['SEED'] ?? Number.NaN);
  return Number.isSafeInteger(given) ? given : 20_261_130;
}
