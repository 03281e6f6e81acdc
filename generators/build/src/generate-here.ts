import { resolve } from 'node:path';
import { build } from './build.ts';
import { CONFIG_FILE, readConfig } from './config.ts';

/**
 * What a workspace package's `generate` script runs. The command line cannot do it here: it will depend on services
 * that depend on generated packages.
 */
const check = process.argv.includes('--check');
const config = await readConfig(resolve(CONFIG_FILE));
const report = await build(config, { check, always: true });
for (const drift of report.drift) process.stdout.write(`${drift.patch}\n`);
process.stdout.write(
  `${report.contract} ${report.version}: ${report.files} files, ${report.written.length} written, ${report.drift.length} differ\n`,
);
process.exitCode = report.drift.length > 0 ? 1 : 0;
