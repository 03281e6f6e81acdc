import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Consumer, Resolution } from './consumer.ts';
import { runCommand } from './run-command.ts';
import type { Ran } from './run-command.ts';

/** A scenario drives sockets; one that hangs is ended after this long, an order of magnitude over what it takes. */
const SCENARIO_MS = 60_000;

/** Type-checks one application source in the stranger's project, and leaves its JavaScript beside it. */
export function compileScenario(consumer: Consumer, source: string, name: string, tsc: string, resolution: Resolution): Ran {
  copyFileSync(source, join(consumer.dir, `${name}.ts`));
  const compilerOptions = {
    strict: true,
    target: 'es2022',
    module: resolution === 'bundler' ? 'esnext' : 'node16',
    moduleResolution: resolution,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    types: ['node'],
    skipLibCheck: true,
  };
  const config = `${name}.${resolution}.json`;
  writeFileSync(join(consumer.dir, config), JSON.stringify({ compilerOptions, files: [`${name}.ts`] }));
  return runCommand(process.execPath, [tsc, '-p', config], consumer.dir);
}

/** Runs what `compileScenario` left; it starts its own server on a free loopback port and ends by itself. */
export function runScenario(consumer: Consumer, name: string): Ran {
  return runCommand(process.execPath, ['--no-deprecation', `${name}.js`], consumer.dir, { timeoutMs: SCENARIO_MS });
}
