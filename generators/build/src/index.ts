export { build, type BuildOptions, type BuildReport } from './build.ts';
export { BUILD_ERRORS, BuildError, type BuildErrorCode, type BuildProblem } from './build-error.ts';
export { CONFIG_FILE, readConfig, type BuildConfig } from './config.ts';
export type { Drift } from './drift.ts';
export { loadContract } from './load-contract.ts';
export type { KeptFile } from './stale.ts';
export { VERSION } from './version.ts';
